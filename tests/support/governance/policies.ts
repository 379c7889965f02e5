/** Writes policies, and sends requests under them. */

import assert from 'node:assert/strict';
import type { Database } from '@assize/service/database/open.ts';
import { leavesOfType, readPayload } from '@assize/service/evidence/reading/index.ts';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, type Call, evaluate } from '../http/in-process.ts';

export const POLICIES = '/api/v1/policies';

export interface TestRule {
  id: string;
  when: string;
  effect: 'block' | 'escalate' | 'note';
  message?: string;
  description?: string;
}

export const LARGE: TestRule = {
  id: 'large',
  when: 'action == "payment.send" && context.amount > 1000.0',
  effect: 'block',
  message: 'Payments above 1,000 are not for agents.',
};

export const rule = (when: string, effect: TestRule['effect'] = 'block', id = 'only'): TestRule => {
  return { id, when, effect, message: `It is ${effect}.` };
};

/** @returns the answer, which the test checks. */
export function write(
  app: FastifyInstance,
  name: string,
  rules: readonly TestRule[],
  call: Call = {},
): Promise<Answer> {
  return ask(app, 'a', POLICIES, { ...call, body: { name, rules } });
}

export function act(
  app: FastifyInstance,
  name: string,
  verb: 'activate' | 'deactivate' | 'rollback' | 'versions',
  body: object,
  call: Call = {},
): Promise<Answer> {
  return ask(app, 'a', `${POLICIES}/${name}/${verb}`, { ...call, body });
}

/** A new policy whose first version is in force. */
export async function inForce(
  app: FastifyInstance,
  name: string,
  rules: readonly TestRule[],
  call: Call = {},
): Promise<void> {
  assert.equal((await write(app, name, rules, call)).status, 200);
  const activated = await act(app, name, 'activate', { version: 1, expected_version: null }, call);
  assert.deepEqual(
    { status: activated.status, active_version: activated.body.active_version },
    { status: 200, active_version: 1 },
  );
}

/** Returns the verdict on such a payment, with the eighth law's statement about it. */
export async function payment(app: FastifyInstance, amount: number | null, call: Call = {}) {
  const context = amount === null ? {} : { amount };
  const { status, body } = await evaluate(app, 'a', { action: 'payment.send', context }, call);
  assert.equal(status, 200);
  const law = body.evaluations.find(({ law_id }: { law_id: string }) => law_id === 'policy_adherence');
  return { verdict: body.verdict, law, evidenceId: body.evidence_id };
}

/** Returns the records of policy changes, in order. */
export async function changesOf(db: Database, chain: number) {
  const changes: { action: string; by: string; change: ReturnType<typeof JSON.parse> }[] = [];
  for await (const page of leavesOfType(db, chain, 'governance_change')) {
    for (const { action, payload } of page) {
      if (action?.startsWith('policy.') && payload) changes.push(readPayload(payload) as never);
    }
  }
  return changes;
}

/** Makes one with two versions, the second in force, and one that was deactivated. */
export async function twoPolicies(app: FastifyInstance): Promise<void> {
  await inForce(app, 'left', [rule('action == "left"')]);
  await act(app, 'left', 'deactivate', { expected_version: 1 });
  await inForce(app, 'governing', [rule('action == "governed"')]);
  const rules = [rule('action == "governed"', 'escalate')];
  await act(app, 'governing', 'versions', { expected_version: 1, rules });
  const { status } = await act(app, 'governing', 'activate', { version: 2, expected_version: 1 });
  assert.equal(status, 200);
}
