/**
 * The settings of OpenTelemetry that Assize supports, with their standard names and defaults. Nothing is
 * exported unless an endpoint or an exporter is named.
 */

import servicePackage from '../package.json' with { type: 'json' };
import {
  type ExportSettings,
  PROTOCOLS,
  type Protocol,
  SAMPLERS,
  type SamplerName,
  type SamplerSettings,
  type TelemetrySettings,
} from '../telemetry/index.ts';
import type { Read, SettingName } from './settings.ts';
import { asItIs, integerIn, oneOf } from './values.ts';

/** The collector's address in the OTLP specification. */
const DEFAULT_ENDPOINT = 'http://localhost:4318';
const MAX_TIME_MS = 600_000;
const MAX_ITEMS = 100_000;
const EXPORTERS = ['otlp', 'none'] as const;

type Shared = Pick<ExportSettings, 'headers' | 'timeoutMs'> & { protocol: Protocol; endpoint: string | null };

/** The differences between the two signals: names, and the path of the endpoint. */
const SIGNALS = {
  traces: { name: 'TRACES', path: '/v1/traces', queue: 'BSP', delayMs: 5000 },
  logs: { name: 'LOGS', path: '/v1/logs', queue: 'BLRP', delayMs: 1000 },
} as const;

export function readTelemetry(read: Read): TelemetrySettings {
  const isDisabled = read('OTEL_SDK_DISABLED', false, trueOrFalse, 'true or false');
  const attributes = pairsOf(read, 'OTEL_RESOURCE_ATTRIBUTES');
  const name = read('OTEL_SERVICE_NAME', attributes['service.name'] ?? 'assize', asItIs, 'a name');
  const shared: Shared = {
    endpoint: endpointOf(read, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    headers: pairsOf(read, 'OTEL_EXPORTER_OTLP_HEADERS'),
    protocol: protocolOf(read, 'OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf'),
    timeoutMs: timeOf(read, 'OTEL_EXPORTER_OTLP_TIMEOUT', 10_000),
  };
  const traces = readSignal(read, 'traces', shared);
  const logs = readSignal(read, 'logs', shared);
  const sampler = readSampler(read);
  return {
    resource: { 'service.version': servicePackage.version, ...attributes, 'service.name': name },
    traces: traces === null || isDisabled ? null : { ...traces, sampler },
    logs: isDisabled ? null : logs,
  };
}

function readSignal(read: Read, signal: keyof typeof SIGNALS, shared: Shared): ExportSettings | null {
  const { name, path, queue, delayMs } = SIGNALS[signal];
  const exporter = read<(typeof EXPORTERS)[number] | null>(
    `OTEL_${name}_EXPORTER`,
    null,
    (text) => oneOf(EXPORTERS, text),
    `one of ${EXPORTERS.join(', ')}`,
  );
  const own = endpointOf(read, `OTEL_EXPORTER_OTLP_${name}_ENDPOINT`);
  const headers = pairsOf(read, `OTEL_EXPORTER_OTLP_${name}_HEADERS`);
  const protocol = protocolOf(read, `OTEL_EXPORTER_OTLP_${name}_PROTOCOL`, shared.protocol);
  const settings = {
    headers: { ...shared.headers, ...headers },
    protocol,
    timeoutMs: Math.min(shared.timeoutMs, timeOf(read, `OTEL_${queue}_EXPORT_TIMEOUT`, 30_000)),
    delayMs: timeOf(read, `OTEL_${queue}_SCHEDULE_DELAY`, delayMs),
    maxQueued: countOf(read, `OTEL_${queue}_MAX_QUEUE_SIZE`, 2048),
    maxBatch: countOf(read, `OTEL_${queue}_MAX_EXPORT_BATCH_SIZE`, 512),
  };
  const endpoint = shared.endpoint ?? (exporter === 'otlp' ? DEFAULT_ENDPOINT : null);
  const url = own ?? (endpoint === null ? null : endpoint.replace(/\/+$/, '') + path);
  return exporter === 'none' || url === null ? null : { url, ...settings };
}

/** A ratio that the operator sets holds for all callers; only `parentbased_…` lets them decide. */
function readSampler(read: Read): SamplerSettings {
  const name = read<SamplerName>(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    (text) => oneOf(SAMPLERS, text),
    `one of ${SAMPLERS.join(', ')}`,
  );
  const stated = read('OTEL_TRACES_SAMPLER_ARG', 1, ratio, 'a number from 0 to 1');
  const callerDecides = name.startsWith('parentbased_');
  if (name.endsWith('traceidratio')) return { ratio: stated, callerDecides };
  return { ratio: name.endsWith('always_on') ? 1 : 0, callerDecides };
}

function endpointOf(read: Read, name: SettingName): string | null {
  const expected =
    'an http:// or https:// URL without a user, a query or a fragment (credentials belong in OTEL_EXPORTER_OTLP_HEADERS)';
  return read<string | null>(name, null, plainUrl, expected);
}

function protocolOf(read: Read, name: SettingName, fallback: Protocol): Protocol {
  return read(name, fallback, (text) => oneOf(PROTOCOLS, text), `one of ${PROTOCOLS.join(', ')}`);
}

function timeOf(read: Read, name: SettingName, fallback: number): number {
  const expected = `a number of milliseconds from 1 to ${MAX_TIME_MS}`;
  return read(name, fallback, (text) => integerIn(text, 1, MAX_TIME_MS), expected);
}

function countOf(read: Read, name: SettingName, fallback: number): number {
  return read(name, fallback, (text) => integerIn(text, 1, MAX_ITEMS), `a number from 1 to ${MAX_ITEMS}`);
}

function pairsOf(read: Read, name: SettingName): Record<string, string> {
  return read<Record<string, string>>(name, {}, keyValues, 'pairs such as key=value,key=value');
}

function trueOrFalse(text: string): boolean | undefined {
  const stated = text.toLowerCase();
  return stated === 'true' || (stated === 'false' ? false : undefined);
}

function ratio(text: string): number | undefined {
  const value = /^\d*\.?\d+(?:e-?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= 1 ? value : undefined;
}

function plainUrl(text: string): string | undefined {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isWeb && isPlain ? text : undefined;
}

/** The characters of a header name; the keys of resources need no others. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/** W3C Baggage without properties, as OpenTelemetry uses it: values are percent-encoded where necessary. */
function keyValues(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').filter((part) => part.trim() !== '');
  const read: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name = '', encoded = ''] = /^([^=]*)=(.*)$/.exec(pair.trim()) ?? [];
    const value = decoded(encoded.trim());
    if (!NAME.test(name.trim()) || value === undefined || !VALUE.test(value)) return undefined;
    read[name.trim()] = value;
  }
  return read;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
