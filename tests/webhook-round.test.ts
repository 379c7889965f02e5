/** A webhook from its owner's view: they create it, test it, receive events, see a failure, and send again. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { escalated } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { type Answer, ask, startTestService } from './support/http/in-process.ts';
import { until } from './support/until.ts';
import { type Arrival, httpTarget } from './support/webhooks/target.ts';
import { act, newEndpoint, WEBHOOKS } from './support/webhooks/webhook-endpoints.ts';

testOnEachDatabase('sends-signs-logs-and-replays', async (location, t) => {
  const { app } = await startTestService(t, location, { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' });
  let status = 200;
  const { port, arrivals } = await httpTarget(t, (response) =>
    response.writeHead(status).end(`said ${status}`),
  );
  const made = await newEndpoint(app, {
    url: `http://127.0.0.1:${port}/hook?token=t`,
    types: ['approval.created'],
  });
  const one = `${WEBHOOKS}/${made.id}`;
  const logged = (id: string, wanted: string) =>
    untilLogged(app, `${one}/deliveries/${id}`, (delivery) => delivery.status === wanted);

  const { body: test } = await act(app, made.id, 'test');
  const tested = await logged(test.event_id, 'delivered');
  assert.deepEqual(outcomes(tested), [{ status: 200, error: null, response: 'said 200' }]);
  requireTestEvent(arrivals, made);

  const { body: rotated } = await act(app, made.id, 'rotate-secret');
  status = 500;
  const approvalId = await escalated(app);
  await until(() => arrivals.length === 2);
  const eventId = String(arrivals[1]?.headers['webhook-id']);
  const failed = await untilLogged(
    app,
    `${one}/deliveries/${eventId}`,
    ({ attempt_count }) => attempt_count > 0,
  );
  assert.equal(failed.status, 'pending');
  assert.ok(Date.parse(failed.next_attempt_at) > Date.parse(failed.created_at));
  const [{ error, ...first }] = outcomes(failed);
  assert.equal(typeof error, 'string');
  assert.deepEqual(first, { status: 500, response: 'said 500' });

  status = 204;
  assert.equal((await act(app, made.id, `deliveries/${eventId}/replay`)).body.status, 'pending');
  const replayed = await logged(eventId, 'delivered');
  assert.equal(replayed.attempts.at(-1).status, 204);
  assert.ok(replayed.attempt_count >= 2 && replayed.settled_at !== null);
  requireSame(arrivals.slice(1), eventId, [made.secret, rotated.secret], approvalId);

  status = 410;
  await escalated(app);
  await until(async () => (await ask(app, 'a', one)).body.disabled_reason === 'gone');
  const { body: given } = await ask(app, 'a', `${one}/deliveries?status=failed`);
  status = 200;
  const since = { body: { since: '2020-01-01' } };
  assert.equal((await act(app, made.id, 'replay', since)).status, 409);
  assert.equal((await act(app, made.id, 'enable')).body.status, 'enabled');
  assert.deepEqual((await act(app, made.id, 'replay', since)).body, { replayed: 1 });
  await logged(given.items[0].event_id, 'delivered');
  const { body: log } = await ask(app, 'a', `${one}/deliveries`);
  const shown = log.items.map(({ type, status }: Answer['body']) => `${type} ${status}`);
  assert.deepEqual(shown, [
    'approval.created delivered',
    'approval.created delivered',
    'webhook.test delivered',
  ]);
  await requireNotices(app, 2);
});

/** The sending thread also numbers events, and so writes the notices. */
async function requireNotices(app: FastifyInstance, approvals: number): Promise<void> {
  const { body } = await ask(app, 'a', '/api/v1/notices');
  const pending = body.items.filter(({ kind }: Answer['body']) => kind === 'approval_pending');
  assert.equal(pending.length, approvals);
}

function requireTestEvent(arrivals: readonly Arrival[], made: { id: string; secret: string }): void {
  assert.equal(arrivals.length, 1);
  assert.equal(arrivals[0]?.path, '/hook?token=t');
  const { type, data } = verified(arrivals[0], made.secret);
  assert.equal(type, 'webhook.test');
  assert.deepEqual(data, { endpoint_id: made.id });
}

/** Every attempt to send one event has the same bytes, signed with every valid secret. */
function requireSame(
  tries: readonly Arrival[],
  eventId: string,
  secrets: readonly string[],
  approvalId: string,
): void {
  assert.deepEqual([...new Set(tries.map(({ headers }) => headers['webhook-id']))], [eventId]);
  assert.equal(new Set(tries.map(({ body }) => body)).size, 1);
  for (const arrival of tries) {
    for (const secret of secrets) {
      const { type, data } = verified(arrival, secret);
      assert.equal(type, 'approval.created');
      assert.equal(data.approval_id, approvalId);
    }
  }
}

async function untilLogged(
  app: FastifyInstance,
  path: string,
  is: (delivery: Answer['body']) => boolean,
): Promise<Answer['body']> {
  let delivery: Answer['body'];
  await until(async () => {
    const answer = await ask(app, 'a', path);
    delivery = answer.body;
    return answer.status === 200 && is(delivery);
  });
  return delivery;
}

function verified(arrival: Arrival | undefined, secret: string): Answer['body'] {
  assert.ok(arrival);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(arrival.headers)) headers[name] = String(value);
  return new Webhook(secret).verify(arrival.body, headers);
}

function outcomes({ attempts }: Answer['body']): Answer['body'] {
  return attempts.map(({ status, error, response }: Answer['body']) => ({ status, error, response }));
}
