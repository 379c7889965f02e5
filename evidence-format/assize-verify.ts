#!/usr/bin/env node
/** `assize-verify`: verifies an exported file without a service. See `verify-file.ts`. */

import { parseArgs } from 'node:util';
import { printErrorLines, printLines } from './terminal.ts';
import { VERIFY_EXIT, verifyFile } from './verify-file.ts';

const HELP = `Usage: assize-verify FILE [options]

Verifies an evidence export or a report of exceptions (both JSON) offline. FILE may be - for the standard input.

Options:
  --trusted-checkpoint FILE  a checkpoint that you have kept: the history in the file must begin with it
  --key VKEY                 a verifier key that you have from the service itself; may be given more than once
  --witness VKEY             the key of a witness that must have seen the log; may be given more than once
  --witnesses-required N     how many of these witnesses must have seen it: 1 by default
  --json                     print the report as JSON
  --help                     print this

Exits with 0 if the file is sound, 1 if it can't be read, 2 on wrong usage, 3 if it is not sound
or something that you asked for could not be checked, and 4 if nothing is wrong with it, but none of the
keys that you gave has signed it: they can't verify this file.`.split('\n');

const OPTIONS = {
  'trusted-checkpoint': { type: 'string' },
  key: { type: 'string', multiple: true, default: [] as string[] },
  witness: { type: 'string', multiple: true, default: [] as string[] },
  'witnesses-required': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** The exit code after a broken pipe. */
const BROKEN_PIPE = 141;

// The reader has gone, as with `| head`, so it would not see a message.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(BROKEN_PIPE));
process.exitCode = await main();

async function main(): Promise<number> {
  const parsed = parse();
  if (typeof parsed === 'string') return misused(parsed);
  const { values, positionals } = parsed;
  if (values.help) {
    printLines(HELP);
    return VERIFY_EXIT.sound;
  }
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) return misused('Name one file.');
  return verifyFile({
    file,
    trustedCheckpoint: values['trusted-checkpoint'],
    keys: values.key,
    witnesses: values.witness,
    witnessesRequired: values['witnesses-required'],
    json: values.json,
  });
}

function parse() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return error.message;
  }
}

function misused(message: string): number {
  printErrorLines([message, '', ...HELP]);
  return VERIFY_EXIT.usage;
}
