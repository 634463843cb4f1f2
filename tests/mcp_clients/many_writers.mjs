// Four servers on one store, fifty calls in flight at each: every acknowledged entry is in the log,
// once. No SDK: lines in, lines out.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const SERVERS = 4;
const CALLS = 50;
const [folder] = process.argv.slice(2);

class Server {
  constructor(name) {
    this.child = spawn(process.env.CLEW_BIN, ['mcp'], {
      cwd: folder, stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.ended = new Promise((resolve) => this.child.on('close', resolve));
    this.waiting = new Map();
    this.next = 1;
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      this.waiting.get(message.id)?.(message);
    });
    this.ready = this.ask('initialize', {
      protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1' },
    });
  }

  ask(method, params) {
    const id = this.next++;
    const answer = new Promise((resolve) => this.waiting.set(id, resolve));
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answer;
  }

  async call(name, args) {
    const { result } = await this.ask('tools/call', { name, arguments: args });
    assert.ok(!result.isError, result.content[0].text);
    return result.structuredContent;
  }

  async end() {
    this.child.stdin.end();
    assert.equal(await this.ended, 0);
  }
}

const servers = Array.from({ length: SERVERS }, (_, i) => new Server(`writer-${i}`));
await Promise.all(servers.map((server) => server.ready));
const { session } = await servers[0].call('session_start', { goal: 'Many writers' });
const acknowledged = [];
await Promise.all(servers.flatMap((server, i) => Array.from({ length: CALLS }, async (_, j) => {
  const text = `entry ${i}-${j}`;
  await server.call('session_log', { session, entries: [{ type: 'note', text }] });
  acknowledged.push(text);
})));
for (const server of servers) await server.end();

const answer = execFileSync(process.env.CLEW_BIN, ['log', session, '--type', 'note_added', '--json']);
const notes = JSON.parse(answer).data.events.map((event) => event.data.text);
assert.equal(acknowledged.length, SERVERS * CALLS);
assert.deepEqual(notes.toSorted(), acknowledged.toSorted());
execFileSync(process.env.CLEW_BIN, ['verify', '--all']);
console.log(`${notes.length} entries of ${SERVERS} servers: none lost`);
