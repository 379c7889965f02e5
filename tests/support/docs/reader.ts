/**
 * A reader of the documentation: goes through a page in a clean clone, runs exactly its commands, and compares the
 * output with the page.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../databases/postgres.ts';
import { until } from '../until.ts';
import type { Clone } from './clone.ts';
import { NOT_RUN } from './not-run.ts';
import { type Block, blocksOf, matchesOutput, type Page } from './page.ts';
import { type Background, openTerminal, type Place, runInBackground, type Terminal } from './terminal.ts';

/** The only thing that readers fill in: their key, and their agent's. The comment beside it names the environment. */
const OWN_KEYS = /^(AGENT_)?KEY=ak_…(?=.*\b(sandbox|production)\b)/gm;
const KEYS = /^ {2}(production|sandbox) +(ak_\w+)$/gm;
/** Far longer than a start or an event takes on a busy machine. */
const BACKGROUND_TIMEOUT_MS = 90_000;
/** Testing a policy and reading a help page need no database. */
const NEEDS_SERVICE = /^(?:AGENT_)?KEY=ak_…|\blocalhost:8080|\bnpx assize (?!policies test |.* --help)/m;
const LISTENS = 'Assize listens on';
/** The port on the pages. curl connects to a free port of this machine instead. */
const DOCUMENTED_PORT = 8080;

export interface Reader {
  read(page: Page): Promise<void>;
}

export function readerIn(clone: Clone, parent: string): Reader {
  return {
    async read(page) {
      const blocks = blocksOf(page);
      for (const block of blocks) if (block.kind === 'not run') requireReasons(page, block);
      if (blocks.every(({ kind }) => kind === 'not run' || kind === 'file')) return;
      const scratch = path.join(parent, page.name.replaceAll('/', '-'));
      mkdirSync(scratch);
      const place = await placeFor(clone, scratch);
      const visit: Visit = { page, place, terminal: openTerminal(scratch, place), started: [] };
      try {
        if (needsService(blocks)) await start(visit, 'npx assize serve', null);
        for (const block of blocks) await follow(visit, block);
        await end(visit);
        assert.equal(clone.leftBehind(), '', `${page.name} leaves files behind`);
      } finally {
        visit.terminal.close();
        for (const { background } of visit.started) background.kill();
        clone.cleanUp();
      }
    },
  };
}

interface Visit {
  page: Page;
  place: Place;
  terminal: Terminal;
  started: { background: Background; block: Block | null }[];
}

/** Whether the page uses the service without starting it. */
function needsService(blocks: Block[]): boolean {
  const run = blocks.filter(({ kind }) => kind !== 'not run').map(({ commands }) => commands);
  const asks = run.some((commands) => NEEDS_SERVICE.test(commands));
  return asks && !run.some((commands) => commands.includes('npm start'));
}

async function placeFor({ folder, programs }: Clone, scratch: string): Promise<Place> {
  const [port, ownPort] = [await freePort(), await freePort()];
  const routes = [
    ...['localhost', '127.0.0.1'].map(
      (host) => `connect-to = "${host}:${DOCUMENTED_PORT}:127.0.0.1:${port}"`,
    ),
    `connect-to = "localhost:3000:127.0.0.1:${ownPort}"`,
  ];
  // A command fails on an answer with a status of 400 or more.
  writeFileSync(path.join(scratch, '.curlrc'), `${routes.join('\n')}\nfail-with-body\n`);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('ASSIZE_'));
  const own = {
    PATH: `${programs}:${process.env.PATH}`,
    CURL_HOME: scratch,
    // For the programs on the pages, which listen on 3000 by default.
    PORT: String(ownPort),
    ASSIZE_PORT: String(port),
    // For programs that call the service.
    ASSIZE_URL: `http://127.0.0.1:${port}`,
    ASSIZE_BASE_URL: `http://127.0.0.1:${DOCUMENTED_PORT}`,
    ASSIZE_LOG_LEVEL: 'warn',
  };
  return { cwd: folder, env: { ...Object.fromEntries(inherited), ...own } };
}

/** A command may span several lines. */
function requireReasons(page: Page, { commands, line }: Block): void {
  for (const command of commands
    .replaceAll(/ \\\n */g, ' ')
    .trim()
    .split('\n')) {
    assert.ok(
      command in NOT_RUN,
      `${page.name}:${line}: say in not-run.ts why no test runs this: ${command}`,
    );
  }
}

async function follow(visit: Visit, block: Block): Promise<void> {
  const { page, place, terminal } = visit;
  const where = `${page.name}:${block.line}`;
  if (block.kind === 'not run') return;
  if (block.file !== undefined) return writeFileSync(path.join(place.cwd, block.file), block.commands);
  if (block.kind === 'background') return start(visit, block.commands, block);
  const commands = await filledIn(visit, block.commands);
  assert.doesNotMatch(commands, /…/, `${where}: a command can't be run with … in it`);
  const { printed, failed, errors } = await terminal.run(commands);
  const all = `${commands}\n${printed}\n${errors}`;
  if (block.kind === 'succeeds') assert.equal(failed, '', `${where}: a command failed\n${all}`);
  else assert.equal(failed.split('\n').length, 2, `${where}: one command has to fail\n${all}`);
  if (block.output !== null) assertOutput(where, printed, block.output, errors);
}

/** Returns once the first line of the expected output is printed, or once the service listens. */
async function start(visit: Visit, commands: string, block: Block | null): Promise<void> {
  const background = runInBackground(commands, visit.place);
  visit.started.push({ background, block });
  const first = block?.output?.split('\n').find((line) => line !== '…') ?? LISTENS;
  const isThere = () => matchesOutput(background.shown(), `…${first}…`);
  await untilOrDeadline(() => isThere() || background.hasEnded());
  assert.ok(isThere(), `${commands}\n${background.shown()}`);
}

async function end({ page, started }: Visit): Promise<void> {
  for (const { background, block } of started.toReversed()) {
    const expected = block?.output ?? '…';
    await untilOrDeadline(() => matchesOutput(background.shown(), expected));
    assertOutput(`${page.name}:${block?.line}`, background.shown(), expected);
    await background.interrupt();
  }
}

/** The assertion that follows reports what is still missing then. */
function untilOrDeadline(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + BACKGROUND_TIMEOUT_MS;
  return until(() => holds() || performance.now() > deadline);
}

async function filledIn({ page, started }: Visit, commands: string): Promise<string> {
  if (commands.match(OWN_KEYS) === null) return commands;
  const shown = () => started.map(({ background }) => background.shown()).join('');
  // The reader's own keys are printed before their agent's.
  const keysOf = (environment: string) =>
    [...shown().matchAll(KEYS)].flatMap(([, name, key]) => (name === environment ? [key] : []));
  await until(
    () => keysOf('sandbox').length === 2,
    () => `${page.name}: no service has printed its keys`,
  );
  return commands.replace(OWN_KEYS, (_, agents: string | undefined, environment: string) => {
    const [own, agent] = keysOf(environment);
    return agents === undefined ? `KEY=${own}` : `${agents}KEY=${agent}`;
  });
}

function assertOutput(where: string, printed: string, expected: string, errors = ''): void {
  if (matchesOutput(printed, expected)) return;
  assert.equal(printed, expected, `${where}: what is printed is not what the page shows\n${errors}`);
  assert.fail(where);
}
