/** `assize demo`: a tenant with 30 days of life, to look at before your own agents ask. `assize demo remove` ends it. */
import { createInterface } from 'node:readline/promises';
import { readConfig } from '../../config/config.ts';
import type { JsonOption, Run, ServiceCommand } from '../command.ts';
import { progressBar } from '../progress.ts';
import type { Opened } from './make.ts';

interface MakeOptions extends JsonOption {
  files: string;
}

interface RemoveOptions extends JsonOption {
  yes?: boolean;
}

export function demoCommands(program: ServiceCommand): void {
  const demo = program.command('demo').description('a tenant with 30 days of life, to look at');

  demo
    .command('make', { isDefault: true })
    .description('make the tenant `demo`, unless it is there, and print a link that opens it')
    .option('--files <folder>', 'where an honest and a broken export are written', 'assize-demo')
    .json()
    .run(
      async ({ options, withService }: Run<MakeOptions>) => {
        const { makeDemo } = await import('./make.ts');
        const bar = progressBar('days');
        const config = readConfig(program.environment);
        const onDay = (day: number, days: number) => {
          if (options.json !== true) bar.show(day, days);
        };
        try {
          return await makeDemo({ withService, config, folder: options.files, onDay });
        } finally {
          bar.end();
        }
      },
      { json: fieldsOf, lines: linesOf },
    );

  demo
    .command('remove')
    .description('remove the tenant that `assize demo` made, with everything in it')
    .option('--yes', 'do not ask')
    .json()
    .run(remove, { lines: ({ rows }) => `The demo is removed: ${rows} rows. No other tenant was touched.` });
}

function linesOf({ isNew, link, artifacts, proofs, isServed }: Opened): string[] {
  return [
    isNew
      ? `The tenant "demo" has lived for 30 days: ${artifacts} records of evidence.`
      : `The tenant "demo" is there, with ${artifacts} records of evidence.`,
    ...(isServed
      ? []
      : ['The service does not run yet. Start it with `assize serve` before you open the link.']),
    '',
    'Open it as its owner, Dana Reyes. The link works once, within an hour:',
    `  ${link}`,
    '',
    'Two exports to try on the page "Verify an export": in one, a single digit was changed.',
    `  ${proofs.honest}`,
    `  ${proofs.broken}`,
    '',
    'Its people, agents and companies are made up. Remove it with: assize demo remove',
  ];
}

function fieldsOf({ isNew, link, artifacts, proofs, isServed }: Opened) {
  return { tenant: 'demo', made: isNew, artifacts, link, service_runs: isServed, files: proofs };
}

async function remove({ options, withService, refuse }: Run<RemoveOptions>) {
  const [{ requireDemo }, { removeTenant }] = await Promise.all([import('./make.ts'), import('./remove.ts')]);
  await withService(({ db }) => requireDemo(db));
  if (options.yes !== true && !(await isConfirmed(refuse))) refuse('nothing was removed');
  return withService(async (service) => {
    const demo = await requireDemo(service.db);
    return { tenant: 'demo', removed: true, rows: await removeTenant(service, demo) };
  });
}

async function isConfirmed(refuse: (message: string) => never): Promise<boolean> {
  if (!process.stdin.isTTY) return refuse('pass --yes, since no one can be asked here');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question('Remove the tenant "demo" with everything in it? [y/N] ');
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}
