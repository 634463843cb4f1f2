// clew for opencode. Tells clew what happens, and opens a conversation with its brief. Nothing here
// may stop or slow opencode: what goes wrong is passed over, and clew is waited for a few seconds at
// most.
import { spawn } from 'node:child_process';

const program = "clew";
const recorded = new Set(['write', 'edit', 'patch', 'apply_patch', 'bash', 'todowrite', 'question']);
const readSeconds = 10;
const recordSeconds = 5;

const within = (seconds, promise) =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, seconds * 1000);
    const done = value => {
      clearTimeout(timer);
      resolve(value);
    };
    promise.then(done, () => done());
  });

// What clew answers; nothing when there is no clew.
const run = (folder, event, seconds) =>
  new Promise(resolve => {
    let said = '';
    const child = spawn(program, ['hook', 'opencode'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const timer = setTimeout(() => {
      child.kill();
      resolve({});
    }, seconds * 1000);
    const done = () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(said));
      } catch {
        resolve({});
      }
    };
    child.on('error', done);
    child.on('close', done);
    child.stdin.on('error', () => {});
    child.stdout.on('data', bytes => (said += bytes));
    child.stdin.end(JSON.stringify(event));
  });

export const Clew = async ({ client, directory }) => {
  const conversations = new Map(); // by session: {parent, failed, answer: what is added to it}
  let last = Promise.resolve();

  // One after the other, as they happened.
  const tell = (name, input, output, more = {}, seconds = recordSeconds) => {
    const event = { hook_event_name: name, directory, input, output, ...more };
    last = last.then(() => run(directory, event, seconds)).catch(() => ({}));
    return last;
  };
  const ask = async (call, seconds = 3) => (await within(seconds, call()))?.data;
  const begin = (id, parent, answer) => {
    const conversation = { parent, failed: false, answer };
    conversations.set(id, conversation);
    return conversation;
  };
  const system = (id, source) =>
    tell('experimental.chat.system.transform', { sessionID: id }, { system: [] }, { source }, readSeconds);
  // One that was not seen to begin was begun in another process.
  const find = async id => {
    const known = conversations.get(id);
    if (known) return known;
    const info = await ask(() => client.session.get({ path: { id } }));
    const parent = info?.parentID;
    return conversations.get(id) ?? begin(id, parent, parent ? Promise.resolve({}) : system(id, 'resume'));
  };
  const textOf = message =>
    (message?.parts ?? [])
      .filter(part => part.type === 'text' && !part.synthetic && !part.ignored)
      .map(part => part.text)
      .join('\n');
  // What the agent said last in this turn.
  const lastWords = async id => {
    const messages = (await ask(() => client.session.messages({ path: { id } }))) ?? [];
    const turn = messages.slice(messages.findLastIndex(message => message.info.role === 'user') + 1);
    return textOf(turn.findLast(message => !message.info.summary && textOf(message) !== ''));
  };
  const summary = async id => {
    const messages = (await ask(() => client.session.messages({ path: { id } }))) ?? [];
    return textOf(messages.findLast(message => message.info.summary === true));
  };

  const at = {
    'session.created': async (input, { info }) => {
      begin(info.id, info.parentID, tell('event', input, {}, {}, readSeconds));
    },
    'session.error': async (input, { sessionID }) => {
      if (!sessionID) return;
      const conversation = await find(sessionID);
      conversation.failed = true;
      await tell('event', input, {}, { parent: conversation.parent });
    },
    // A turn that failed, or that the person stopped, has no last words.
    'session.idle': async (input, { sessionID }) => {
      const conversation = await find(sessionID);
      const { parent, failed } = conversation;
      conversation.failed = false;
      if (failed) return;
      await tell('event', input, {}, { parent, text: await lastWords(sessionID) }, readSeconds);
    },
    'session.compacted': async (input, { sessionID }) => {
      const conversation = await find(sessionID);
      if (conversation.parent) return;
      await tell('event', input, {}, { text: await summary(sessionID) });
      conversation.answer = system(sessionID, 'compact');
    },
    'session.deleted': async (input, { info }) => {
      await tell('event', input, {}, { parent: info.parentID });
      conversations.delete(info.id);
    },
  };

  const safely = hook => async (input, output) => {
    try {
      await hook(input, output);
    } catch {
      // opencode goes on without clew.
    }
  };
  return {
    event: safely(async input => at[input.event.type]?.(input, input.event.properties)),
    'chat.message': safely(async (input, output) => {
      const { parent } = await find(input.sessionID);
      await tell('chat.message', input, output, { parent });
    }),
    'tool.execute.after': safely(async (input, output) => {
      if (!recorded.has(input.tool)) return;
      const { parent } = await find(input.sessionID);
      await tell('tool.execute.after', input, output, { parent });
    }),
    'experimental.chat.system.transform': safely(async (input, output) => {
      const conversation = conversations.get(input.sessionID);
      const makesTitle = output.system.some(text => text.startsWith('You are a title generator'));
      if (!conversation || conversation.parent || makesTitle) return;
      const { context } = await conversation.answer;
      if (context) output.system.push(context);
    }),
    'experimental.session.compacting': safely(async (input, output) => {
      const { parent } = await find(input.sessionID);
      const { context } = await tell('experimental.session.compacting', input, {}, { parent });
      if (context) output.context.push(context);
    }),
    'shell.env': safely(async (input, output) => {
      const { env } = (await conversations.get(input.sessionID)?.answer) ?? {};
      Object.assign(output.env, env);
    }),
  };
};
