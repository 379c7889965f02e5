/** The findings of `assize doctor` on versions: the migrations that have run, and the programs that may serve and do. */
import { oldestOf, readLedger, THIS_PROGRAM, whyRefused } from '../../database/ledger.ts';
import { stepsMissing, stepsWaiting } from '../../database/migrate.ts';
import { nodesAlive, type ServingNode, versionsOf } from '../../database/nodes/nodes.ts';
import { minorOf } from '../../database/nodes/releases.ts';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { type Finding, findingsOn } from './finding.ts';

type Ledger = Awaited<ReturnType<typeof readLedger>>;

export async function versionFindings(db: Database, clock: Clock): Promise<Finding[]> {
  const done = await readLedger(db).catch(() => null);
  if (done === null) {
    return [findingsOn('migrations').warning('none have run; the first start runs them')];
  }
  // A database from before this was recorded has no such table.
  const nodes = await nodesAlive(db, clock.now()).catch(() => []);
  return [migrations(done), findingsOn('versions').ok(versions(done, nodes))];
}

function migrations(done: Ledger): Finding {
  const { ok, warning, problem } = findingsOn('migrations');
  const refused = whyRefused(done, THIS_PROGRAM);
  if (refused !== null) return problem(refused);
  const missing = stepsMissing(done);
  if (missing.length > 0) return warning(`to be run at the next start: ${missing.join(', ')}`);
  const waiting = stepsWaiting(done);
  if (waiting.length > 0) {
    const below = minorOf(THIS_PROGRAM.version);
    return ok(`${waiting.join(', ')} will run once no node below ${below} serves`);
  }
  const more = done.length - THIS_PROGRAM.steps.length;
  return ok(more > 0 ? `current, and ${more} of a newer version` : 'current');
}

function versions(done: Ledger, nodes: readonly ServingNode[]): string {
  const last = done.at(-1)?.program ?? null;
  const by = last === null ? 'migrated by an early version' : `migrated by ${last}`;
  const oldest = oldestOf(done);
  const may = oldest === null ? '' : `, for ${oldest} and later`;
  return `${by}${may}; served by ${nodes.length === 0 ? 'no node now' : versionsOf(nodes)}`;
}
