// The SDK of the modern era. `node sdk_modern.mjs` starts $CLEW_BIN mcp; with a URL, a token and
// a process id it talks to a running server.

import assert from 'node:assert/strict';

import { exercise, soak } from './scenario.mjs';
import { load } from './packages.mjs';

const { Client, StreamableHTTPClientTransport } = load('@modelcontextprotocol/client');
const { StdioClientTransport } = load('@modelcontextprotocol/client/stdio');

const [folder, url, token, pid] = process.argv.slice(2);
const client = new Client(
  { name: 'sdk-modern', version: '2.4.0' }, { versionNegotiation: { mode: 'auto' } });
const transport = url
  ? new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  })
  : new StdioClientTransport({
    command: process.env.CLEW_BIN, args: ['mcp'], cwd: folder, env: { ...process.env },
  });
await client.connect(transport);
assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');

async function watch(uri, onUpdate) {
  client.setNotificationHandler('notifications/resources/updated', (update) =>
    onUpdate(update.params.uri));
  const subscription = await client.listen({ resourceSubscriptions: [uri] });
  return () => subscription.close();
}

await exercise(client, { folder, watch });
await soak(client, pid ?? transport.pid);
await client.close();
console.log(`sdk_modern over ${url ? 'HTTP' : 'stdio'}: fine`);
