/**
 * Converts a log line to an OpenTelemetry record with the same members; the log holds no secrets, so neither
 * does the record.
 */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import type { AnyValue, HrTime } from '@opentelemetry/api';
import type { ISerializer, JsonLogsSerializer } from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';

type RecordsOf<S> = S extends ISerializer<infer Records, unknown> ? Records : never;
export type LogRecord = RecordsOf<typeof JsonLogsSerializer>[number];

/** The line as logged, and its time, ms since the epoch. */
export interface LoggedLine {
  line: string;
  atMs: number;
}

/** Pino's levels: the first number of each range in OpenTelemetry's log data model. */
const SEVERITIES: Readonly<Record<string, number>> = {
  ...{ trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 },
};
const SCOPE = { name: 'assize' };

export function recordOf({ line, atMs }: LoggedLine, resource: Resource): LogRecord {
  const { level, msg, time: _, trace_id, span_id, err, ...others } = membersOf(line);
  const at: HrTime = [Math.floor(atMs / 1000), Math.round(atMs % 1000) * 1_000_000];
  const isTraced = typeof trace_id === 'string' && typeof span_id === 'string';
  return {
    hrTime: at,
    hrTimeObserved: at,
    severityText: String(level),
    severityNumber: SEVERITIES[String(level)],
    body: msg as AnyValue,
    attributes: { ...others, ...exceptionOf(err) } as LogRecord['attributes'],
    ...(isTraced && { spanContext: { traceId: trace_id, spanId: span_id, traceFlags: 1 } }),
    droppedAttributesCount: 0,
    instrumentationScope: SCOPE,
    resource,
  };
}

function membersOf(line: string): JsonObject {
  try {
    return parseJson(line) as JsonObject;
  } catch {
    // A line with an inexact number is kept as text.
    return { msg: line };
  }
}

/** Follows the OpenTelemetry conventions for exceptions in logs. */
function exceptionOf(err: unknown): Record<string, unknown> {
  if (err === undefined || err === null || typeof err !== 'object') return {};
  const { type, message, stack, ...more } = err as Record<string, unknown>;
  const named = { 'exception.type': type, 'exception.message': message, 'exception.stacktrace': stack };
  return { ...named, ...(Object.keys(more).length > 0 && { 'exception.details': more }) };
}
