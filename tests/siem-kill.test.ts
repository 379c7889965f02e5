/**
 * Two nodes are killed in turn while they send to two sinks. Each record arrives at each, in order, with the same bytes
 * each time, and the ranges that were sent can still be proven.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import { startTestService } from './support/http/in-process.ts';
import { startLoad } from './support/nodes/load.ts';
import { type RunningService, spawnService } from './support/processes/service.ts';
import { runs } from './support/runner/runs.ts';
import { LOCALHOST_CERTIFICATE } from './support/siem/certificate.ts';
import {
  ALLOWED,
  caughtUp,
  indexesIn,
  readSyslog,
  requireNoHole,
  SINKS,
  verifiedRanges,
} from './support/siem/sinks.ts';
import { type SyslogServer, startSyslogServer } from './support/siem/syslog-server.ts';
import { until } from './support/until.ts';
import { type Receiver, startReceiver } from './support/webhooks/receiver.ts';

/** Each node is killed once. */
const ROUNDS = runs(2);
const CONNECTIONS = 4;
const FIRST_VERDICTS = 10;
/** A receiver has noticed by then that a connection broke off. */
const NOTICED_MS = 500;
const ENVIRONMENT = { ...ALLOWED, ASSIZE_SECRETS_KEY: 'c3'.repeat(32) };

interface Sink {
  id: string;
  /** The position from which it is sent to. */
  position: number;
  /** Everything that it got, in order of arrival. */
  messages(): string[];
}

testOnEachDatabase('every-record-reaches-each-sink-through-kill-9-of-either-node', async (location, t) => {
  const receivers = await startReceivers(t);
  const start = () => spawnService(location, ENVIRONMENT);
  const services: [RunningService, RunningService] = [await start(), await start()];
  t.after(() => Promise.all(services.map((service) => service.stop('SIGKILL'))));
  const sinks = await makeSinks(services[0], receivers);
  for (let round = 0; round < ROUNDS; round += 1) {
    const killed = await killSender(t, services, round % 2, receivers);
    for (const victim of killed) services[victim] = await start();
  }
  for (const service of services) assert.equal(await service.stop('SIGTERM'), 0);
  const again = await requireArrived(t, location, sinks);
  assert.deepEqual(receivers.server.faults, []);
  t.diagnostic(`${ROUNDS} kills; ${again.join(' and ')} messages came again`);
});

interface Receivers {
  http: Receiver;
  server: SyslogServer;
  /** The messages that the HTTP receiver has taken: one that it did not answer may be lost. */
  taken: string[];
  /** From now on, batches reach both and are not taken. */
  hold(): void;
  goOn(): void;
  /** Each of them has a batch that it does not take. */
  areHolding(): boolean;
  /** The node that sends to both still lives. */
  isSenderThere(): boolean;
}

async function startReceivers(t: TestContext): Promise<Receivers> {
  const [http, server] = [await startReceiver(t), await startSyslogServer(t)];
  const taken: string[] = [];
  let [isHolding, held] = [false, 0];
  http.answer(({ body }, gone) => {
    if (isHolding) {
      held += 1;
      void gone.then(() => {
        held -= 1;
      });
      return null;
    }
    taken.push(...JSON.parse(body).map((one: unknown) => JSON.stringify(one)));
    return {};
  });
  return {
    ...{ http, server, taken },
    hold() {
      isHolding = true;
      server.behave('takes nothing');
    },
    goOn() {
      isHolding = false;
      server.behave('reads');
    },
    areHolding: () => held > 0 && server.held() > 0,
    isSenderThere: () => held > 0,
  };
}

async function makeSinks({ baseUrl }: RunningService, { http, server, taken }: Receivers): Promise<Sink[]> {
  const client = connect(baseUrl);
  const made = async (body: object) => {
    const answer = await client.ask('a', SINKS, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return { id: answer.body.id, position: answer.body.position };
  };
  const secrets = { url: http.url('/collector'), token: 'Splunk t0ken' };
  const options = { host: 'localhost', port: server.port, authorities: LOCALHOST_CERTIFICATE };
  const collector = await made({ kind: 'http', name: 'HEC', secrets });
  const syslog = await made({ kind: 'syslog', name: 'SIEM', options });
  client.close();
  return [
    { ...collector, messages: () => taken },
    { ...syslog, messages: () => server.received.map((message) => readSyslog(message).text) },
  ];
}

/**
 * Kills a node while both receivers have a batch that they have not taken. If it was not the one that sends, the other
 * is killed too. @returns which were killed.
 */
async function killSender(
  t: TestContext,
  services: readonly RunningService[],
  first: number,
  receivers: Receivers,
): Promise<number[]> {
  const loads = services.map(({ baseUrl }, place) =>
    startLoad(t, baseUrl, `siem-${place}`, { connections: CONNECTIONS }),
  );
  await Promise.all(loads.map((load) => load.untilPromised(FIRST_VERDICTS)));
  receivers.hold();
  await until(() => receivers.areHolding());
  const kill = async (place: number) =>
    assert.equal(await services[place]?.stop('SIGKILL'), null, 'it ended before it was killed');
  const killed = [first];
  await kill(first);
  await sleep(NOTICED_MS);
  if (receivers.isSenderThere()) {
    killed.push(1 - first);
    await kill(1 - first);
  }
  await until(() => !receivers.isSenderThere());
  receivers.goOn();
  for (const load of loads) await load.stop();
  return killed;
}

/** @returns how many messages came more than once, for each sink. */
async function requireArrived(
  t: TestContext,
  location: DatabaseLocation,
  sinks: readonly Sink[],
): Promise<number[]> {
  const { app } = await startTestService(t, location, ENVIRONMENT);
  const again: number[] = [];
  for (const { id, position, messages } of sinks) {
    await caughtUp(app, id);
    const ranges = await verifiedRanges(app, id);
    for (const { result } of ranges) assert.equal(result, 'same');
    const sent = messages();
    requireNoHole(indexesIn(sent), position);
    const each = Map.groupBy(sent, (message) => JSON.parse(message).metadata.uid);
    for (const copies of each.values()) assert.equal(new Set(copies).size, 1);
    const counted = ranges.reduce((sum, { messages: count }) => sum + count, 0);
    assert.ok(each.size >= counted, `${each.size} arrived of ${counted}`);
    again.push(sent.length - each.size);
  }
  return again;
}
