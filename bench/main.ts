/**
 * `npm run bench`: starts what it compares, loads it, prints figures beside their targets, and leaves nothing behind.
 * The figures are for people to read: nothing asserts them, and the exit code does not depend on them.
 */
import { writeFileSync } from 'node:fs';
import { Cleanup } from './cleanup.ts';
import { type Context, makeFolder } from './context.ts';
import { chooseLoadTool } from './load/load.ts';
import { describeMachine, type Machine } from './machine.ts';
import { OptionError, type Options, readOptions, USAGE } from './options.ts';
import { printMachine, printReport } from './print.ts';
import type { Report, Section } from './report.ts';
import { approvals } from './sections/approvals.ts';
import { cerbos } from './sections/cerbos.ts';
import { disk } from './sections/disk.ts';
import { evaluate } from './sections/evaluate.ts';
import { eventLoop } from './sections/event-loop.ts';
import { evidence } from './sections/evidence.ts';
import { governance } from './sections/governance.ts';
import { laws } from './sections/laws.ts';
import { start } from './sections/start.ts';
import { usage } from './sections/usage.ts';

/** In the order they run and print. A section is added here, and nowhere else. */
const SECTIONS: Readonly<Record<string, Section>> = {
  evaluate,
  disk,
  laws,
  cerbos,
  start,
  'event-loop': eventLoop,
  evidence,
  approvals,
  usage,
  governance,
};

const cleanup = new Cleanup();
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interrupted) return;
    interrupted = true;
    process.stderr.write('\nstopping what was started\n');
    void cleanup.close().finally(() => process.exit(130));
  });
}

try {
  await run(readOptions(process.argv.slice(2), Object.keys(SECTIONS)));
} catch (error) {
  // Stopping a server under load makes its section fail, which is no news to whoever pressed Ctrl-C.
  if (!interrupted) {
    process.exitCode = error instanceof OptionError ? 2 : 1;
    process.stderr.write(error instanceof OptionError ? `${error.message}\n` : `${inFull(error)}\n`);
  }
} finally {
  await cleanup.run();
}

async function run(options: Options): Promise<void> {
  if (options.help) {
    process.stdout.write(USAGE);
    return;
  }
  const context: Context = {
    options,
    cleanup,
    environment: process.env,
    folder: makeFolder(options.folder, cleanup),
    loadTool: chooseLoadTool(options.loadTool, process.env),
    progress: (line) => void process.stderr.write(`${line}\n`),
  };
  const machine = describeMachine(context);
  printMachine(machine);
  const reports: Report[] = [];
  for (const [name, section] of Object.entries(SECTIONS)) {
    if (!options.sections.includes(name)) continue;
    const report = await runSection(name, section, context);
    reports.push(report);
    printReport(report);
  }
  if (options.jsonFile !== null) writeResults(options.jsonFile, machine, options, reports);
}

/** One section's servers are gone before the next one measures. */
async function runSection(name: string, section: Section, context: Context): Promise<Report> {
  const ofSection = new Cleanup(context.cleanup);
  try {
    return { section: name, ...(await section({ ...context, cleanup: ofSection })) };
  } finally {
    await ofSection.run();
  }
}

function writeResults(file: string, machine: Machine, options: Options, reports: readonly Report[]): void {
  const { seconds, rounds, warmupSeconds } = options;
  writeFileSync(
    file,
    `${JSON.stringify({ machine, run: { seconds, rounds, warmupSeconds }, sections: reports }, null, 2)}\n`,
  );
}

function inFull(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
