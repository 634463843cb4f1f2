// Reads schemas and documents as mutated_documents_child prints them, and judges every document by
// its schema with ajv. Fails when ajv and clew disagree on one, or when too few were tried to say so.
import { createInterface } from "node:readline";
import Ajv2020 from "ajv/dist/2020.js";

const kMostShown = 10;
let disagreements = 0;
let schema = null; // the one that documents are judged by
const schemas = [];

function begin({ name, schema: published }) {
  const ajv = new Ajv2020.default({ strict: false });
  if (!ajv.validateSchema(published)) {
    fail(`the schema of ${name} is no JSON Schema 2020-12: ${ajv.errorsText()}`);
    process.exit(1);
  }
  schema = { name, validate: ajv.compile(published), accepted: 0, refused: 0 };
  schemas.push(schema);
}

function fail(text) {
  disagreements += 1;
  if (disagreements <= kMostShown) console.log(`FAILED: ${text}`);
}

function judge({ ok, what, document }) {
  const accepted = schema.validate(document);
  schema[accepted ? "accepted" : "refused"] += 1;
  if (accepted === ok) return;
  const why = accepted ? "" : `: ${JSON.stringify(schema.validate.errors[0])}`;
  fail(
    `${schema.name} (${what || "as it was"}): ajv ${accepted ? "accepts" : "refuses"}, ` +
      `clew ${ok ? "accepts" : "refuses"}${why}\n    ${JSON.stringify(document).slice(0, 2000)}`,
  );
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.schema) begin(message);
  else judge(message);
}
for (const { name, accepted, refused } of schemas) {
  console.log(`${name}: ${accepted} accepted, ${refused} refused by both`);
  if (Math.min(accepted, refused) < 100) fail(`too few documents of ${name} on one side`);
}
if (schemas.length === 0) fail("there was no schema");
if (disagreements > kMostShown) console.log(`… and ${disagreements - kMostShown} more`);
process.exit(disagreements > 0 ? 1 : 0);
