// The official SDKs, from the node_modules of the project (CLEW_SOURCE_DIR) or of another folder
// (CLEW_NODE_ROOT). Exits 77, which means skipped, when a package is not there.

import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = process.env.CLEW_NODE_ROOT || process.env.CLEW_SOURCE_DIR || process.cwd();
const require = createRequire(join(root, 'package.json'));

export function load(name) {
  try {
    require.resolve(name);
  } catch {
    console.log(`skipped: ${name} is not installed below ${root}`);
    process.exit(77);
  }
  return require(name);
}
