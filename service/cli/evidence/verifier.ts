/** `assize keys verifier` and `assize evidence verifier`: the keys and the program that an auditor needs. */
import path from 'node:path';
import { VERIFIER_NAME, verifierFile } from '../../documents/verifier-file.ts';
import { publishedKeyFields, publishedKeys } from '../../proof/log/index.ts';
import type { JsonOption, Run, ServiceCommand } from '../command.ts';
import { isoOrDash, writeNewFile } from '../terminal.ts';

interface FileOptions extends JsonOption {
  out: string;
  overwrite?: boolean;
}

export function verifierKeysCommand(keys: ServiceCommand): void {
  keys
    .command('verifier')
    .onChain('whose chain')
    .description('print the verifier keys of a chain, oldest first, which check its exports and checkpoints')
    .json()
    .runOnChain(({ service: { db }, chain }) => publishedKeys(db, chain), {
      json: (published) => ({ keys: published.map(publishedKeyFields) }),
      lines: (published) =>
        published.flatMap(({ vkey, validFrom, validUntil }) => {
          const until = validUntil === null ? 'signs now' : `until ${isoOrDash(validUntil)}`;
          return [vkey, `  valid from ${isoOrDash(validFrom)}, ${until}`];
        }),
      note: (published, { json }) => {
        if (json) return [];
        return published.length === 0 ? NO_KEY : HOW_TO_HAND_OUT;
      },
    });
}

export function verifierCommand(evidence: ServiceCommand): void {
  evidence
    .command('verifier')
    .description('write the program that verifies exports, one file for auditors, and print its SHA-256')
    .option('--out <file>', 'the file to write', VERIFIER_NAME)
    .option('--overwrite', 'replace an existing file')
    .json()
    .run(writeVerifier, {
      lines: ({ file, sha256 }, { out }) => [
        `Wrote ${file}. Its SHA-256:`,
        sha256,
        '',
        `It needs Node 20.12 or later: node ${out} export.json --key VKEY`,
      ],
    });
}

async function writeVerifier({ options: { out, overwrite = false } }: Run<FileOptions>) {
  const { bytes, sha256 } = verifierFile();
  const file = path.resolve(out);
  await writeNewFile(file, bytes, { overwrite, mode: 0o755 });
  return { file, sha256 };
}

const NO_KEY = 'There is no key yet: the first start of the service creates one.';
const HOW_TO_HAND_OUT =
  'Hand them to those who verify, but not together with an export: a key that comes with a file proves nothing.';
