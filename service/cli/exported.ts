/** The traces and logs that this process exports. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { systemClock } from '../foundation/clock.ts';
import { IdSource } from '../foundation/ids.ts';
import type { Measured } from '../foundation/measured.ts';
import { copyLogTo } from '../logging/log.ts';
import { asInstance, startTelemetry, type TelemetrySettings } from '../telemetry/index.ts';
import type { Traced } from '../telemetry/traced.ts';
import { fillRandom } from '../wiring.ts';

/** The time for the last exports when the service stops, ms. */
const FLUSH_TIMEOUT_MS = 3000;

export interface Exported {
  traced: Traced;
  /** The settings of this process, for its threads. */
  telemetry: TelemetrySettings;
  /** Call it last, so that the end of the service is exported too. */
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
