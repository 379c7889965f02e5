/** `assize gateway import`: prints the changed file of a client, and what happened to each of its servers. */
import path from 'node:path';
import { printErrorLines, printLines } from '@assize/evidence-format/terminal';
import { importClientFile } from './import.ts';
import { contentOf, DEFAULT_FILE } from './read-file.ts';

/** @throws {ConfigurationProblems} */
export function importInto(
  file: string,
  { dryRun = false, json = false }: { dryRun?: boolean; json?: boolean },
): void {
  const { content, servers } = importClientFile(contentOf(file), launcher());
  const lines = servers.map(({ name, how }) => `${name}: ${how}`);
  if (json) printLines([JSON.stringify(dryRun ? { servers } : { content, servers })]);
  else if (dryRun) printLines(lines);
  // The file as it should be saved.
  else process.stdout.write(content);
  printErrorLines([
    ...(dryRun || json ? [] : lines.filter((_, place) => servers[place]?.governed === false)),
    `The key is read from ${DEFAULT_FILE} ({"assize": {"key": "ak_…"}}), or else from ASSIZE_KEY.`,
  ]);
}

/** The same command line that started this process: a desktop client often has another PATH. */
function launcher() {
  return { command: process.execPath, args: [path.resolve(process.argv[1] ?? '')] };
}
