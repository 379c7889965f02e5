/**
 * Carries an approved change out: the use case that the first person called runs as them, and its append joins that of
 * the resolution, so both are made or neither. What it changes must still be what the second person saw.
 */
import { canonicalJson, type JsonObject, type JsonValue, parseJson } from '@assize/evidence-format';
import type { CarriesOut } from '../approvals/governing/index.ts';
import { askedChangeIn, bindingOfChange } from '../approvals/governing/index.ts';
import { type ApprovalRow, type Decision, decisionsOn, findApproval } from '../approvals/index.ts';
import { isSameBinding } from '../approvals/use/index.ts';
import type { BoundStatement } from '../database/evidence/append-store.ts';
import type { Append, AppendResult } from '../evidence/index.ts';
import { findArtifacts } from '../evidence/reading/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { ChangeMade, SecondPerson } from '../governance/second-person/index.ts';
import type { ActDeps } from './act.ts';
import { ACTS } from './acts/index.ts';
import { appendingBy } from './appending.ts';
import { askerNow } from './asker.ts';
import { differencesOf } from './differences.ts';
import { withStatements } from './guard.ts';
import { keepingSecondPerson } from './last-one.ts';
import { areaOfChange, changeMadeBy } from './made.ts';

/** Another decision came first. */
class Outrun extends Error {}

export function carryingOut(deps: ActDeps): CarriesOut {
  return {
    async carryOut(row, resolution, decisions) {
      const { chain, action, evidence_id: id } = row;
      const act = ACTS.find((each) => each.action === action);
      const change = askedChangeIn((await findArtifacts(deps.db, chain, [id])).get(id)?.payload ?? null);
      if (change === null) {
        throw Failure.conflict(
          'payload_gone',
          'The record of this change was removed, so it cannot be made.',
        );
      }
      const { requested_by: party } = row;
      const isBound = isSameBinding(row.binding, bindingOfChange(action, change));
      if (act === undefined || party === null || !isBound) throw overtaken('It is not as it was asked for.');
      const { area, arguments: args } = change;
      const maker = await askerNow(deps.db, { chain, party, area, at: deps.clock.now() });
      const requireUnchanged = async () => {
        const now = await differencesOf(deps, act, maker, args);
        if (canonicalJson(now) === canonicalJson(change.differences)) return;
        throw overtaken('What it would change has changed since it was asked for.');
      };
      const joining = new Joining(deps, row, resolution, decisions, requireUnchanged);
      try {
        const appender = appendingBy(
          deps.appender,
          (entry) => joining.append(entry),
          (entry) => joining.requireAllowed(entry),
        );
        await act.make({ ...deps, appender }, maker, args);
      } catch (error) {
        if (error instanceof Outrun) return false;
        if (error instanceof Failure && isOvertaken(error)) throw overtaken(error.publicMessage);
        throw error;
      }
      if (!joining.hasJoined) throw overtaken('It is in force already.');
      return true;
    },
  };
}

function isOvertaken({ code, details }: Failure): boolean {
  return code !== 'unavailable' && details.conflict !== 'change_overtaken';
}

function overtaken(why: string): Failure {
  return Failure.conflict(
    'change_overtaken',
    `The change can no longer be made. ${why} Reject it, and let it be asked for again.`,
  );
}

/** Joins the first change of a use case with the resolution. */
class Joining {
  hasJoined = false;
  readonly #deps: ActDeps;
  readonly #row: ApprovalRow;
  readonly #resolution: Append;
  readonly #decisions: readonly Decision[];
  readonly #requireUnchanged: () => Promise<void>;

  constructor(
    deps: ActDeps,
    row: ApprovalRow,
    resolution: Append,
    decisions: readonly Decision[],
    requireUnchanged: () => Promise<void>,
  ) {
    this.#deps = deps;
    this.#row = row;
    this.#resolution = resolution;
    this.#decisions = decisions;
    this.#requireUnchanged = requireUnchanged;
  }

  async append(entry: Append): Promise<AppendResult> {
    const { appender, db } = this.#deps;
    const made = changeMadeBy(entry);
    // A key of the sandbox that a member loses with their role is recorded in another chain.
    if (made === null || (await areaOfChange(db, entry.chain, made)) === null) return appender.append(entry);
    if (this.hasJoined) throw new Error('a change that waited is made in one commit');
    const change = { ...entry, artifact: this.#marked(entry.artifact) };
    const kept = await this.#required(entry.chain, made);
    const result = await appender.append(withStatements(this.#joined(change), [], kept));
    if (result.kind === 'appended') this.hasJoined = true;
    else await this.#requireWaiting();
    return result;
  }

  async requireAllowed(entry: Append): Promise<void> {
    const made = changeMadeBy(entry);
    if (made !== null) await this.#required(entry.chain, made);
  }

  async #required(chain: number, made: ChangeMade): Promise<BoundStatement[]> {
    await this.#requireUnchanged();
    return keepingSecondPerson(this.#deps, chain, made);
  }

  #joined(change: Append): Append {
    const { artifact, also = [], statements = [], events = [], chain } = this.#resolution;
    const { carried_out: _, ...resolved } = parseJson(artifact.payload) as JsonObject;
    const payload = canonicalJson({ ...resolved, carried_out: { evidence_id: change.artifact.id } });
    return {
      chain,
      artifact: { ...artifact, payload },
      also: [...also, change.artifact, ...(change.also ?? [])],
      statements: [...statements, ...(change.statements ?? [])],
      events: [...events, ...(change.events ?? [])],
    };
  }

  #marked(artifact: Append['artifact']): Append['artifact'] {
    const { approval_id, evidence_id, requested_by } = this.#row;
    const approving = this.#decisions.filter(({ decision }) => decision === 'approved');
    const behind: SecondPerson = {
      approval_id,
      asked_evidence_id: evidence_id,
      asked_by: requested_by ?? '',
      approved_by: approving.map(({ party }) => party),
    };
    const payload = parseJson(artifact.payload) as JsonObject;
    return {
      ...artifact,
      payload: canonicalJson({ ...payload, second_person: behind as unknown as JsonValue }),
    };
  }

  /** @throws {Outrun} where the approval is no longer as it was decided on. */
  async #requireWaiting(): Promise<void> {
    const { chain, approval_id } = this.#row;
    const { db } = this.#deps;
    const now = await findApproval(db, chain, approval_id);
    const decisions = (await decisionsOn(db, chain, [now])).get(approval_id) ?? [];
    if (now.status !== 'pending' || decisions.length !== this.#decisions.length - 1) throw new Outrun();
  }
}
