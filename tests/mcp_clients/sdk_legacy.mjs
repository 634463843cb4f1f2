// The SDK of the handshake era. `node sdk_legacy.mjs` starts $CLEW_BIN mcp; with a URL, a token and
// a process id it talks to a running server.

import { exercise, soak } from './scenario.mjs';
import { load } from './packages.mjs';

const { Client } = load('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = load('@modelcontextprotocol/sdk/client/stdio.js');
const { StreamableHTTPClientTransport } = load('@modelcontextprotocol/sdk/client/streamableHttp.js');
const { ResourceUpdatedNotificationSchema } = load('@modelcontextprotocol/sdk/types.js');

const [folder, url, token, pid] = process.argv.slice(2);
const client = new Client({ name: 'sdk-legacy', version: '1.32.2' });
const transport = url
  ? new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  })
  : new StdioClientTransport({
    command: process.env.CLEW_BIN, args: ['mcp'], cwd: folder, env: { ...process.env },
  });
await client.connect(transport);

async function watch(uri, onUpdate) {
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, (update) =>
    onUpdate(update.params.uri));
  await client.subscribeResource({ uri });
  return () => client.unsubscribeResource({ uri });
}

await client.ping();
await exercise(client, { folder, watch });
await soak(client, pid ?? transport.pid);
await client.close();
console.log(`sdk_legacy over ${url ? 'HTTP' : 'stdio'}: fine`);
