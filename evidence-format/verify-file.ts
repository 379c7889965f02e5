/**
 * Verifies an exported file on disk or from the standard input, and prints the result on the terminal. For Node.
 * Together with `assize-verify.ts`, which reads the arguments, this is the only file of this package that uses files
 * and terminals.
 */

import { type FileHandle, open, readFile } from 'node:fs/promises';
import { shownJson } from './canonical/shown.ts';
import { EXCEPTIONS_FORMAT } from './exceptions/report-file.ts';
import { verifyExceptions } from './exceptions/verify-report.ts';
import { exceptionsJson, wordsOfExceptions } from './exceptions/words.ts';
import type { ExportReport } from './export/report.ts';
import { type ExportVerifier, type ExportVerifierOptions, exportVerifier } from './export/verifier.ts';
import { reportJson, wordsOf } from './export/words.ts';
import { parseWitnessKey } from './notes/cosignature.ts';
import { parseVerifierKey, type VerifierKey } from './notes/note-key.ts';
import { printErrorLines, printJsonText, printLines, showProgressLine } from './terminal.ts';

export interface VerifyFileOptions {
  /** `-` is the standard input. */
  file: string;
  /** The file of a checkpoint that the reader has kept. */
  trustedCheckpoint?: string | undefined;
  /** Verifier keys, as text. */
  keys: readonly string[];
  /** Keys of witnesses, as text. */
  witnesses?: readonly string[];
  /** How many of them must have seen the log; digits. */
  witnessesRequired?: string | undefined;
  json: boolean;
}

/**
 * `unreadable`: the file doesn't exist or can't be read. `unsound` is also for files that could not be checked, with
 * one exception: `otherKey` says that nothing is wrong with the file, but none of the given keys has signed it.
 */
export const VERIFY_EXIT = { sound: 0, unreadable: 1, usage: 2, unsound: 3, otherKey: 4 } as const;

/** Prints the report and returns the exit code. Never throws because of a file. */
export async function verifyFile({
  file,
  trustedCheckpoint,
  keys,
  json,
  ...witnessing
}: VerifyFileOptions): Promise<number> {
  let verifierKeys: VerifierKey[];
  try {
    verifierKeys = keys.map(parseVerifierKey);
  } catch (error) {
    return fail(VERIFY_EXIT.usage, `--key: ${messageOf(error)}`);
  }
  const witnesses = readWitnesses(witnessing);
  if (typeof witnesses === 'string') return fail(VERIFY_EXIT.usage, witnesses);
  const exceptions = await readExceptions(file);
  if (exceptions !== null) {
    const isWitnessed = (witnessing.witnesses ?? []).length > 0;
    return verifyReport(exceptions, verifierKeys, {
      comparesLog: trustedCheckpoint !== undefined || isWitnessed,
      json,
    });
  }
  let report: ExportReport;
  let reading = file;
  try {
    if (trustedCheckpoint !== undefined) reading = trustedCheckpoint;
    const kept = trustedCheckpoint === undefined ? undefined : await readFile(trustedCheckpoint, 'utf8');
    reading = file;
    report = await readAll(
      file,
      exportVerifier({
        verifierKeys,
        ...witnesses,
        ...(kept !== undefined && { trustedCheckpoint: kept }),
      }),
    );
  } catch (error) {
    if (error instanceof AnotherFile) return fail(VERIFY_EXIT.unreadable, error.message);
    if (!isOfTheSystem(error)) throw error;
    return fail(VERIFY_EXIT.unreadable, problemWith(reading, error));
  }
  if (json) printJsonText(shownJson(reportJson(report), 2));
  else printLines(wordsOf(report));
  return exitOf(report);
}

const REPORT_BEGIN = `{"format":"${EXCEPTIONS_FORMAT}"`;
const MAX_REPORT_BYTES = 256 * 1024 * 1024;

/** The text of a report of exceptions; null for anything else, which is then read as an export. */
async function readExceptions(file: string): Promise<string | null> {
  if (file === '-') return null;
  try {
    const handle = await open(file);
    try {
      const begin = Buffer.alloc(REPORT_BEGIN.length + 64);
      await handle.read(begin, 0, begin.length, 0);
      const isReport = begin.toString('latin1').replaceAll(/\s/g, '').startsWith(REPORT_BEGIN);
      if (!isReport || (await handle.stat()).size > MAX_REPORT_BYTES) return null;
      return await readFile(file, 'utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Reading it as an export says why it can't be read.
    if (isOfTheSystem(error)) return null;
    throw error;
  }
}

function verifyReport(
  text: string,
  verifierKeys: readonly VerifierKey[],
  { comparesLog, json }: { comparesLog: boolean; json: boolean },
): number {
  if (comparesLog) {
    return fail(
      VERIFY_EXIT.usage,
      "A report of exceptions can't be compared with a kept checkpoint or witnesses: verify an export of its chain.",
    );
  }
  const result = verifyExceptions(text, verifierKeys);
  if (json) printJsonText(shownJson(exceptionsJson(result), 2));
  else printLines(wordsOfExceptions(result));
  if (result.verdict === 'sound') return VERIFY_EXIT.sound;
  return result.verdict === 'unchecked' ? VERIFY_EXIT.otherKey : VERIFY_EXIT.unsound;
}

type Witnesses = Pick<ExportVerifierOptions, 'witnesses' | 'witnessesRequired'>;

/** @returns what is wrong with them as a text. */
function readWitnesses({
  witnesses: texts = [],
  witnessesRequired: digits,
}: Pick<VerifyFileOptions, 'witnesses' | 'witnessesRequired'>): Witnesses | string {
  let witnesses: VerifierKey[];
  try {
    witnesses = texts.map(parseWitnessKey);
  } catch (error) {
    return `--witness: ${messageOf(error)}`;
  }
  if (digits === undefined) return { witnesses };
  if (!/^[1-9]\d?$/.test(digits)) return '--witnesses-required: a number from 1 to 99';
  const witnessesRequired = Number(digits);
  if (new Set(witnesses.map(({ name }) => name)).size >= witnessesRequired)
    return { witnesses, witnessesRequired };
  return `--witnesses-required: name ${digits} different witnesses by --witness`;
}

function exitOf({ verdict, keysFit }: ExportReport): number {
  if (verdict === 'sound') return VERIFY_EXIT.sound;
  return verdict === 'unchecked' && !keysFit ? VERIFY_EXIT.otherKey : VERIFY_EXIT.unsound;
}

const CHUNK_BYTES = 1024 * 1024;

async function readAll(file: string, verifier: ExportVerifier): Promise<ExportReport> {
  if (file === '-') {
    let isFirst = true;
    for await (const chunk of process.stdin) {
      if (isFirst) requireExport('the standard input', chunk as Uint8Array);
      isFirst = false;
      verifier.push(chunk as Uint8Array);
    }
    return verifier.finish();
  }
  const handle = await open(file);
  try {
    return await readHandle(file, handle, verifier);
  } finally {
    await handle.close();
  }
}

async function readHandle(file: string, handle: FileHandle, verifier: ExportVerifier): Promise<ExportReport> {
  const { size } = await handle.stat();
  // One buffer for the whole file.
  const buffer = new Uint8Array(CHUNK_BYTES);
  let done = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length);
    if (bytesRead === 0) return verifier.finish();
    if (done === 0) requireExport(file, buffer.subarray(0, bytesRead));
    verifier.push(buffer.subarray(0, bytesRead));
    done += bytesRead;
    showProgress(done, size, verifier);
  }
}

/** An export in a form for readers, which contains nothing to verify it with. */
class AnotherFile extends Error {
  override readonly name = 'AnotherFile';
}

const FOR_READERS: [RegExp, string][] = [
  [/^%PDF-/, 'a PDF'],
  [/^(?:\u00ef\u00bb\u00bf)?"?index"?[,;\t]/, 'a CSV file'],
];

/** @param begin the beginning of the file. @throws {AnotherFile} */
function requireExport(file: string, begin: Uint8Array): void {
  const text = Buffer.from(begin.subarray(0, 64)).toString('latin1');
  const kind = FOR_READERS.find(([pattern]) => pattern.test(text))?.[1];
  if (kind === undefined) return;
  throw new AnotherFile(
    `${file} is ${kind}, which is for readers and holds no proofs. Verify the same export as JSON: ` +
      'assize evidence export --format json, or POST /api/v1/evidence/export with {"format": "json"}.',
  );
}

const MB = 1_000_000;
const MAX_STEPS = 500;

function showProgress(done: number, size: number, { progress }: ExportVerifier): void {
  const everyBytes = Math.max(CHUNK_BYTES, size / MAX_STEPS);
  if (done < size && done % everyBytes >= CHUNK_BYTES) return;
  const percent = size === 0 ? 100 : Math.floor((100 * done) / size);
  const line = `${percent} % of ${(size / MB).toFixed(1)} MB, ${progress.artifacts} of ${progress.of} records`;
  showProgressLine(done < size ? line : '');
}

function fail(code: number, message: string): number {
  printErrorLines([message]);
  return code;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const PROBLEMS: Record<string, string> = {
  ENOENT: 'There is no file FILE.',
  ENOTDIR: 'There is no file FILE: a part of its path is not a folder.',
  EISDIR: 'FILE is a folder: name a file in it.',
  EACCES: 'This user may not read FILE.',
};

function problemWith(file: string, error: unknown): string {
  const words = PROBLEMS[String((error as { code?: unknown }).code)];
  return words?.replace('FILE', () => file) ?? `${file}: ${messageOf(error)}`;
}

/** The system's errors have a code; anything else is a fault of this program. */
function isOfTheSystem(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}
