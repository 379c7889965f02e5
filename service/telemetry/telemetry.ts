/** The telemetry of a process, and its dependencies. */
import type { Clock } from '../foundation/clock.ts';
import type { IdSource } from '../foundation/ids.ts';
import type { Measured } from '../foundation/measured.ts';
import type { Signal } from './settings.ts';
import type { Traced } from './traced.ts';

export interface Telemetry {
  traced: Traced;
  /** Takes each line of the log; undefined where logs are not exported. */
  takeLine: ((line: string) => void) | undefined;
  /** Sends the queue; items not taken in that time are dropped. */
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
