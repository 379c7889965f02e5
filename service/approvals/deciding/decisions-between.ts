/** Reads the decisions of a period, by the person who made them. */
import { textIn } from '../../database/bytes-as-text.ts';
import type { Database } from '../../database/open.ts';
import type { Period } from '../../evidence/search/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { personsBehind } from '../../members/index.ts';
import type { MadeDecision } from './presses.ts';

export interface DecisionRow extends MadeDecision {
  party: string;
  /** The name of the route that asked; null where there was none. */
  route: string | null;
}

export interface Decider {
  /** A person, or a key that stands for itself. */
  person: string;
  /** The member, keys and tokens by which they decided. */
  parties: string[];
  /** null for a key that stands for itself. */
  name: string | null;
  /** Oldest first. */
  decisions: DecisionRow[];
}

/** Their figures fit into memory. */
const MAX_DECISIONS = 100_000;
/** One page is read and handled in a few milliseconds. */
const ROWS_AT_ONCE = 2000;

/** Oldest first. @throws {Failure} `invalid` where the period has too many. */
export async function decisionsBetween(db: Database, chain: number, period: Period): Promise<DecisionRow[]> {
  const all: DecisionRow[] = [];
  let after: Place | null = null;
  do {
    const page = await pageOf(db, chain, period, after);
    for (const { approval_id: _, ...row } of page) all.push(row);
    if (all.length > MAX_DECISIONS) throw tooMany();
    after = page.length < ROWS_AT_ONCE ? null : (page.at(-1) ?? null);
  } while (after !== null);
  return all;
}

interface Place {
  decidedAt: number;
  approval_id: string;
  party: string;
}

function pageOf(db: Database, chain: number, { from, to }: Period, after: Place | null) {
  let rows = db
    .selectFrom('approval_decisions as made')
    .innerJoin('approvals', (join) =>
      join
        .onRef('approvals.chain', '=', 'made.chain')
        .onRef('approvals.approval_id', '=', 'made.approval_id'),
    )
    .select([
      'made.approval_id',
      'party',
      'decision',
      'decided_at as decidedAt',
      'approvals.created_at as openedAt',
      'bundle',
      ({ eb, ref }) =>
        eb
          .case()
          .when('resolved_at', '=', ref('decided_at'))
          .then(ref('resolution_evidence_id'))
          .end()
          .as('evidenceId'),
      textIn(db, 'approvals.route', 'name').as('route'),
    ])
    .where('made.chain', '=', chain)
    .where('decided_at', '>=', after?.decidedAt ?? from)
    .where('decided_at', '<', to);
  if (after !== null) {
    const { decidedAt, approval_id, party } = after;
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('decided_at', 'made.approval_id', 'party'), '>', tuple(decidedAt, approval_id, party)),
    );
  }
  return rows
    .orderBy('decided_at')
    .orderBy('made.approval_id')
    .orderBy('party')
    .limit(ROWS_AT_ONCE)
    .execute();
}

function tooMany(): Failure {
  const message = `The period has more than ${MAX_DECISIONS} decisions. Ask for a shorter one`;
  return Failure.invalid([{ field: ['from'], message, type: 'value_error' }]);
}

/** Joins the decisions of one person, by whichever of their keys and sessions. */
export async function decidersOf(
  db: Database,
  tenantId: string,
  rows: readonly DecisionRow[],
): Promise<Decider[]> {
  const parties = [...new Set(rows.map(({ party }) => party))];
  if (parties.length === 0) return [];
  const behind = await personsBehind(db, tenantId, parties);
  const deciders = new Map<string, Decider>();
  for (const row of rows) {
    const { person = row.party, names = [] } = behind.get(row.party) ?? {};
    const decider = deciders.get(person) ?? { person, parties: [], name: names[0] ?? null, decisions: [] };
    decider.decisions.push(row);
    if (!decider.parties.includes(row.party)) decider.parties.push(row.party);
    deciders.set(person, decider);
  }
  return [...deciders.values()];
}
