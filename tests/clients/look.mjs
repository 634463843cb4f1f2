// Looks into what a mock kept and what clew recorded, for the scripts beside it.
//
//   look.mjs text FILE            all text of a request, as the model reads it
//   look.mjs has FILE TEXT…       exit 0 when the request holds every TEXT verbatim
//   look.mjs brief FILE BRIEF     exit 0 when it holds every line of the file BRIEF, in order;
//                                 else the first line that is missing
//   look.mjs events LOG TYPE      events of a type in `clew log --json`, one JSON a line
//   look.mjs sessions LIST        the ids in `clew list --json`, one a line
import fs from 'node:fs';

const [verb, file, ...words] = process.argv.slice(2);

function textOf(value) {
  if (typeof value === 'string') return value + '\n';
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (value && typeof value === 'object') return Object.values(value).map(textOf).join('');
  return '';
}

// What the person and the hooks said: not the tools, whose descriptions speak of clew as well.
function spoken(request) {
  const { tools, ...rest } = request;
  return textOf(rest);
}

const read = name => JSON.parse(fs.readFileSync(name, 'utf8'));

function main() {
  if (verb === 'text') {
    process.stdout.write(spoken(read(file)));
    return 0;
  }
  if (verb === 'has') {
    const text = spoken(read(file));
    const missing = words.filter(word => !text.includes(word));
    if (missing.length > 0) console.log(`missing: ${missing.join(' | ')}`);
    return missing.length > 0 ? 1 : 0;
  }
  if (verb === 'brief') {
    const text = spoken(read(file));
    let at = 0;
    for (const line of fs.readFileSync(words[0], 'utf8').split('\n')) {
      const found = text.indexOf(line, at);
      if (found < 0) {
        console.log(`missing: ${line}`);
        return 1;
      }
      at = found + line.length;
    }
    return 0;
  }
  if (verb === 'events') {
    const events = read(file).data.events.filter(event => event.type === words[0]);
    for (const event of events) console.log(JSON.stringify(event));
    return 0;
  }
  if (verb === 'sessions') {
    for (const session of read(file).data.sessions) console.log(session.session);
    return 0;
  }
  console.error(`look.mjs: ${verb} is nothing it can do`);
  return 2;
}

process.exitCode = main();
