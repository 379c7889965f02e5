/** Asks for back-tests, and reads their results. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import type { TestRule } from '../governance/policies.ts';
import { type Answer, ask, evaluate, keyOf } from '../http/in-process.ts';

/** The terms, as the HTTP API accepts them. */
export interface Terms {
  version?: number;
  policy?: { rules: readonly TestRule[] };
  [name: string]: unknown;
}

export function backtest(
  app: FastifyInstance,
  name: string,
  terms: Terms,
  key = keyOf(app),
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(app, 'a', `/api/v1/policies/${name}/backtest`, { body: terms, key, headers });
}

/** Returns the number of changes, by `from > to`. */
export function changesIn({ body }: Answer): Record<string, number> {
  assert.ok(Array.isArray(body.changed), JSON.stringify(body));
  return Object.fromEntries(
    body.changed.map(({ from, to, count }: Record<string, unknown>) => [`${from} > ${to}`, count]),
  );
}

/** Returns the evidence ids of a change's examples. */
export function examplesOf({ body }: Answer, from: string, to: string): string[] {
  const change = body.changed.find((one: { from: string; to: string }) => one.from === from && one.to === to);
  return (change?.examples ?? []).map(({ evidence_id }: { evidence_id: string }) => evidence_id);
}

/** Makes a payment of this amount; null names no amount. @returns its evidence id. */
export async function paid(app: FastifyInstance, amount: number | null, key = keyOf(app)): Promise<string> {
  const context = amount === null ? {} : { amount };
  const { status, body } = await evaluate(app, 'a', { action: 'payment.send', context }, { key });
  assert.equal(status, 200);
  return body.evidence_id;
}
