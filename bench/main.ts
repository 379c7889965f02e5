/** `npm run bench` starts the servers, loads them, prints each figure beside its target, and leaves nothing behind. */
import { writeFileSync } from 'node:fs';
import { Cleanup } from './cleanup.ts';
import { type Context, makeFolder } from './context.ts';
import { chooseLoadTool } from './load/load.ts';
import { describeMachine } from './machine.ts';
import { OptionError, type Options, readOptions, USAGE } from './options.ts';
import { printMachine, printReport, type Section, type SectionReport } from './report.ts';
import { approvals } from './sections/approvals.ts';
import { cerbos } from './sections/cerbos.ts';
import { dashboard } from './sections/dashboard.ts';
import { disk } from './sections/disk.ts';
import { evaluate } from './sections/evaluate.ts';
import { eventLoop } from './sections/event-loop.ts';
import { evidence } from './sections/evidence.ts';
import { gateway } from './sections/gateway.ts';
import { governance } from './sections/governance.ts';
import { judgement } from './sections/judgement.ts';
import { laws } from './sections/laws.ts';
import { simulation } from './sections/simulation.ts';
import { start } from './sections/start.ts';
import { telemetry } from './sections/telemetry.ts';
import { usage } from './sections/usage.ts';
import { workers } from './sections/workers.ts';

/** In the order in which they run. To add a section, add it here. */
const SECTIONS: Readonly<Record<string, Section>> = {
  ...{ evaluate, workers, telemetry, disk, laws, cerbos, start, 'event-loop': eventLoop },
  ...{ evidence, approvals, usage, governance, judgement, gateway, dashboard, simulation },
};

const cleanup = new Cleanup();
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interrupted) return;
    interrupted = true;
    process.stderr.write('\nstopping what was started\n');
    void cleanup.run().finally(() => process.exit(130));
  });
}

try {
  await run(readOptions(process.argv.slice(2), Object.keys(SECTIONS)));
} catch (error) {
  // A section whose server is stopped fails, which is no news to the person who pressed Ctrl-C.
  if (!interrupted) {
    const { message, stack } = error as Error;
    process.exitCode = error instanceof OptionError ? 2 : 1;
    process.stderr.write(`${error instanceof OptionError ? message : stack}\n`);
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
  const sections: object[] = [];
  for (const [section, measure] of Object.entries(SECTIONS)) {
    if (!options.sections.includes(section)) continue;
    const report = await runSection(measure, context);
    sections.push({ section, ...report });
    printReport(section, report);
  }
  const { jsonFile, seconds, rounds, warmupSeconds } = options;
  const results = { machine, run: { seconds, rounds, warmupSeconds }, sections };
  if (jsonFile !== null) writeFileSync(jsonFile, `${JSON.stringify(results, null, 2)}\n`);
}

/** The servers of one section are gone before the next one measures. */
async function runSection(measure: Section, context: Context): Promise<SectionReport> {
  const own = new Cleanup(context.cleanup);
  try {
    return await measure({ ...context, cleanup: own });
  } finally {
    await own.run();
  }
}
