/** The check of changes of the rules: whether a second person stood behind each. */
import { secondPersonOf } from '../../governance/settings/terms/index.ts';
import { type HeldDocument, MAX_EVIDENCE_IDS } from '../chain-in-period.ts';
import type { Check, Finding } from '../check.ts';
import { throughout } from './throughout.ts';
import { ALL_THE_TIME, countOf, countText, found, shareOf } from './wording.ts';

const WORDING = {
  met: 'The settings asked for a second person for every part of governance',
  never: 'The settings asked for no second person',
  partly: 'The settings asked for a second person for some parts of governance, and never for all of them,',
};

export const SECOND_PERSON_CHECKS = {
  changes_by_two: {
    title: 'Changes of the rules take two people',
    rule: `Met where settings asked for a second person for every part of governance ${ALL_THE_TIME}, and one approved each change; in part where some of this holds. The operator's changes have none.`,
    async assess(chain) {
      const { areas, approved, alone, byOperator, unread } = await chain.byPeople();
      const judge = ({ document }: HeldDocument) => {
        const asked = secondPersonOf(document);
        if (areas.every((area) => asked.includes(area))) return 'met';
        return areas.some((area) => asked.includes(area)) ? 'partial' : 'not_met';
      };
      const kept = throughout(await chain.settings(), judge, WORDING);
      const set = unread === 0 ? kept : withUnread(kept, unread);
      const all = approved + alone.length;
      const numbers = {
        rules_changed: all,
        by_one_person: alone.length,
        by_operator: byOperator,
        removed: unread,
      };
      const counts = { ...set.counts, ...numbers };
      if (all === 0) return { ...set, counts };
      const isSome = set.result === 'not_met' && approved > 0;
      if (alone.length === 0) {
        const finding = `${set.finding} A second person approved each of ${countOf(all, 'change')}.`;
        return { ...set, result: isSome ? 'partial' : set.result, finding, counts };
      }
      const machine =
        byOperator === 0 ? '' : `, ${countText(byOperator)} of them on the machine of the service`;
      const finding = `${set.finding} One person made ${shareOf(alone.length, all)} of the changes${machine}.`;
      const result = set.result === 'not_met' && !isSome ? 'not_met' : 'partial';
      return found(result, finding, counts, alone.slice(0, MAX_EVIDENCE_IDS));
    },
  },
} as const satisfies Record<string, Check>;

/** What is gone may have been made by one person. */
function withUnread(kept: Finding, unread: number): Finding {
  const result = kept.result === 'met' ? 'partial' : kept.result;
  return {
    ...kept,
    result,
    finding: `${kept.finding} The content of ${countOf(unread, 'change')} was removed.`,
  };
}
