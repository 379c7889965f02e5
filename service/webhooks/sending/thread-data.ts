/** The data that a sending thread is started with, and its messages to the event loop. */
import type { DatabaseLocation } from '../../database/location.ts';
import type { Measured } from '../../foundation/measured.ts';
import type { SmtpSettings } from '../../notices/index.ts';
import type { TelemetrySettings } from '../../telemetry/index.ts';

export interface SendThreadData {
  database: DatabaseLocation;
  dataDir: string;
  /** How callers reach the service. */
  baseUrl: string;
  /** null where no mail is sent. */
  mail: SmtpSettings | null;
  /** Where Slack is reached. */
  slackApiUrl: string;
  webhooks: { allowNetworks: readonly string[]; secretsKey: Uint8Array | null };
  /** The operator's folder for files of a SIEM; null where none are written. */
  siemFilesDir: string | null;
  clockOffsetMs: number;
  telemetry: TelemetrySettings;
}

/** Messages from the thread to the event loop, which has the log and the metrics. */
export type SendThreadNotice =
  | { about: object; message: string; error: { message: string; stack: string | undefined } }
  | { told: object; message: string }
  | { failed: string }
  | { recovered: string }
  | { attempted: Parameters<Measured['webhooksAttempted']> }
  | { dropped: Parameters<Measured['telemetryDropped']> };
