// Prints the published vectors of the age format, one line each, for age_child. Those that open with
// a kind of key that clew does not have (post-quantum hybrids) are left out, and counted.
import { inflateSync } from "node:zlib";
import * as vectors from "cctv-age";

const hex = (bytes) => Buffer.from(bytes).toString("hex");
let all = 0;
let left_out = 0;
for (const [name, bytes] of Object.entries(vectors)) {
  all += 1;
  const text = Buffer.from(bytes);
  const end = text.indexOf("\n\n");
  const fields = text.subarray(0, end).toString().split("\n").map((line) => line.split(": "));
  const of = (key) => fields.filter(([k]) => k === key).map(([, ...value]) => value.join(": "));
  const identities = of("identity");
  if (identities.some((identity) => identity.startsWith("AGE-SECRET-KEY-PQ-"))) {
    left_out += 1;
    continue;
  }
  let file = text.subarray(end + 2);
  if (of("compressed")[0] === "zlib") file = inflateSync(file);
  console.log(
    [name, of("expect")[0], of("payload")[0] ?? "", of("armored")[0] ?? "", identities.join(","),
      of("passphrase").map(hex).join(","), hex(file)].join("\t"),
  );
}
console.error(`${all} published, ${left_out} of them for hybrid keys`);
if (all !== 143 || left_out !== 19) {
  console.error("FAILED: 143 with 19 for hybrid keys were expected");
  process.exitCode = 1;
}
