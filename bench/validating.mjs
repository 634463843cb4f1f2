// Judges a JSON file, or every one of a folder, by a schema that ajv compiled. Prints how many
// microseconds reading and judging took.
//   node validating.mjs SCHEMA PATH
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";

const [schema, path] = process.argv.slice(2);
const validate = new Ajv2020.default({ strict: false, allErrors: true }).compile(
  JSON.parse(readFileSync(schema, "utf8")),
);
const start = process.hrtime.bigint();
const files = statSync(path).isDirectory()
  ? readdirSync(path).map((name) => join(path, name))
  : [path];
for (const file of files) {
  if (!validate(JSON.parse(readFileSync(file, "utf8")))) {
    console.error(file, validate.errors);
    process.exit(1);
  }
}
console.log(Number(process.hrtime.bigint() - start) / 1000);
