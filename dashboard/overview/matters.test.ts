/** The one sentence that says whether something is wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCount } from '../ui/money.ts';
import { type Matter, standingOf, toldOf } from './matters.ts';

const matter = (kind: Matter['kind'], count = 1, name = 'x'): Matter => ({
  kind,
  count,
  first: [{ id: 'x', name, at: null }],
});

const SENTENCES: [matters: Matter[], tone: string, sentence: string][] = [
  [[], 'good', 'All is well.'],
  [[matter('approvals')], 'good', 'All is well; an action waits for your decision.'],
  [
    [matter('approvals', 12), matter('budgets'), matter('agents', 2000)],
    'good',
    'All is well; 12 actions wait for your decision, a budget is nearly spent and 2,000 agents have no owner.',
  ],
  [[matter('alarms')], 'bad', 'Something is wrong: the evidence does not hold.'],
  [
    [matter('alarms', 3), matter('channels'), matter('approvals', 2)],
    'bad',
    'Something is wrong: the evidence does not hold in 3 places and a channel reaches no one.',
  ],
  [[matter('sinks', 2), matter('keys')], 'bad', 'Something is wrong: 2 SIEM sinks reach no receiver.'],
  [[matter('halts', 2)], 'bad', 'Something is wrong: 2 agents are halted.'],
  [[matter('halts', 2, '')], 'bad', 'Something is wrong: every agent is halted.'],
  [
    [matter('keys', 2), matter('webhooks', 2)],
    'bad',
    'Something is wrong: 2 webhook endpoints receive nothing.',
  ],
];
for (const [matters, tone, sentence] of SENTENCES) {
  test(`says ${sentence}`, () => {
    const told = matters.map((each) => toldOf(each, (count) => formatCount(count)));
    assert.deepEqual(standingOf(told), { tone, sentence });
  });
}
