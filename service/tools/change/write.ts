/**
 * Writes the next states of some entries, in one transaction with the artifact that records them and the next revision
 * of the chain's tools. It writes only where nothing else changed since it read.
 */

import { nameOf } from '@assize/act-reading/act';
import type { KeptEntry } from '@assize/act-reading/tools';
import { storedName } from '@assize/act-reading/tools';
import { bound } from '../../database/evidence/append-store.ts';
import type { WrittenEvent } from '../../database/tables/event.ts';
import {
  type Actor,
  changeDraft,
  changeGovernance,
  type GovernanceChange,
  type GovernDeps,
  nextRevision,
  partyOf,
  type Stamp,
  stampNow,
} from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import { keeping, type Schemas } from '../arguments/index.ts';
import { presentTools, type ToolState, toolsRevision } from '../store.ts';

/** The limit for one artifact. */
export const MAX_AT_ONCE = 500;
/** The limit for one environment of a tenant, including rejected tools. */
export const MAX_TOOLS = 10_000;
/** The limit for accepted patterns. Every name without an entry is compared with each of them. */
export const MAX_PATTERNS = 500;

export const TOOL_ACTIONS = ['tools.propose', 'tools.accept', 'tools.reject', 'tools.remove'] as const;
export type ToolAction = (typeof TOOL_ACTIONS)[number];

export interface ToolOwner {
  chain: number;
  /** The actor: a key's id, or the operator. */
  actor: Actor;
}

export interface NextState {
  toolId: string;
  state: ToolState;
  kept: KeptEntry;
  source: string;
  /** Whether the tool has a state already, which this one replaces. */
  replaces: boolean;
}

export interface Wanted {
  action: ToolAction;
  /** The revision that it was read at. */
  revision: number;
  next: readonly NextState[];
  /** The schemas of the tools' arguments, where they are known. */
  schemas?: Schemas;
  events?: (stamp: Stamp) => WrittenEvent[];
}

/** Each attempt that fails has met another change of the catalogue. */
const MAX_ATTEMPTS = 64;

/**
 * Tries again where something else changed the catalogue in the meantime.
 * @param attempt starts from the present revision; undefined where it was overtaken.
 * @throws {Failure} `unavailable`.
 */
export function changeCatalogue<T>(
  { db }: GovernDeps,
  { chain }: ToolOwner,
  attempt: (revision: number) => Promise<T | undefined>,
): Promise<T> {
  return retryOvertaken('the catalogue of tools', MAX_ATTEMPTS, async () =>
    attempt(await toolsRevision(db, chain)),
  );
}

/**
 * Writes them in one commit, each with its own artifact and revision, in this order.
 * @returns the first artifact; undefined where something else changed in the meantime, and nothing was written.
 */
export async function writeStates(
  deps: GovernDeps,
  owner: ToolOwner,
  ...[wanted, ...more]: readonly [Wanted, ...Wanted[]]
): Promise<Stamp | undefined> {
  const { db } = deps;
  const { chain } = owner;
  const first = changeTo(deps, owner, wanted);
  const others = more.map((each) => changeTo(deps, owner, each));
  const result = await changeGovernance(
    deps,
    {
      ...first,
      also: others.map((other) => changeDraft(other.stamp, other)),
      statements: [
        ...first.statements,
        ...others.flatMap(({ statements }) => [nextRevision(db, chain, 'tools'), ...statements]),
      ],
      events: [first, ...others].flatMap(({ events = [] }) => events),
    },
    'tools',
  );
  return result.kind === 'appended' ? first.stamp : undefined;
}

function changeTo(
  deps: GovernDeps,
  { chain, actor }: ToolOwner,
  { action, revision, next, schemas = new Map(), events }: Wanted,
): GovernanceChange & { stamp: Stamp } {
  const { db } = deps;
  const stamp = stampNow(deps);
  const since = revision + 1;
  const rows = next.map(({ toolId, state, kept, source }) => ({
    chain,
    tool_id: toolId,
    since_revision: since,
    state,
    name: storedName(kept.entry) ?? '',
    server: kept.entry.server ?? null,
    source,
    hash: kept.hash,
    document: kept.text,
    evidence_id: stamp.id,
    changed_at: stamp.at,
    changed_by: partyOf(actor),
  }));
  const ended = next.filter(({ replaces }) => replaces).map(({ toolId }) => toolId);
  const ending = db
    .updateTable('tools')
    .set({ until_revision: since })
    .where('chain', '=', chain)
    .where('until_revision', 'is', null)
    .where('tool_id', 'in', ended);
  return {
    ...{ chain, stamp, action, actor },
    change: {
      revision: since,
      tools: next.map(({ toolId, state, kept, source }) => {
        return { tool_id: toolId, name: nameOf(kept.entry), state, source, hash: kept.hash };
      }),
    },
    statements: [
      unchanged(deps, chain, revision),
      ...(ended.length > 0 ? [bound(ending, ended.length)] : []),
      bound(db.insertInto('tools').values(rows), rows.length),
      ...keeping(db, chain, next, schemas),
    ],
    ...(events && { events: events(stamp) }),
  };
}

/** Appends to a chain run one after another, so everything read at that revision still holds. */
function unchanged({ db }: GovernDeps, chain: number, revision: number) {
  const revisions = db.selectFrom('governance_revisions').select('chain').where('chain', '=', chain);
  return revision === 0
    ? bound(revisions.where('tools_revision', '>', 0), 0)
    : bound(revisions.where('tools_revision', '=', revision), 1);
}

/** @throws {Failure} `conflict` where there would be too many. */
export async function requireRoom({ db }: GovernDeps, chain: number, added: number): Promise<void> {
  if (added === 0) return;
  const row = await db
    .selectFrom('tools')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('chain', '=', chain)
    .where('until_revision', 'is', null)
    .where('state', '<>', 'removed')
    .executeTakeFirstOrThrow();
  if (Number(row.count) + added > MAX_TOOLS) throw tooManyTools();
}

export function tooManyTools(): Failure {
  const message = `There would be more than ${MAX_TOOLS} tools, which is the limit. Remove some.`;
  return Failure.conflict('too_many_tools', message);
}

/** Finds present entries by their names, at most as many as one artifact has. */
export async function presentByName({ db }: GovernDeps, chain: number, names: readonly string[]) {
  const rows = names.length === 0 ? [] : await presentTools(db, chain).where('name', 'in', names).execute();
  return new Map(rows.map((row) => [row.name, row]));
}
