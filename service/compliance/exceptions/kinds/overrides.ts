/** Approvals against a law that had doubts about the action itself. */
import { lawName } from '../../../evaluation/index.ts';
import { approvalsGiven, approvedBy } from './approved.ts';
import { type ExceptionKind, Listing } from './kind.ts';
import { lawsThat } from './reasons.ts';

/** These only ask for a person, so an approval is what they wanted. */
const ASK_FOR_A_PERSON: readonly string[] = ['safety_dominance', 'bounded_autonomy'];

export const overrides: ExceptionKind = {
  id: 'override',
  title: 'Approved against the warning of a law',
  rule: 'A person approved an action although a law had warned: any law but Safety Dominance and Bounded Autonomy, whose warnings only ask for a person.',
  async find(reading) {
    const listing = new Listing();
    for await (const { evaluation, decisions, action, isRemoved, ...given } of approvalsGiven(reading)) {
      const laws = lawsThat(evaluation?.payload ?? null, 'warn').filter(
        ({ law_id }) => !ASK_FOR_A_PERSON.includes(law_id),
      );
      if (laws.length === 0) {
        if (isRemoved || evaluation?.payload === null) listing.addUnread();
        continue;
      }
      const warned = laws.map(({ law_id }) => lawName(law_id)).join(', ');
      listing.add({
        ...given,
        ...approvedBy(decisions),
        what: `${action ?? 'an action'} was approved although ${warned} warned`,
      });
    }
    return listing.found();
  },
};
