/** The traces and logs that this process exports: its own settings, and the log's lines as they are logged. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { systemClock } from '../foundation/clock.ts';
import { IdSource } from '../foundation/ids.ts';
import type { Measured } from '../foundation/measured.ts';
import { copyLogTo } from '../logging/log.ts';
import { asInstance, startTelemetry, type TelemetrySettings } from '../telemetry/index.ts';
import type { Traced } from '../telemetry/traced.ts';
import { fillRandom } from '../wiring.ts';

/** For what the collector has not taken when the service stops, ms. */
const FLUSH_TIMEOUT_MS = 3000;

export interface Exported {
  traced: Traced;
  /** As this process has them, for its threads. */
  telemetry: TelemetrySettings;
  /** Comes last, so that the end of the service is exported too. */
  close(): Promise<void>;
}

export async function exported(
  { telemetry: ofAll, clockOffsetMs }: Pick<Config, 'telemetry' | 'clockOffsetMs'>,
  log: Logger,
  measured: Measured,
): Promise<Exported> {
  const ids = new IdSource(fillRandom);
  const telemetry = asInstance(ofAll, ids.hex(16));
  const started = await startTelemetry(telemetry, { clock: systemClock(clockOffsetMs), ids, log, measured });
  copyLogTo(started.takeLine);
  return { traced: started.traced, telemetry, close: () => started.close(FLUSH_TIMEOUT_MS) };
}
