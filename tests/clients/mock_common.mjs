// What the stand-ins for model APIs share. Each listens on a free port of the loopback address and
// plays a script: a JSON list of steps in the file $MOCK_SCRIPT, of which every request of the
// agent's main loop takes the first off. Without steps left, the model says "done.".
//
//   {"tool": "Write", "input": {…}}   the model calls a tool
//   {"say": "text"}                   it says something and ends its turn
//   {"hang": true}                    it never answers; $MOCK_FOLDER/hangs appears
//   {…, "tokens": N}                  the request was that long (Gemini compresses from 524,288 on)
//
// Requests of the main loop are kept as $MOCK_FOLDER/request-N.json, N from 1; the port is in
// $MOCK_FOLDER/port.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const folder = process.env.MOCK_FOLDER;
const scriptFile = process.env.MOCK_SCRIPT;
let kept = 0;
let called = 0;

export function keepRequest(request) {
  kept += 1;
  const name = path.join(folder, `request-${kept}.json`);
  fs.writeFileSync(name + '.part', JSON.stringify(request));
  fs.renameSync(name + '.part', name);
}

export function takeStep() {
  let steps = [];
  try {
    steps = JSON.parse(fs.readFileSync(scriptFile, 'utf8'));
  } catch {
    // No script: nothing but "done."
  }
  const step = steps.shift() ?? { say: 'done.' };
  fs.writeFileSync(scriptFile, JSON.stringify(steps));
  if (step.hang) fs.writeFileSync(path.join(folder, 'hangs'), '');
  return step;
}

export const nextId = prefix => `${prefix}_${process.pid}_${(called += 1)}`;

// `answer(request, url, response)` is called with the parsed body.
export function serve(answer) {
  const server = http.createServer((incoming, response) => {
    const chunks = [];
    incoming.on('data', chunk => chunks.push(chunk));
    incoming.on('end', () => {
      let request = {};
      try {
        request = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      } catch {
        // Requests without a body are answered by their address.
      }
      answer(request, incoming.url, response);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const name = path.join(folder, 'port');
    fs.writeFileSync(name + '.part', String(server.address().port));
    fs.renameSync(name + '.part', name);
  });
}

export function sendJson(response, value, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

// One server-sent event after another; `named` ones say their type in a line of their own.
export function sendEvents(response, events, { named = true } = {}) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    if (named) response.write(`event: ${event.type}\n`);
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}
