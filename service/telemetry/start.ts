/** Starts what is to be exported. Where that is nothing, nothing is loaded. */
import type { Clock } from '../foundation/clock.ts';
import type { IdSource } from '../foundation/ids.ts';
import type { Measured } from '../foundation/measured.ts';
import { NOT_TRACED, type Traced } from '../foundation/traced.ts';
import type { Signal, TelemetrySettings } from './settings.ts';

export interface Telemetry {
  traced: Traced;
  /** Takes each line of the log; undefined where logs are not exported. */
  takeLine: ((line: string) => void) | undefined;
  /** Sends what waits; what is not taken in that time is dropped. */
  close(withinMs: number): Promise<void>;
}

export interface TelemetryDeps {
  clock: Clock;
  ids: IdSource;
  log: {
    warn(about: { signal: Signal; reason: string }, message: string): void;
    info(about: { signal: Signal; lost: number }, message: string): void;
  };
  measured: Pick<Measured, 'telemetryDropped'>;
}

const OFF: Telemetry = { traced: NOT_TRACED, takeLine: undefined, close: async () => undefined };

export async function startTelemetry(settings: TelemetrySettings, deps: TelemetryDeps): Promise<Telemetry> {
  if (settings.traces === null && settings.logs === null) return OFF;
  return (await import('./open.ts')).openTelemetry(settings, deps);
}
