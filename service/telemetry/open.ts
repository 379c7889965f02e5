/** Opens the exports of traces and logs: each has its own queue, and logs once when it fails. */
import {
  JsonLogsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { ExportQueue, type ExportWatch } from './export-queue.ts';
import { type LoggedLine, recordOf } from './log-lines.ts';
import { sender } from './send.ts';
import type { ExportSettings, Signal, TelemetrySettings, TraceSettings } from './settings.ts';
import type { Telemetry, TelemetryDeps } from './telemetry.ts';
import { NOT_TRACED } from './traced.ts';
import { Tracing } from './tracing.ts';

export function openTelemetry(settings: TelemetrySettings, deps: TelemetryDeps): Telemetry {
  const resource = defaultResource().merge(resourceFromAttributes(settings.resource));
  const traces = settings.traces === null ? null : openTraces(settings.traces, resource, deps);
  const logs = settings.logs === null ? null : openLogs(settings.logs, resource, deps);
  return {
    traced: traces?.tracing ?? NOT_TRACED,
    takeLine: logs?.takeLine,
    async close(withinMs) {
      await Promise.all([traces?.queue.close(withinMs), logs?.queue.close(withinMs)]);
    },
  };
}

function openTraces(settings: TraceSettings, resource: Resource, deps: TelemetryDeps) {
  const serializer = settings.protocol === 'http/json' ? JsonTraceSerializer : ProtobufTraceSerializer;
  const queue = new ExportQueue(settings, sender(settings, serializer), watch('traces', deps));
  const { ids } = deps;
  const { sampler } = settings;
  return { queue, tracing: new Tracing({ ids, resource, sampler, ended: (span) => queue.add(span) }) };
}

function openLogs(settings: ExportSettings, resource: Resource, deps: TelemetryDeps) {
  const { serializeRequest } =
    settings.protocol === 'http/json' ? JsonLogsSerializer : ProtobufLogsSerializer;
  const send = sender<LoggedLine>(settings, {
    serializeRequest: (lines) => serializeRequest(lines.map((line) => recordOf(line, resource))),
  });
  const queue = new ExportQueue(settings, send, watch('logs', deps));
  return { queue, takeLine: (line: string) => queue.add({ line, atMs: deps.clock.now() }) };
}

function watch(signal: Signal, { log, measured }: TelemetryDeps): ExportWatch {
  let lost = 0;
  return {
    dropped(items) {
      lost += items;
      if (items > 0) measured.telemetryDropped(signal, items);
    },
    failing: (reason) =>
      log.warn({ signal, reason }, 'telemetry is not taken, and is dropped where too much waits'),
    succeeding() {
      log.info({ signal, lost }, 'telemetry is taken again');
      lost = 0;
    },
  };
}
