/**
 * OpenTelemetry's own variables: their meaning here, and that an error names the variable but not its value.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
const telemetryOf = (environment: Record<string, string>) => readConfig(environment).telemetry;

test('exports-nothing-until-a-collector-is-named', () => {
  const ways: Record<string, string>[] = [
    {},
    { OTEL_SERVICE_NAME: 'judge', OTEL_TRACES_SAMPLER: 'always_on' },
    { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' },
    { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' },
  ];
  for (const environment of ways) {
    const { traces, logs } = telemetryOf(environment);
    assert.deepEqual([traces, logs], [null, null], JSON.stringify(environment));
  }
});

test('one-endpoint-takes-both-and-one-of-its-own-takes-its-path-as-it-is', () => {
  const both = telemetryOf(ENDPOINT);
  assert.equal(both.traces?.url, 'http://collector:4318/v1/traces');
  assert.equal(both.logs?.url, 'http://collector:4318/v1/logs');
  assert.equal(both.traces?.protocol, 'http/protobuf');
  const own = telemetryOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in' });
  assert.deepEqual([own.traces?.url, own.logs], ['https://traces.example/in', null]);
  const local = telemetryOf({ OTEL_LOGS_EXPORTER: 'otlp' });
  assert.deepEqual([local.traces, local.logs?.url], [null, 'http://localhost:4318/v1/logs']);
});

test('what-is-said-of-one-signal-counts-for-it-and-headers-add-up', () => {
  const { traces, logs } = telemetryOf({
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dTpw, x-team = a%2Cb ,',
    OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'x-team=c',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_TIMEOUT: '20000',
    OTEL_BLRP_EXPORT_TIMEOUT: '900',
    OTEL_BSP_MAX_QUEUE_SIZE: '7',
  });
  assert.deepEqual(traces?.headers, { authorization: 'Basic dTpw', 'x-team': 'a,b' });
  assert.deepEqual(logs?.headers, { authorization: 'Basic dTpw', 'x-team': 'c' });
  assert.deepEqual([traces?.protocol, logs?.protocol], ['http/json', 'http/protobuf']);
  assert.deepEqual([traces?.timeoutMs, logs?.timeoutMs], [20_000, 900]);
  assert.deepEqual([traces?.maxQueued, logs?.maxQueued], [7, 2048]);
});

const SAMPLERS = [
  { named: {}, ratio: 1, callerDecides: true },
  { named: { OTEL_TRACES_SAMPLER: 'always_off' }, ratio: 0, callerDecides: false },
  { named: { OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, ratio: 0, callerDecides: true },
  {
    named: { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' },
    ratio: 0.01,
    callerDecides: false,
  },
  {
    named: { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '1e-3' },
    ratio: 0.001,
    callerDecides: true,
  },
];

test('reads-each-sampler', () => {
  for (const { named, ...sampler } of SAMPLERS) {
    assert.deepEqual(
      telemetryOf({ ...ENDPOINT, ...(named as Record<string, string>) }).traces?.sampler,
      sampler,
    );
  }
});

test('says-who-sends-it', () => {
  const attributes = 'service.name=other,deployment.environment.name=eu%20west';
  const { resource } = telemetryOf({ OTEL_RESOURCE_ATTRIBUTES: attributes, OTEL_SERVICE_NAME: 'judge' });
  assert.equal(resource['service.name'], 'judge');
  assert.equal(resource['deployment.environment.name'], 'eu west');
  assert.equal(telemetryOf({ OTEL_RESOURCE_ATTRIBUTES: attributes }).resource['service.name'], 'other');
  assert.equal(telemetryOf({}).resource['service.name'], 'assize');
});

const WRONG: Record<string, string> = {
  OTEL_SDK_DISABLED: 'canary',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:canary@collector',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector:4318',
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://collector/?key=canary',
  OTEL_EXPORTER_OTLP_HEADERS: 'canary',
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=canary%0d%0ab',
  OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'a b=canary',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  OTEL_EXPORTER_OTLP_TIMEOUT: '0',
  OTEL_TRACES_EXPORTER: 'zipkin',
  OTEL_LOGS_EXPORTER: 'console',
  OTEL_TRACES_SAMPLER: 'jaeger_remote',
  OTEL_TRACES_SAMPLER_ARG: '1.5',
  OTEL_RESOURCE_ATTRIBUTES: 'a=%zz',
  OTEL_BSP_SCHEDULE_DELAY: '-1',
  OTEL_BLRP_MAX_QUEUE_SIZE: 'many',
};

test('names-every-wrong-setting-and-repeats-none-of-what-they-hold', () => {
  assert.throws(
    () => readConfig(WRONG),
    (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(
        error.problems.map((problem) => problem.split(' ')[0]).toSorted(),
        Object.keys(WRONG).toSorted(),
      );
      assert.doesNotMatch(error.message, /canary/);
      return true;
    },
  );
});
