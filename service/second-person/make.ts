/**
 * Makes acts of governance at once, or holds them for a second person: then an approval opens, which people are asked
 * for as for the action of an agent, and the act is carried out once they have approved.
 */
import { canonicalJson, type JsonObject, parseJson } from '@assize/evidence-format';
import { askForChange, type CarriesOut } from '../approvals/governing/index.ts';
import type { EvidenceAppender } from '../evidence/append/index.ts';
import { Failure } from '../foundation/failure.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import type { Principal } from '../keys/index.ts';
import type { Act, ActDeps, AnyAct } from './act.ts';
import { appendingBy } from './appending.ts';
import { approvalsFor } from './asker.ts';
import { carryingOut } from './carry-out.ts';
import { differencesOf } from './differences.ts';
import { keepingSecondPerson } from './last-one.ts';
import { areaOfChange, changeMadeBy } from './made.ts';

/** An attempt fails only because of the same request, or another append to the chain. */
const MAX_ATTEMPTS = 5;
/** The limit for the record of what is asked for: several times the largest request. */
const MAX_CHANGE_CHARACTERS = 1024 * 1024;

export interface SecondPersons extends CarriesOut {
  /**
   * @throws {Failure} as the use case of the act; `conflict` with the id of the approval where it waits for a second
   * person.
   */
  make<Args extends object, Made>(act: Act<Args, Made>, maker: Principal, args: Args): Promise<Made>;
}

/** @param deps with the appender that is not guarded. @param guarded the one that the rooms have. */
export function secondPersons(deps: ActDeps, guarded: EvidenceAppender): SecondPersons {
  return {
    ...carryingOut(deps),
    async make<Args extends object, Made>(act: Act<Args, Made>, maker: Principal, args: Args): Promise<Made> {
      const { secondPerson } = (await deps.governance.of(maker.chain)).settings;
      if (!secondPerson.includes(act.area)) {
        try {
          return await act.make({ ...deps, appender: guarded }, maker, args);
        } catch (error) {
          // The settings came into force while it was made.
          if (!(error instanceof Failure && error.details.conflict === 'second_person_needed')) throw error;
        }
      }
      const tried = await tryOut(deps, act, maker, args);
      if (tried !== HELD)
        return tried.makes ? act.make({ ...deps, appender: guarded }, maker, args) : tried.made;
      return hold(deps, act as unknown as AnyAct, maker, args);
    },
  };
}

const HELD = Symbol('held');
class Held extends Error {}

/** Whether the act would make a change, and whether that needs a second person. Nothing is written. */
async function tryOut<Args extends object, Made>(
  deps: ActDeps,
  act: Act<Args, Made>,
  maker: Principal,
  args: Args,
): Promise<typeof HELD | { makes: boolean; made: Made }> {
  let makes = false;
  const appender = appendingBy(deps.appender, async (entry) => {
    const change = changeMadeBy(entry);
    if (change !== null) await keepingSecondPerson(deps, entry.chain, change);
    if (change !== null && (await areaOfChange(deps.db, entry.chain, change)) !== null) throw new Held();
    makes = true;
    return { kind: 'appended' };
  });
  try {
    return { made: await act.make({ ...deps, appender }, maker, args), makes };
  } catch (error) {
    if (error instanceof Held) return HELD;
    throw error;
  }
}

async function hold(deps: ActDeps, act: AnyAct, maker: Principal, args: object): Promise<never> {
  const { chain, environment } = maker;
  const { area, action } = act;
  // The record has what is sent, without members that are not.
  const kept = parseJson(JSON.stringify(args)) as JsonObject;
  const differences = await differencesOf(deps, act, maker, kept);
  const change = { area, arguments: kept, differences };
  if (canonicalJson({ ...change }).length > MAX_CHANGE_CHARACTERS) {
    throw new Failure(
      'too_large',
      'The change is too large to wait for a second person: ask for it in parts.',
    );
  }
  const approvals = await approvalsFor(deps.db, maker);
  const own = (await deps.governance.of(chain)).settings.approvals;
  const asking = { chain, environment, actor: maker, action, change, approvals };
  const approvalId = await retryOvertaken('the approvals of changes', MAX_ATTEMPTS, () =>
    askForChange(deps, own ?? deps.approvalSettings, asking),
  );
  throw new Failure(
    'conflict',
    `This change waits for a second person: it is made once they have approved ${approvalId}.`,
    { conflict: 'second_person_needed', approvalId },
  );
}
