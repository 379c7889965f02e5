/**
 * A service's OTLP exports, called and watched as an operator does, and the service's behaviour if no one accepts
 * them.
 */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import { PRODUCTION_KEY, SURFACES } from './support/http/in-process.ts';
import { type RunningService, spawnService } from './support/processes/service.ts';
import { startCollector } from './support/telemetry/collector.ts';
import { CALLER, CANARY, PAYLOAD, startExporting, TRACE } from './support/telemetry/exporting.ts';
import { until } from './support/until.ts';

const SECRET = 'Bearer-of-the-collector';

testOnOneDatabase(
  'log-lines-name-the-trace-of-their-request-here-and-at-the-collector',
  async (location, t) => {
    const collector = await startCollector(t);
    const { service, client, evaluate } = await startExporting(t, location, {
      ...collector.settings,
      ASSIZE_LOG_LEVEL: 'debug',
    });
    await evaluate(PAYLOAD, CALLER);
    await client.ask('b', '/v1/nothing', { headers: CALLER });
    const answered = () =>
      collector.records().filter((one) => one.body === 'answered' && one.traceId === TRACE);
    await until(() => answered().length === 2);
    assert.deepEqual(
      answered().map(({ severity, attributes }) => [severity, attributes.status]),
      [
        ['debug', 200],
        ['info', 404],
      ],
    );
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.includes('"answered"'));
    for (const line of lines) assert.equal(JSON.parse(line).trace_id, TRACE);
    assert.equal(lines.length, 2);
    assert.equal(await service.stop('SIGTERM'), 0);
    assert.equal(collector.records().at(-1)?.body, 'stopped');
    assert.ok(!collector.raw().includes(CANARY) && !collector.raw().includes(PRODUCTION_KEY));
  },
);

testOnOneDatabase('a-collector-that-fails-is-slow-or-away-disturbs-nothing', async (location, t) => {
  const collector = await startCollector(t);
  const { receiver } = collector;
  const { service, client, evaluate } = await startExporting(t, location, {
    ...collector.settings,
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${SECRET}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
    OTEL_BSP_MAX_QUEUE_SIZE: '8',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4',
    ASSIZE_LOG_LEVEL: 'info',
  });
  const askMany = async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => evaluate(PAYLOAD, CALLER)));
    assert.ok(answers.every(({ status }) => status === 200));
  };
  const told = (words: string) => service.output().split(words).length - 1;
  const dropped = async () => {
    const { body } = await client.ask('b', '/metrics', { key: null });
    return Number(/^assize_telemetry_dropped_total\{signal="traces"\} (\d+)$/m.exec(body)?.[1] ?? 0);
  };
  receiver.answer(() => ({ status: 500, body: `do not repeat ${SECRET}` }));
  await askMany();
  await until(() => told('telemetry is not taken') === 1);
  receiver.answer(() => null);
  await askMany();
  await until(async () => (await dropped()) > 20);
  receiver.answer(() => ({}));
  await until(async () => {
    await evaluate(PAYLOAD, CALLER);
    return told('telemetry is taken again') === 1;
  });
  assert.equal(told('telemetry is not taken'), 1);
  assert.equal(receiver.received[0]?.headers.authorization, SECRET);
  await receiver.close();
  await askMany();
  await until(() => told('telemetry is not taken') === 2);
  assert.match(service.output(), /"reason":"(?:ECONN\w+|UND_ERR_SOCKET)"/);
  assert.ok(!service.output().includes(SECRET), 'the log shows the credentials of the collector');
  assert.equal(await service.stop('SIGTERM'), 0);
});

testOnOneDatabase('nothing-is-exported-unless-it-is-asked-for', async (location, t) => {
  const collector = await startCollector(t);
  const ways: Record<string, string>[] = [
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_TRACES_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  ];
  for (const off of ways) {
    const { service, evaluate } = await startExporting(t, location, { ...collector.settings, ...off });
    assert.equal((await evaluate(PAYLOAD, CALLER)).status, 200);
    assert.equal(await service.stop('SIGTERM'), 0);
  }
  assert.deepEqual(collector.receiver.received, []);
});

testOnOneDatabase('each-worker-exports-under-an-instance-of-its-own', async (location, t) => {
  const collector = await startCollector(t);
  const settings = {
    ...collector.settings,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ASSIZE_LOG_LEVEL: 'info',
  };
  const more = {
    OTEL_SERVICE_NAME: 'judge',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=eu%2Fwest',
  };
  const service: RunningService = await spawnService(
    location,
    { ...settings, ...more },
    [],
    ['--workers', '2'],
  );
  t.after(() => service.stop('SIGKILL'));
  const instances = (of: { resource: Record<string, unknown> }[]) =>
    new Set(of.map(({ resource }) => resource['service.instance.id']));
  await until(async () => {
    const client = connect(service.baseUrl);
    await client.ask('b', SURFACES.b.evaluate, { body: PAYLOAD });
    client.close();
    return instances(collector.spans()).size === 2;
  });
  const [span] = collector.spans();
  assert.equal(span?.resource['service.name'], 'judge');
  assert.equal(span?.resource['deployment.environment.name'], 'eu/west');
  assert.equal(await service.stop('SIGTERM'), 0);
  assert.ok(collector.records().some(({ body }) => body === 'stopping the workers'));
  assert.equal(instances(collector.records()).size, 3);
});
