/** A webhook's target is checked by its address when the connection is made, however it was spelt or found. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../../tests/support/until.ts';
import { httpTarget } from '../../../tests/support/webhooks/target.ts';
import { systemClock } from '../../foundation/clock.ts';
import type { ResolvedAddress } from './network/connect.ts';
import type { Answer } from './network/exchange.ts';
import { createSender, type SenderDeps } from './send.ts';

type Environment = 'production' | 'sandbox';

function sendOnce(
  t: TestContext,
  url: string,
  more: Partial<SenderDeps> = {},
  environment: Environment = 'sandbox',
): Promise<Answer> {
  const sender = createSender({ allowNetworks: [], clock: systemClock(), timeoutMs: 60_000, ...more });
  t.after(() => sender.close());
  return sender.send({ url, environment }, {}, '{}');
}

/** A name server with one name. Each question gets the next answer; once at the last, it repeats that. */
function names(...answers: string[][]) {
  let asked = 0;
  const resolve = async (): Promise<ResolvedAddress[]> => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { resolve, asked: () => asked };
}

/** All of these lead to this machine, where a server listens. */
const SPELLINGS_OF_LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.000.000.001',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '0.0.0.0',
  '0',
];
for (const host of SPELLINGS_OF_LOOPBACK) {
  for (const environment of ['production', 'sandbox'] as const) {
    test(`does-not-reach-this-machine-as-${host}-in-${environment}`, async (t) => {
      const target = await httpTarget(t, (response) => response.end());
      for (const scheme of ['http', 'https']) {
        const { status, error } = await sendOnce(t, `${scheme}://${host}:${target.port}/`, {}, environment);
        assert.equal(status, null);
        assert.match(error ?? '', /is not public\.|begin with https:|could not be resolved/);
      }
      assert.equal(target.connections(), 0);
    });
  }
}

const PRIVATE = [
  '10.0.0.1',
  '0xa000001',
  '012.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::7f00:1]',
  '[::10.0.0.1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2001::7f00:1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  '[5f00::1]',
  '[4000::1]',
];
for (const host of PRIVATE) {
  test(`refuses-${host}`, async (t) => {
    const { error } = await sendOnce(t, `https://${host}/`);
    assert.match(error ?? '', /^The address [0-9a-f.:]+ is not public\.$/);
  });
}

for (const addresses of [
  ['127.0.0.1'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['93.184.215.14', '127.0.0.1'],
  ['::1'],
]) {
  test(`refuses-a-public-name-that-leads-to-${addresses.join('-and-')}`, async (t) => {
    const target = await httpTarget(t, (response) => response.end());
    const { error } = await sendOnce(t, `http://hooks.example:${target.port}/`, names(addresses));
    assert.equal(error, 'The name hooks.example leads to an address that is not public.');
    assert.equal(target.connections(), 0);
  });
}

test('looks-a-name-up-once-and-connects-to-what-was-judged', async (t) => {
  const [good, bad] = [
    await httpTarget(t, (response) => response.end(), { host: '127.0.0.2' }),
    await httpTarget(t, (response) => response.end()),
  ];
  const rebinding = names(['127.0.0.2'], ['127.0.0.1']);
  const sender = createSender({
    allowNetworks: ['127.0.0.2'],
    clock: systemClock(),
    resolve: rebinding.resolve,
  });
  t.after(() => sender.close());
  const send = (port: number) =>
    sender.send({ url: `http://hooks.example:${port}/`, environment: 'production' }, {}, '{}');
  assert.equal((await send(good.port)).error, null);
  assert.equal(rebinding.asked(), 1);
  assert.match((await send(bad.port)).error ?? '', /leads to an address that is not public/);
  assert.deepEqual(
    { arrivalsAtGood: good.arrivals.length, connectionsToBad: bad.connections(), asked: rebinding.asked() },
    { arrivalsAtGood: 1, connectionsToBad: 0, asked: 2 },
  );
});

test('judges-again-once-a-kept-connection-is-gone', async (t) => {
  const target = await httpTarget(t, (response) => response.setHeader('connection', 'close').end());
  const changing = names(['127.0.0.1'], ['10.0.0.1']);
  const sender = createSender({
    allowNetworks: ['127.0.0.1'],
    clock: systemClock(),
    resolve: changing.resolve,
  });
  t.after(() => sender.close());
  const send = () =>
    sender.send({ url: `http://hooks.example:${target.port}/`, environment: 'sandbox' }, {}, '{}');
  assert.equal((await send()).error, null);
  assert.match((await send()).error ?? '', /is not public/);
  assert.equal(target.arrivals.length, 1);
});

test('tries-the-next-address-of-a-name-where-the-first-does-not-answer', async (t) => {
  const target = await httpTarget(t, (response) => response.end());
  const { error } = await sendOnce(t, `http://hooks.example:${target.port}/`, {
    allowNetworks: ['127.0.0.0/8'],
    ...names(['127.0.0.9', '127.0.0.1']),
  });
  assert.equal(error, null);
});

test('reaches-a-named-network-in-every-spelling-over-http-too', async (t) => {
  const target = await httpTarget(t, (response) => response.end());
  for (const allowNetworks of [
    ['127.0.0.0/8'],
    ['127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:127.0.0.0/104'],
  ]) {
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]']) {
      for (const environment of ['production', 'sandbox'] as const) {
        const answer = await sendOnce(t, `http://${host}:${target.port}/`, { allowNetworks }, environment);
        assert.equal(answer.error, null, `${host} in ${allowNetworks}`);
      }
    }
  }
  const { error } = await sendOnce(t, `http://127.0.0.1:${target.port}/`, { allowNetworks: ['127.0.0.2'] });
  assert.equal(error, 'The address 127.0.0.1 is not public.');
});

test('needs-https-in-production-where-the-address-is-no-named-one', async (t) => {
  const more = { allowNetworks: ['10.0.0.0/8'], ...names(['93.184.215.14']) };
  const { error } = await sendOnce(t, 'http://hooks.example/', more, 'production');
  assert.equal(error, 'The production environment needs https.');
});

test('reports-a-name-without-an-address', async (t) => {
  const nowhere = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
  assert.equal(
    (await sendOnce(t, 'https://a.example/', { resolve: nowhere })).error,
    'The name could not be resolved.',
  );
  assert.equal(
    (await sendOnce(t, 'https://a.example/', names([]))).error,
    'The name a.example has no address.',
  );
});

test('waits-no-longer-for-a-name-than-for-anything-else', async (t) => {
  const never = () => new Promise<ResolvedAddress[]>(() => undefined);
  const { error } = await sendOnce(t, 'https://a.example/', { resolve: never, timeoutMs: 200 });
  assert.equal(error, 'There was no answer within 0.2 s.');
});

test('sends-nothing-after-it-gave-up-on-a-name', async (t) => {
  const target = await httpTarget(t, (response) => response.end());
  const found = Promise.withResolvers<ResolvedAddress[]>();
  const more = { allowNetworks: ['127.0.0.1'], resolve: () => found.promise, timeoutMs: 200 };
  const { error } = await sendOnce(t, `http://a.example:${target.port}/`, more);
  assert.equal(error, 'There was no answer within 0.2 s.');
  found.resolve([{ address: '127.0.0.1', family: 4 }]);
  await until(() => target.connections() > 0);
  await pause(100);
  assert.equal(target.connections(), 1);
  assert.equal(target.arrivals.length, 0);
});
