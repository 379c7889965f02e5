/** `assize keys verifier` and `assize evidence verifier`: the keys and the program that an auditor needs. */

import path from 'node:path';
import type { Command } from 'commander';
import { VERIFIER_NAME, verifierFile } from '../../documents/verifier-file.ts';
import { publishedKeyFields, publishedKeys } from '../../proof/log/index.ts';
import { type ChainOptions, type JsonOption, onChain, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, note, print, printJson, writeNewFile } from '../terminal.ts';

interface FileOptions extends JsonOption {
  out: string;
  overwrite?: boolean;
}

export function verifierKeysCommand(keys: Command, withService: WithService): void {
  onChain(keys.command('verifier'), 'whose chain')
    .description('print the verifier keys of a chain, oldest first, which check its exports and checkpoints')
    .option('--json', 'print JSON')
    .action(async (options: ChainOptions) => {
      const published = await withChain(withService, options, ({ db }, chain) => publishedKeys(db, chain));
      if (options.json) {
        printJson({ keys: published.map(publishedKeyFields) });
        return;
      }
      for (const { vkey, validFrom, validUntil } of published) {
        const until = validUntil === null ? 'signs now' : `until ${isoOrDash(validUntil)}`;
        print(vkey, `  valid from ${isoOrDash(validFrom)}, ${until}`);
      }
      note(published.length === 0 ? NO_KEY : HOW_TO_HAND_OUT);
    });
}

export function verifierCommand(evidence: Command): void {
  evidence
    .command('verifier')
    .description('write the program that verifies exports, one file for auditors, and print its SHA-256')
    .option('--out <file>', 'the file to write', VERIFIER_NAME)
    .option('--overwrite', 'replace an existing file')
    .option('--json', 'print JSON')
    .action(async ({ out, overwrite, json }: FileOptions) => {
      const { bytes, sha256 } = verifierFile();
      const file = path.resolve(out);
      await writeNewFile(file, bytes, { overwrite: overwrite === true, mode: 0o755 });
      if (json) printJson({ file, sha256 });
      else
        print(
          `Wrote ${file}. Its SHA-256:`,
          sha256,
          '',
          `It needs Node 20.12 or later: node ${out} export.json --key VKEY`,
        );
    });
}

const NO_KEY = 'There is no key yet: the first start of the service creates one.';
const HOW_TO_HAND_OUT =
  'Hand them to those who verify, but not together with an export: a key that comes with a file proves nothing.';
