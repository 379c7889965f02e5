/**
 * Decides which test files share a process, and in which order they run. Loading the service takes longer than most
 * files take to run, so files that need no process of their own share a few. Files that start services (kill, fault
 * and lifetime tests among them) each have their own process: they wait much, so one of them runs beside one of the
 * others and keeps the processor busy.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LEFT_TO_CI } from './left-to-ci.ts';

/**
 * Few enough that no lane runs alone for long at the end, and enough that loading costs little: in place of two lanes
 * of half as many files, one takes 47 s of processor time rather than 53 s.
 */
const FILES_OF_A_LANE = 24;
const LANE_START = path.join(import.meta.dirname, 'lane-start.ts');
const SUPPORT = path.join(import.meta.dirname, '..');
/** Modules of `tests/support` that start processes, and so do the tests that import them. */
const STARTERS = ['processes/service.ts', 'nodes/workers.ts', 'docs/reader.ts', 'event-loop/probed.ts'];
const STARTS_PROCESSES = new RegExp(`from '(?:node:child_process|[^']*support/(?:${STARTERS.join('|')}))'`);

/** In a lane, a password is checked too fast for another node to come in between. */
const NEEDS_SLOW_PASSWORDS = /\/sign-in-races\.test\.ts$/;

/** @param folder for the files that load the others. @returns the files to run, in this order. */
export function lanesOf(files: readonly string[], folder: string): string[] {
  for (const file of STARTERS) assert.ok(existsSync(path.join(SUPPORT, file)), `${file} has moved`);
  // The longest begin first, so that none is left over at the end.
  const alone = files
    .filter((file) => NEEDS_SLOW_PASSWORDS.test(file) || STARTS_PROCESSES.test(readFileSync(file, 'utf8')))
    .sort((one, other) => Number(isLong(other)) - Number(isLong(one)));
  const others = files.filter((file) => !alone.includes(file));
  const lanes = Math.ceil(others.length / FILES_OF_A_LANE);
  // Dealt like cards, because long files are often neighbours.
  const dealt = Array.from({ length: lanes }, (_, lane) =>
    others.filter((_, place) => place % lanes === lane),
  );
  const shared = dealt.map((lane, number) => loading(lane, path.join(folder, `lane-${number + 1}.mjs`)));
  return mixed(alone, shared);
}

/**
 * Mixes both evenly, each in its order. Lanes begin in the first 85 % of the run: one takes more than a minute, and the
 * last would otherwise keep one processor busy while the others wait.
 */
function mixed(alone: readonly string[], lanes: readonly string[]): string[] {
  const placed = [
    ...lanes.map((file, number) => ({ file, at: (0.85 * number) / lanes.length })),
    ...alone.map((file, number) => ({ file, at: number / alone.length })),
  ];
  return placed.sort((one, other) => one.at - other.at).map(({ file }) => file);
}

function isLong(file: string): boolean {
  return LEFT_TO_CI.some((long) => file.endsWith(long));
}

function loading(lane: readonly string[], file: string): string {
  writeFileSync(file, [LANE_START, ...lane].map((each) => `import '${pathToFileURL(each)}';\n`).join(''));
  return file;
}
