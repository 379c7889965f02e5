/** Starts the exports. If there are none, nothing is loaded. */
import type { TelemetrySettings } from './settings.ts';
import type { Telemetry, TelemetryDeps } from './telemetry.ts';
import { NOT_TRACED } from './traced.ts';

const OFF: Telemetry = { traced: NOT_TRACED, takeLine: undefined, close: async () => undefined };

export async function startTelemetry(settings: TelemetrySettings, deps: TelemetryDeps): Promise<Telemetry> {
  if (settings.traces === null && settings.logs === null) return OFF;
  return (await import('./open.ts')).openTelemetry(settings, deps);
}
