/** `assize gateway import`: prints a client's file changed, and what became of each of its servers. */
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
  // A file, as it is to be saved.
  else process.stdout.write(content);
  printErrorLines([
    ...(dryRun || json ? [] : lines.filter((_, place) => servers[place]?.governed === false)),
    `The key is read from ${DEFAULT_FILE} ({"assize": {"key": "ak_…"}}), or else from ASSIZE_KEY.`,
  ]);
}

/** As this very process was started: a client on a desktop often has another PATH. */
function launcher() {
  return { command: process.execPath, args: [path.resolve(process.argv[1] ?? '')] };
}
