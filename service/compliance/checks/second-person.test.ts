/** Changes of the rules count as made by two only where settings asked for it all the time, and each had two. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AREAS, type Area } from '../../governance/second-person/index.ts';
import { DEFAULT_APPROVAL_SETTINGS, standardDocument } from '../../governance/settings/terms/index.ts';
import type { ChainInPeriod } from '../chain-in-period.ts';
import type { Result } from '../result.ts';
import { SECOND_PERSON_CHECKS } from './second-person.ts';

const GONE = null;
const STANDARD = standardDocument(DEFAULT_APPROVAL_SETTINGS);
const [ONE]: readonly Area[] = AREAS;

const TABLE: [
  of: string,
  asked: (readonly Area[] | typeof GONE)[],
  approved: number,
  alone: number,
  result: Result,
  says: RegExp,
  unread?: number,
][] = [
  ['no setting and no change', [[]], 0, 0, 'not_met', /asked for no second person at any time\.$/],
  ['no setting and changes', [[]], 0, 3, 'not_met', /One person made 3 of 3 \(100 %\) of the changes\.$/],
  ['the setting and no change', [AREAS], 0, 0, 'met', /every part of governance all the time\.$/],
  ['the setting and changes by two', [AREAS], 4, 0, 'met', /approved each of 4 changes\.$/],
  ['the setting and one change alone', [AREAS], 3, 1, 'partial', /made 1 of 4 \(25 %\) of the changes\.$/],
  ['the setting for a part', [[ONE ?? 'policies']], 0, 0, 'partial', /for some parts of governance/],
  ['the setting for half of the time', [[], AREAS], 1, 0, 'partial', /for 50 % of the time\. A second/],
  ['no setting at the time of its records', [[]], 2, 0, 'partial', /approved each of 2 changes\.$/],
  ['the setting and a change whose content is gone', [AREAS], 1, 0, 'partial', /content of 1 change was/, 1],
  ['records that are gone', [GONE], 0, 0, 'not_assessed', /are gone\.$/],
  ['records that are gone, and a change alone', [GONE], 0, 1, 'partial', /One person made 1 of 1/],
];

describe('a-check-of-changes-by-two', () => {
  for (const [of, asked, approved, count, result, says, unread = 0] of TABLE) {
    test(`changes_by_two of ${of} is ${result}`, async () => {
      const alone = Array.from({ length: count }, (_, at) => `ev_${at}`);
      const spans = asked.map((second_person, place) => {
        const document = { ...STANDARD, governance: { second_person: [...(second_person ?? [])] } };
        const value = second_person === GONE ? undefined : { version: 1, document };
        return { from: place * 10, to: place * 10 + 10, value, evidenceId: `ev_settings_${place}` };
      });
      const looked = {
        settings: async () => spans,
        byPeople: async () => ({ areas: AREAS, approved, alone, byOperator: 0, unread }),
      };
      const finding = await SECOND_PERSON_CHECKS.changes_by_two.assess(looked as unknown as ChainInPeriod);
      assert.equal(finding.result, result, finding.finding);
      assert.match(finding.finding, says);
      assert.equal(finding.counts.by_one_person, count);
      if (count > 0) assert.deepEqual(finding.evidenceIds, alone);
    });
  }
});
