/** `npm run bench` starts the servers, loads them, prints each figure beside its target, and leaves nothing behind. */
import { writeFileSync } from 'node:fs';
import { Cleanup } from './cleanup.ts';
import { type Context, makeFolder } from './context.ts';
import { chooseLoadTool } from './load/load.ts';
import { describeMachine } from './machine.ts';
import { OptionError, type Options, readOptions, usageOf } from './options.ts';
import { joinParts, measuredOn, type Part, printMachine, printReport, type Section } from './report.ts';
import { databaseName } from './servers/assize.ts';
import { hasPostgres, NO_POSTGRES } from './servers/postgres.ts';

/** In running order. To add a section, list its file in `sections/` here. */
const NAMES =
  'evaluate tokens workers overload costs events channels disk start evidence judgement gateway dashboard simulation soak'.split(
    ' ',
  );
/** These take hours. */
const ONLY_WHEN_NAMED = ['soak'];

const cleanup = new Cleanup();
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interrupted) return;
    interrupted = true;
    process.stderr.write('\nstopping everything that was started\n');
    void cleanup.run().finally(() => process.exit(130));
  });
}

try {
  await run(readOptions(process.argv.slice(2), NAMES, ONLY_WHEN_NAMED));
} catch (error) {
  // A section whose server was stopped fails, as expected after Ctrl-C.
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
    process.stdout.write(usageOf(NAMES));
    return;
  }
  const context: Context = {
    options,
    cleanup,
    folder: makeFolder(options.folder, cleanup),
    loadTool: chooseLoadTool(options.loadTool),
    progress: (line) => void process.stderr.write(`${line}\n`),
  };
  const machine = describeMachine(context);
  printMachine(machine);
  const sections: object[] = [];
  for (const name of NAMES.filter((each) => options.sections.includes(each))) {
    const section: Section = await import(`./sections/${name}.ts`);
    const report = joinParts(await partsOf(name, section, context));
    sections.push({ section: name, ...report });
    printReport(name, section.title, report);
  }
  const { jsonFile, seconds, rounds, warmup } = options;
  const results = { machine, run: { seconds, rounds, warmup }, sections };
  if (jsonFile !== null) writeFileSync(jsonFile, `${JSON.stringify(results, null, 2)}\n`);
}

async function partsOf(name: string, { onDatabase, once }: Section, context: Context): Promise<Part[]> {
  const parts: Part[] = [];
  for (const kind of onDatabase === undefined ? [] : context.options.databases) {
    if (kind === 'postgres' && !hasPostgres())
      parts.push({ notes: [`PostgreSQL was skipped: ${NO_POSTGRES}`] });
    else {
      const database = databaseName(kind);
      const measure = async (own: Context) => (await onDatabase?.(own, kind)) ?? {};
      parts.push(measuredOn(database, await alone(context, `${name}, ${database}`, measure)));
    }
  }
  if (once !== undefined) parts.push(await alone(context, name, once));
  return parts;
}

/** Runs a section and stops its servers before the next is measured. */
async function alone(
  context: Context,
  name: string,
  measure: (own: Context) => Promise<Part>,
): Promise<Part> {
  const own = new Cleanup(context.cleanup);
  const progress = (line: string) => context.progress(`${name}: ${line}`);
  try {
    return await measure({ ...context, cleanup: own, progress });
  } finally {
    await own.run();
  }
}
