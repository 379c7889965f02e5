/**
 * A human in the loop, on SQLite with one node and on PostgreSQL with two: how soon he hears of an escalation, how fast
 * he sees what waits behind all that is resolved, how soon the agent goes on, and what telling of it costs verdicts.
 */
import type { Context } from '../context.ts';
import type { DatabaseKind } from '../options.ts';
import type { SectionReport } from '../report.ts';
import { type Installation, installAssize, type RunningAssize, startAssize } from '../servers/assize.ts';
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../servers/postgres.ts';
import { MAY_REACH_RECEIVER } from '../servers/receiver.ts';
import { figure } from '../table.ts';
import { fillResolved } from './approvals/filling.ts';
import { type Hearing, hearingPart, measureHearing } from './approvals/hearing.ts';
import { type Listing, listingPart, measureListing } from './approvals/listing.ts';
import { type Loading, measureLoading } from './approvals/loading.ts';
import { loadingPart } from './approvals/loading-figures.ts';
import { measureWaiting, type Waiting, waitingPart } from './approvals/waiting.ts';
import { askJson, get, type Part, untilQuiet } from './evidence/stand.ts';

const NODES = { sqlite: 1, postgres: 2 } as const;

interface Outcome {
  database: string;
  listing: Listing[];
  waiting: Waiting[];
  hearing: Hearing | null;
  loading: Loading | null;
}

export async function approvals(context: Context): Promise<SectionReport> {
  const outcomes: Outcome[] = [];
  const notes: string[] = [];
  for (const kind of context.options.databases) {
    const outcome = await measureDatabase(context, kind);
    if (outcome === null) notes.push(`PostgreSQL was skipped: ${NO_POSTGRES}`);
    else outcomes.push(outcome);
  }
  const hearing = outcomes.flatMap(({ hearing }) => hearing ?? []);
  const loading = outcomes.flatMap(({ loading }) => loading ?? []);
  if (hearing.length < outcomes.length) notes.push('This service has no webhooks.');
  const parts: Part[] = [
    listingPart(outcomes.flatMap(({ listing }) => listing)),
    waitingPart(outcomes.flatMap(({ waiting }) => waiting)),
    ...(hearing.length > 0 ? [hearingPart(hearing)] : []),
    ...(loading.length > 0 ? [loadingPart(loading)] : []),
  ];
  const { resolved } = context.options;
  return {
    title: `approvals, and who hears of them (${figure(resolved)} resolved)`,
    tables: parts.flatMap(({ tables }) => tables),
    checks: parts.flatMap(({ checks }) => checks),
    notes: [...notes, ...parts.flatMap((part) => part.notes)],
    data: outcomes,
  };
}

/** @returns null where PostgreSQL is wanted and not there. */
async function measureDatabase(context: Context, kind: DatabaseKind): Promise<Outcome | null> {
  const newPostgres = kind === 'sqlite' ? null : () => startPostgres(context);
  const [full, empty] = [await install(context, newPostgres), await install(context, newPostgres)];
  if (full === null || empty === null) return null;
  const database = full.name.replace('Assize, ', '');
  const { resolved } = context.options;
  await fillResolved(context, full, resolved);
  const nodes: RunningAssize[] = [];
  for (let node = 0; node < NODES[kind]; node += 1) nodes.push(await startAssize(context, full));
  const [first] = nodes;
  if (first === undefined) throw new Error('there is no node');
  await untilQuiet({ running: first });
  await requireTruth(first);
  const beside = await startAssize(context, empty);
  const listing = await measureListing(context, database, [
    { running: beside, behind: 0 },
    { running: first, behind: resolved },
  ]);
  await beside.stop();
  const waiting = await measureWaiting(context, database, nodes);
  const hearing = await measureHearing(context, database, nodes);
  for (const node of nodes) await node.stop();
  const loading = hearing && (await measureLoading(context, database, newPostgres));
  return { database, listing, waiting, hearing, loading };
}

/** @throws where the filling is none that the service could have left. */
async function requireTruth(running: RunningAssize): Promise<void> {
  const truth = await askJson<{ gaps: unknown[] }>(get({ running }, '/api/v1/evidence/truth-verification'));
  if (truth?.gaps.length !== 0) throw new Error(`the filling is not sound: ${JSON.stringify(truth)}`);
}

async function install(
  context: Context,
  newPostgres: (() => Promise<PostgresServer | null>) | null,
): Promise<Installation | null> {
  const postgres = newPostgres === null ? null : await newPostgres();
  if (newPostgres !== null && postgres === null) return null;
  const installation = installAssize(context, postgres);
  return { ...installation, environment: { ...installation.environment, ...MAY_REACH_RECEIVER } };
}
