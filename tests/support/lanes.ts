/**
 * Which files of tests share a process. To load the service takes longer than most files take to run, so those that
 * stay in their own process are dealt out to a few; those that start processes wait most of the time, so each has
 * one of its own, and they begin first.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Few enough that loading counts for little, enough that none is long alone at the end. */
const FILES_OF_A_LANE = 8;
const STARTS_PROCESSES =
  /from '(?:node:child_process|[./]*(?:tests\/)?support\/(?:command|service|docs\/reader)\.ts)'/;

/** @param folder for the files that load the others. @returns what is to be run, in this order. */
export function lanesOf(files: readonly string[], folder: string): string[] {
  const alone = files.filter((file) => STARTS_PROCESSES.test(readFileSync(file, 'utf8')));
  const others = files.filter((file) => !alone.includes(file));
  const lanes = Math.ceil(others.length / FILES_OF_A_LANE);
  // Dealt like cards: neighbours are often long together.
  const dealt = Array.from({ length: lanes }, (_, lane) =>
    others.filter((_, place) => place % lanes === lane),
  );
  return [
    ...alone,
    ...dealt.map((lane, number) => loading(lane, path.join(folder, `lane-${number + 1}.mjs`))),
  ];
}

function loading(lane: readonly string[], file: string): string {
  writeFileSync(file, lane.map((each) => `import '${pathToFileURL(each)}';\n`).join(''));
  return file;
}
