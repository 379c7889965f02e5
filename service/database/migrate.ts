/**
 * Migrates the database to the tables that this program knows. Steps only go forward, each runs in one transaction with
 * its record, and each runs once even if several nodes start together. Nodes of the previous minor version come to no
 * harm: a step that they could not ignore waits until there are none. A database that this program may not serve is
 * refused, and so is a step whose text has changed since it ran.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Clock } from '../foundation/clock.ts';
import {
  checksum,
  createLedger,
  DIALECTS,
  type Done,
  hasColumn,
  MigrationError,
  oldestAfter,
  type Program,
  readLedger,
  requireSameTexts,
  THIS_PROGRAM,
  whyRefused,
} from './ledger.ts';
import type { DatabaseKind, Migration } from './migrations/migration.ts';
import { nodesAlive, noteNode, type ServingNode, versionsOf } from './nodes/nodes.ts';
import { isBelow, minorOf, oldestBeside } from './nodes/releases.ts';
import { TABLE_LOCK_TIMEOUT_MS, untilLocked } from './table-locks.ts';
import type { Tables } from './tables/index.ts';

export { MigrationError } from './ledger.ts';

/** An arbitrary number that nothing else in the database uses as a lock. */
const MIGRATION_LOCK = 7_310_475_221;

export interface MigrateOptions extends Partial<Program> {
  /** The id of the node that will serve, which is registered in the same transaction; null for a command. */
  node?: string | null;
}

/**
 * @returns the names of the steps that this call ran.
 * @throws {MigrationError} if this program may not serve the database, a finished step was edited since, or a node
 * serves that is more than one minor version away.
 */
export async function migrate(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  clock: Clock,
  options: MigrateOptions = {},
): Promise<string[]> {
  const program = { ...THIS_PROGRAM, ...options };
  const { node = null } = options;
  const ran: string[] = [];
  for (;;) {
    const step = await untilLocked(() => runNext(db, kind, clock, { ...program, node }));
    if (step === null) return ran;
    ran.push(step);
  }
}

/**
 * Runs one step, in a transaction that locks only the step's own table: with several locks, it and a request could wait
 * for each other. @returns the name of the step; null if none is due, in which case the node is registered.
 */
function runNext(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  clock: Clock,
  { node, ...program }: Program & { node: string | null },
): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await lockMigrations(tx, kind);
    await createLedger(tx, kind);
    const done = await readLedger(tx);
    const refused = whyRefused(done, program);
    if (refused !== null) throw new MigrationError(refused);
    requireSameTexts(done, program.steps, kind);
    const others = await otherNodes(tx, kind, clock, node);
    requireNeighbours(others, program);
    const [step] = stepsDue(done, program, others);
    if (step === undefined) {
      if (node !== null) await noteNode(tx, nodeOf(node, program), clock.now());
      return null;
    }
    for (const statement of step.statements(DIALECTS[kind])) await sql.raw(statement).execute(tx);
    await tx
      .insertInto('schema_migrations')
      .values(record(step, kind, clock, program))
      .execute();
    return step.name;
  });
}

function record(step: Migration, kind: DatabaseKind, clock: Clock, { version, minors }: Program) {
  return {
    version: step.version,
    name: step.name,
    checksum: checksum(step, kind),
    applied_at: clock.now(),
    program: version,
    oldest_program: oldestAfter(step, minors),
  };
}

/** The entry for the list of serving nodes. */
export function nodeOf(nodeId: string, { version, minors }: Omit<Program, 'steps'>): ServingNode {
  return { nodeId, program: version, oldestBeside: oldestBeside(minorOf(version), minors) };
}

/** The steps of this program that wait until no node of the previous minor version serves. */
export function stepsWaiting(done: readonly Done[], { version, steps }: Program = THIS_PROGRAM): string[] {
  return pendingSteps(done, steps)
    .filter((step) => mayWait(step, version))
    .map(({ name }) => name);
}

/** The migrations that this program needs. Empty if the database is current, or newer. */
export async function missingMigrations(db: Kysely<Tables>): Promise<string[]> {
  return stepsMissing(await readLedger(db));
}

export function stepsMissing(done: readonly Done[], { version, steps }: Program = THIS_PROGRAM): string[] {
  return pendingSteps(done, steps)
    .filter((step) => !mayWait(step, version))
    .map(({ name }) => name);
}

function pendingSteps(done: readonly Done[], steps: readonly Migration[]): Migration[] {
  const versions = new Set(done.map((row) => row.version));
  return steps.filter((step) => !versions.has(step.version));
}

/** A program can serve without its own `contract` step, because the previous version does so too. */
function mayWait({ kind, release }: Migration, version: string): boolean {
  return kind === 'contract' && release === minorOf(version);
}

function stepsDue(
  done: readonly Done[],
  { version, steps }: Program,
  others: readonly ServingNode[],
): Migration[] {
  const pending = pendingSteps(done, steps);
  const isWaiting = others.some(({ program }) => isBelow(minorOf(program), minorOf(version)));
  const first = isWaiting ? pending.findIndex((step) => mayWait(step, version)) : -1;
  return first === -1 ? pending : pending.slice(0, first);
}

/** Another node that starts at the same time waits here, for as long as a step takes. */
async function lockMigrations(tx: Transaction<Tables>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'postgres') return;
  await sql`SET LOCAL statement_timeout = 0`.execute(tx);
  await sql`SET LOCAL lock_timeout = 0`.execute(tx);
  await sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
  await sql`SET LOCAL lock_timeout = ${sql.lit(TABLE_LOCK_TIMEOUT_MS)}`.execute(tx);
}

async function otherNodes(
  tx: Transaction<Tables>,
  kind: DatabaseKind,
  clock: Clock,
  nodeId: string | null,
): Promise<ServingNode[]> {
  const isKnown = await hasColumn(tx, kind, 'nodes', 'node_id');
  return isKnown ? nodesAlive(tx, clock.now(), nodeId) : [];
}

function requireNeighbours(others: readonly ServingNode[], program: Program): void {
  const own = minorOf(program.version);
  const oldest = oldestBeside(own, program.minors);
  const tooOld = others.filter((node) => isBelow(minorOf(node.program), oldest));
  const tooNew = others.filter(({ oldestBeside }) => isBelow(own, oldestBeside));
  const [inTheWay, advice] =
    tooOld.length > 0
      ? [tooOld, `Upgrade these to ${oldest} first, or stop them`]
      : [tooNew, 'Start a version next to theirs'];
  if (inTheWay.length === 0) return;
  throw new MigrationError(
    `This program is ${program.version}, and the database is served by ${versionsOf(inTheWay)}. Only two neighbouring ` +
      `minor versions may serve side by side. ${advice}; a node that was killed counts for another minute.`,
  );
}
