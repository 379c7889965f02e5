/**
 * `npm run test:failover -- --rounds N [--faults a,b] [--minutes M]`: makes N failovers of a real cluster under load
 * for each kind of fault in turn, and prints a table. `--kills N` kills Assize itself instead. Exits with 1 if
 * anything was lost, forked, answered twice, or late; `--untimed` ignores lateness.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Cluster } from './cluster.ts';
import { FAULTS } from './faults.ts';
import { killRounds } from './kills.ts';
import { type RoundResult, Run } from './rounds.ts';
import { buildNetwork, enterSite, isInside, whyNoSite } from './site.ts';
import { tableOf } from './table.ts';

/** On a disk: memory survives no power cut, and syncs nothing. */
const ON_DISK = '/var/tmp';
const FOLDER = 'ASSIZE_FAILOVER_FOLDER';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: String(FAULTS.length) },
    minutes: { type: 'string', default: '600' },
    untimed: { type: 'boolean', default: false },
    kills: { type: 'string' },
    faults: { type: 'string', default: FAULTS.map(({ name }) => name).join(',') },
  },
});

process.exit(isInside() ? await inside() : await outside());

async function outside(): Promise<number> {
  if (values.kills !== undefined) return killsOnly(Number(values.kills));
  const why = whyNoSite();
  if (why !== null) {
    console.error(why);
    return 2;
  }
  const folder = mkdtempSync(path.join(process.env[FOLDER] ?? ON_DISK, 'assize-failover-'));
  process.env[FOLDER] = folder;
  const code = await enterSite(import.meta.filename, process.argv.slice(2));
  if (code === 0) rmSync(folder, { recursive: true, force: true });
  else console.error(`What the programs said is in ${folder}`);
  return code;
}

async function killsOnly(kills: number): Promise<number> {
  const folder = mkdtempSync(path.join(ON_DISK, 'assize-kills-'));
  const held = await killRounds(kills, folder);
  rmSync(folder, { recursive: true, force: true });
  return held ? 0 : 1;
}

async function inside(): Promise<number> {
  const folder = process.env[FOLDER] ?? '';
  const names = values.faults.split(',');
  const faults = FAULTS.filter(({ name }) => names.includes(name));
  if (faults.length !== names.length) throw new Error(`faults: ${FAULTS.map(({ name }) => name).join(', ')}`);
  buildNetwork();
  const run = await Run.start(await Cluster.start(folder), folder);
  const results: RoundResult[] = [];
  const endsAt = performance.now() + Number(values.minutes) * 60_000;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const fault = faults[round % faults.length];
    if (fault === undefined || performance.now() > endsAt) break;
    const result = await run.round(fault, !values.untimed);
    results.push(result);
    console.log(lineOf(round + 1, result));
  }
  console.log(`\n${tableOf(results)}\n`);
  await run.end();
  console.log(`${run.artifacts} artifacts in the chain`);
  return results.some(isBad) ? 1 : 0;
}

function isBad({ lost, forks, answeredTwice, problem }: RoundResult): boolean {
  return lost + forks + answeredTwice > 0 || problem !== null;
}

function lineOf(round: number, result: RoundResult): string {
  const { fault, answered, refused, broken, waitedMs, databaseMs, problem } = result;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const what = `${answered} answered, ${refused} refused, ${broken} cut off`;
  const times = `waited ${seconds(waitedMs)} at most, the database took no write for ${seconds(databaseMs)}`;
  return `${round} ${fault}: ${what}, ${times}${isBad(result) ? ` BAD ${JSON.stringify(result)}` : ''}${problem === null ? '' : `\n  ${problem}`}`;
}
