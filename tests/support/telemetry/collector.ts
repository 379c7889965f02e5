/** An OpenTelemetry collector: receives OTLP exports over HTTP in JSON, and returns their meaning. */
import type { TestContext } from 'node:test';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  kind: number;
  status: number;
  attributes: Record<string, unknown>;
  /** Attributes of the process that sent it. */
  resource: Record<string, unknown>;
}

export interface CollectedRecord {
  body: unknown;
  severity: string;
  traceId: string | undefined;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
}

export interface Collector {
  receiver: Receiver;
  /** Settings for a service that exports to it soon after each event. */
  settings: Record<string, string>;
  spans(): CollectedSpan[];
  records(): CollectedRecord[];
  /** Everything received, including headers. */
  raw(): string;
}

type Json = ReturnType<typeof JSON.parse>;

/** Closed when the test ends. */
export async function startCollector(t: TestContext): Promise<Collector> {
  const receiver = await startReceiver(t);
  return {
    receiver,
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url(''),
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_BLRP_SCHEDULE_DELAY: '50',
    },
    spans: () =>
      receiver.at('/v1/traces').flatMap(({ body }) =>
        JSON.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
          scopeSpans.flatMap(({ spans }: Json) =>
            spans.map((span: Json) => ({
              ...span,
              status: span.status.code,
              attributes: readValues(span.attributes),
              resource: readValues(resource.attributes),
            })),
          ),
        ),
      ),
    records: () =>
      receiver.at('/v1/logs').flatMap(({ body }) =>
        JSON.parse(body).resourceLogs.flatMap(({ resource, scopeLogs }: Json) =>
          scopeLogs.flatMap(({ logRecords }: Json) =>
            logRecords.map((record: Json) => ({
              body: readValue(record.body),
              severity: record.severityText,
              traceId: record.traceId,
              attributes: readValues(record.attributes),
              resource: readValues(resource.attributes),
            })),
          ),
        ),
      ),
    raw: () => receiver.received.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n'),
  };
}

function readValues(attributes: { key: string; value: Json }[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]));
}

function readValue({ arrayValue, ...others }: Json): unknown {
  return arrayValue === undefined ? Object.values(others)[0] : arrayValue.values.map(readValue);
}
