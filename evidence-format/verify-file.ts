/**
 * Verifies an exported file on disk, or from the standard input, and says on the terminal what came of it. For Node:
 * with `assize-verify.ts`, which reads the arguments, the only file of this package that touches files and terminals.
 */

import { type FileHandle, open, readFile } from 'node:fs/promises';
import { shownJson } from './canonical/shown.ts';
import type { ExportReport } from './export/report.ts';
import { type ExportVerifier, exportVerifier } from './export/verifier.ts';
import { reportJson, wordsOf } from './export/words.ts';
import { parseVerifierKey, type VerifierKey } from './notes/note-key.ts';
import { printErrorLines, printJsonText, printLines, showProgressLine } from './terminal.ts';

export interface VerifyFileOptions {
  /** `-` is the standard input. */
  file: string;
  /** The file of a checkpoint that was kept. */
  trustedCheckpoint?: string | undefined;
  /** Verifier keys, as text. */
  keys: readonly string[];
  json: boolean;
}

/**
 * `unreadable`: there is no such file, or it can't be read. `unsound` is for what could not be checked, too, but for one
 * reason: `otherKey` says that nothing is wrong with the file, only that none of the keys given has signed it.
 */
export const VERIFY_EXIT = { sound: 0, unreadable: 1, usage: 2, unsound: 3, otherKey: 4 } as const;

/** The exit code, after the report was printed. Never throws because of a file. */
export async function verifyFile({
  file,
  trustedCheckpoint,
  keys,
  json,
}: VerifyFileOptions): Promise<number> {
  let verifierKeys: VerifierKey[];
  try {
    verifierKeys = keys.map(parseVerifierKey);
  } catch (error) {
    return fail(VERIFY_EXIT.usage, `--key: ${messageOf(error)}`);
  }
  let report: ExportReport;
  try {
    const kept = trustedCheckpoint === undefined ? undefined : await readFile(trustedCheckpoint, 'utf8');
    report = await readAll(
      file,
      exportVerifier(kept === undefined ? { verifierKeys } : { verifierKeys, trustedCheckpoint: kept }),
    );
  } catch (error) {
    if (!isOfTheSystem(error)) throw error;
    return fail(VERIFY_EXIT.unreadable, messageOf(error));
  }
  if (json) printJsonText(shownJson(reportJson(report), 2));
  else printLines(wordsOf(report));
  return exitOf(report);
}

function exitOf({ verdict, keysFit }: ExportReport): number {
  if (verdict === 'sound') return VERIFY_EXIT.sound;
  return verdict === 'unchecked' && !keysFit ? VERIFY_EXIT.otherKey : VERIFY_EXIT.unsound;
}

const CHUNK_BYTES = 1024 * 1024;

async function readAll(file: string, verifier: ExportVerifier): Promise<ExportReport> {
  if (file === '-') {
    for await (const chunk of process.stdin) verifier.push(chunk as Uint8Array);
    return verifier.finish();
  }
  const handle = await open(file);
  try {
    return await readHandle(handle, verifier);
  } finally {
    await handle.close();
  }
}

async function readHandle(handle: FileHandle, verifier: ExportVerifier): Promise<ExportReport> {
  const { size } = await handle.stat();
  // One piece of memory for all of the file.
  const buffer = new Uint8Array(CHUNK_BYTES);
  let done = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length);
    if (bytesRead === 0) return verifier.finish();
    verifier.push(buffer.subarray(0, bytesRead));
    done += bytesRead;
    showProgress(done, size, verifier);
  }
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

/** What the system refuses has a code; anything else is a fault of this program. */
function isOfTheSystem(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}
