/**
 * `npm run build:verifier`: writes `assize-verify.mjs`, the command `assize-verify` with all it needs in one file, which
 * an operator and the release hand out with its SHA-256. The same sources give the same bytes. It is kept in the
 * repository, so that an installation can hand it out without a compiler; a test compares it with its sources.
 */

import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import formatPackage from './package.json' with { type: 'json' };

const SOURCES = import.meta.dirname;
const [file = path.join(SOURCES, 'assize-verify.mjs')] = process.argv.slice(2);
const { version, license } = formatPackage;
const BANNER = `// assize-verify ${version}, in one file; ${license}. Written by \`npm run build:verifier\`: change its sources instead.`;

const { output } = await build({
  cwd: SOURCES,
  input: path.join(SOURCES, 'assize-verify.ts'),
  platform: 'node',
  // As old as what the package asks for.
  transform: { target: 'node20.12' },
  output: { format: 'esm', banner: BANNER },
  write: false,
});
const [first, ...others] = output;
if (first.type !== 'chunk' || others.length > 0) throw new Error('The verifier is to be one file.');
writeFileSync(file, first.code);
chmodSync(file, 0o755);
