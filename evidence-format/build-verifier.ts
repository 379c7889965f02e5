/**
 * Makes `assize-verify.mjs`, the command `assize-verify` with all it needs in one file, which an operator and the release
 * hand out with its SHA-256. The same sources give the same bytes, and `assize-verify.mjs.sha256` says which.
 */
import path from 'node:path';
import { build } from 'rolldown';
import formatPackage from './package.json' with { type: 'json' };

const SOURCES = import.meta.dirname;
const { version, license } = formatPackage;
const BANNER = `// assize-verify ${version}, in one file; ${license}. Written by \`npm run generate\`: change its sources instead.`;

/** @returns the text of the file, for Node as old as what the package asks for */
export async function verifierProgram(): Promise<string> {
  const { output } = await build({
    cwd: SOURCES,
    input: path.join(SOURCES, 'assize-verify.ts'),
    platform: 'node',
    transform: { target: 'node20.12' },
    output: { format: 'esm', banner: BANNER },
    write: false,
  });
  const [first, ...others] = output;
  if (first.type !== 'chunk' || others.length > 0) throw new Error('The verifier is to be one file.');
  return first.code;
}
