/**
 * Makes `assize-verify.mjs`, the command `assize-verify` with everything it needs in one file, which operators and the
 * release hand out with its SHA-256. The same sources give the same bytes, whose hash is in `assize-verify.mjs.sha256`.
 */
import path from 'node:path';
import { build } from 'rolldown';
import formatPackage from './package.json' with { type: 'json' };

const SOURCES = import.meta.dirname;
const { version, license } = formatPackage;
const BANNER = `// assize-verify ${version}, in one file; ${license}. Written by \`npm run generate\`: change its sources instead.`;

/** @returns the text of the file, for the oldest Node that the package supports */
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
  if (first.type !== 'chunk' || others.length > 0) throw new Error('The verifier must be one file.');
  return first.code;
}
