/**
 * Refuses a change of governance that needs a second person and has none, whichever way it comes: by a route, a command
 * or a chore. The operator's own changes pass, since someone with the database could switch the setting off; they are
 * recorded as the operator's.
 */
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import type { EvidenceAppender } from '../evidence/append/index.ts';
import { OPERATOR } from '../evidence/changes/index.ts';
import type { Append, AppendResult } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { GovernanceCache } from '../governance/index.ts';
import { appendingBy } from './appending.ts';
import { neededIn } from './in-force.ts';
import { keepingSecondPerson } from './last-one.ts';
import { areaOfChange, changeMadeBy } from './made.ts';

export interface GuardDeps {
  db: Database;
  governance: GovernanceCache;
}

/** Every room appends through this one. */
export function guardedAppender(appender: EvidenceAppender, deps: GuardDeps): EvidenceAppender {
  return appendingBy(
    appender,
    (entry) => {
      const { artifact_type: type } = entry.artifact;
      return type === 'governance_change' ? guarded(appender, deps, entry) : appender.append(entry);
    },
    async (entry) => void (await statementsFor(deps, entry)),
  );
}

async function guarded(appender: EvidenceAppender, deps: GuardDeps, entry: Append): Promise<AppendResult> {
  const { first, last } = await statementsFor(deps, entry);
  const result = await appender.append(withStatements(entry, first, last));
  // Another version is in force, and this node has not seen it yet.
  if (first.length > 0 && result.kind === 'overtaken') deps.governance.drop(entry.chain);
  return result;
}

interface Holding {
  first: BoundStatement[];
  last: BoundStatement[];
}

/**
 * The statements that hold a change to what was found, in its transaction.
 * @throws {Failure} `conflict` where it needs a second person, or would leave too few of them.
 */
async function statementsFor({ db, governance }: GuardDeps, entry: Append): Promise<Holding> {
  const made = changeMadeBy(entry);
  if (made === null) return { first: [], last: [] };
  const { chain } = entry;
  const last = await keepingSecondPerson({ db, governance }, chain, made);
  const area = made.actor === OPERATOR ? null : await areaOfChange(db, chain, made);
  if (area === null) return { first: [], last };
  const { version, areas } = await neededIn({ db, governance }, chain);
  if (areas.includes(area)) throw needsSecondPerson();
  return { first: [sameSettings(db, chain, version)], last };
}

export function withStatements(
  entry: Append,
  first: readonly BoundStatement[],
  last: readonly BoundStatement[],
): Append {
  if (first.length + last.length === 0) return entry;
  return { ...entry, statements: [...first, ...(entry.statements ?? []), ...last] };
}

/** The settings that say that the change needs no second person are still in force when it is made. */
function sameSettings(db: Database, chain: number, version: number): BoundStatement {
  const inForce = db.selectFrom('settings_in_force').select('version').where('chain', '=', chain);
  return version === 0
    ? bound(inForce.where('version', '<>', 0), 0)
    : bound(inForce.where('version', '=', version), 1);
}

/** For ways that can't ask a second person. */
function needsSecondPerson(): Failure {
  return Failure.conflict(
    'second_person_needed',
    'The settings need a second person for this change, and it cannot be asked for in this way.',
  );
}
