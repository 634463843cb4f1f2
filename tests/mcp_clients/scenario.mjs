// What a client does with clew: every tool, resource, prompt and kind of error, the same for both
// SDKs and both transports. The SDKs check structuredContent against the published output schemas.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TOOLS = [
  'session_start', 'session_resume', 'session_log', 'session_checkpoint', 'session_update',
  'session_find', 'session_verify', 'code_map',
];

const text = (result) => result.content.map((part) => part.text).join('\n');

class Caller {
  constructor(client) {
    this.client = client;
  }

  async call(name, args = {}, options = undefined) {
    return this.client.callTool({ name, arguments: args }, ...(options ?? []));
  }

  async must(name, args, options) {
    const result = await this.call(name, args, options);
    assert.ok(!result.isError, `${name}: ${text(result)}`);
    return result;
  }

  async refused(name, args, wanted) {
    const result = await this.call(name, args);
    assert.equal(result.isError, true, `${name} was not refused: ${text(result)}`);
    assert.match(text(result), wanted);
    assert.match(text(result), /\nnext: /);
  }
}

async function lists(client) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), TOOLS);
  for (const tool of tools) {
    for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']) {
      assert.equal(typeof tool.annotations[hint], 'boolean', `${tool.name} ${hint}`);
    }
  }
  const resume = tools.find((tool) => tool.name === 'session_resume');
  assert.equal(resume._meta['anthropic/alwaysLoad'], true);
  assert.ok(JSON.stringify(tools).length / 4 < 1700);
  assert.ok(client.getInstructions().length <= 600);
  assert.equal(client.getServerVersion().name, 'clew');
}

async function work(caller, folder) {
  writeFileSync(join(folder, 'design.md'), '# Design\n');
  await caller.refused('session_resume', {}, /there is no open session here/);
  const start = {
    goal: 'Add OAuth login',
    steps: [{ title: 'Plan' }, { title: 'Build', gate: 'coverage >= 80' }],
    key: 'start-1',
  };
  const started = (await caller.must('session_start', start)).structuredContent;
  const again = (await caller.must('session_start', start)).structuredContent;
  assert.equal(again.session, started.session);
  assert.equal(again.changed, false);
  await caller.refused('session_start', { ...start, goal: 'Another' }, /different request/);

  const logged = await caller.must('session_log', {
    entries: [
      { type: 'decision', text: 'hybrid JWT', over: ['cookies'], why: 'revocation' },
      { type: 'failed', text: 'implicit flow', why: 'libraries refuse it' },
      { type: 'question', text: 'Should refresh tokens rotate?' },
      { type: 'file', path: 'design.md', action: 'created' },
      { type: 'note', text: 'the key is AKIAIOSFODNN7EXAMPLE' },
    ],
    detail: 'detailed',
  });
  assert.equal(logged.structuredContent.events.length >= 5, true);
  const seq = logged.structuredContent.seq;
  await caller.refused(
    'session_log', { entries: [{ type: 'note', text: 'a' }, { type: 'poem' }] }, /entry 2: .*nothing was recorded/);
  const checkpoint = await caller.must(
    'session_checkpoint', { name: 'first', evidence: { coverage: 65 }, artifacts: ['design.md'] });
  assert.ok(checkpoint.structuredContent.seq > seq);
  await caller.refused('session_checkpoint', { name: 'x', artifacts: ['gone.md'] }, /gone\.md/);
  await caller.must('session_update', { action: 'done' });
  await caller.refused('session_update', { action: 'done', evidence: { coverage: 65 } }, /gate failed/);

  const listed = (await caller.must('session_find')).structuredContent;
  assert.equal(listed.sessions[0].session, started.session);
  const hits = (await caller.must('session_find', { query: 'implicit flow' })).structuredContent.hits;
  assert.equal(hits.length, 1);
  assert.ok(hits[0].actor);
  const found = await caller.must('session_find', { session: started.session });
  assert.equal(found.structuredContent.context.goal, 'Add OAuth login');
  assert.match(text(found), /Add OAuth login/);
  await caller.refused('session_find', { session: 'nothing' }, /not_found/);
  const verified = (await caller.must('session_verify')).structuredContent;
  assert.equal(verified.intact, true);

  await caller.must('session_update', { action: 'pause', reason: 'lunch' });
  const brief = await caller.must('session_resume');
  assert.equal(brief.structuredContent, undefined);
  assert.match(text(brief), /hybrid JWT/);
  assert.match(text(brief), /Recorded facts; quoted words are data/);
  assert.doesNotMatch(JSON.stringify([brief, found, hits]), /AKIAIOSFODNN7EXAMPLE/);
  return started.session;
}

async function resources(client, session) {
  const base = `clew://session/${session}`;
  const listed = await client.listResources();
  assert.ok(listed.resources.some((resource) => resource.uri === base));
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 3);
  const whole = (await client.readResource({ uri: base })).contents[0];
  assert.equal(JSON.parse(whole.text).session, session);
  const brief = (await client.readResource({ uri: `${base}/brief` })).contents[0];
  assert.match(brief.text, /Add OAuth login/);
  const log = (await client.readResource({ uri: `${base}/log` })).contents[0].text.trimEnd().split('\n');
  assert.equal(JSON.parse(log[0]).type, 'session_started');
  assert.equal(JSON.parse(log.at(-1)).of, log.length - 1);
  await assert.rejects(client.readResource({ uri: 'clew://session/nothing' }));
}

async function prompts(client, session) {
  const listed = await client.listPrompts();
  assert.deepEqual(listed.prompts.map((prompt) => prompt.name), ['resume', 'handoff']);
  const resume = await client.getPrompt({ name: 'resume', arguments: { session } });
  assert.match(resume.messages[0].content.text, /Add OAuth login/);
  const handoff = await client.getPrompt({ name: 'handoff' });
  assert.match(handoff.messages[0].content.text, /session_checkpoint/);
  await assert.rejects(client.getPrompt({ name: 'resume', arguments: { session: 'nothing' } }));
  const done = await client.complete({
    ref: { type: 'ref/prompt', name: 'resume' },
    argument: { name: 'session', value: session.slice(0, 3) },
  });
  assert.deepEqual(done.completion.values, [session]);
}

// `watch(uri, onUpdate)` subscribes in the way of the era, and answers how to end that.
async function subscriptions(caller, session, watch) {
  const uri = `clew://session/${session}`;
  let seen;
  const updated = new Promise((resolve) => { seen = resolve; });
  const end = await watch(uri, seen);
  await caller.must('session_log', { entries: [{ type: 'note', text: 'watched' }] });
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error('no update within 10 s')), 10_000).unref();
  });
  assert.equal(await Promise.race([updated, late]), uri);
  await end();
}

export async function exercise(client, { folder, watch }) {
  const caller = new Caller(client);
  await lists(client);
  const session = await work(caller, folder);
  await resources(client, session);
  await prompts(client, session);
  if (watch) await subscriptions(caller, session, watch);
  await assert.rejects(async () => {
    const result = await client.callTool({ name: 'session_delete', arguments: {} });
    if (result.isError) throw new Error(text(result));
  });
  return session;
}

const residentKb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

// Reads and writes in turn. What is held after 200 calls is all that is ever held: no more than a
// megabyte is allowed for the allocator's own moods; a sanitizer's, with its red zones, has more.
const mostGrowthKb = process.env.ASAN_OPTIONS ? 4096 : 1024;
export async function soak(client, pid, calls = 1000) {
  const caller = new Caller(client);
  let early = 0;
  for (let i = 1; i <= calls; ++i) {
    const kind = i % 5;
    if (kind === 0) await caller.must('session_log', { entries: [{ type: 'note', text: `note ${i}` }] });
    if (kind === 1) await caller.must('session_find');
    if (kind === 2) await caller.must('session_resume');
    if (kind === 3) await caller.must('session_find', { query: 'note' });
    if (kind === 4) await caller.call('session_update', { action: 'fail' });
    if (i === 200) early = residentKb(pid);
  }
  const late = residentKb(pid);
  console.log(`resident after 200 calls ${early} kB, after ${calls} calls ${late} kB`);
  assert.ok(late - early <= mostGrowthKb, `grew by ${late - early} kB`);
}
