/** The line in which `assize listen` shows an event. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@assize/evidence-format';
import { lineOf } from './show.ts';

const CASES: [type: string, data: JsonObject, says: string][] = [
  ['evaluation.blocked', { evidence_id: 'ev_1', action: 'db.drop', actor: 'agent-7' }, 'db.drop by agent-7'],
  ['agent.halted', { halt_id: 'hlt_1', agent_id: 'agent-7', evidence_id: 'ev_1' }, 'agent-7, hlt_1'],
  ['agent.halted', { halt_id: 'hlt_1', agent_id: null, evidence_id: 'ev_1' }, 'all agents, hlt_1'],
  [
    'trust.changed',
    { agent_id: 'agent-7', before: 50, after: 55, evidence_id: 'ev_1' },
    'agent-7, from 50 to 55',
  ],
  ['usage.reported', { period: '2026-11-20', usage: [{ specversion: '1.0' }] }, 'of 2026-11-20'],
  ['webhook.unheard_of', { meter: 'x', used: 3 }, 'meter=x used=3'],
];

test('says-what-matters-of-each-event', () => {
  for (const [type, data, says] of CASES) {
    const event = { id: 'evt_1', sequence: 7, type, timestamp: '2026-11-22T00:00:00.000Z', data };
    const line = [lineOf(event)]
      .flat()
      .map((part) => (typeof part === 'string' ? part : part.text))
      .join('');
    assert.equal(line.slice(line.indexOf('#')), `#7     ${type.padEnd(29)}  ${says}`);
  }
});
