/** The telemetry to export, and its destination: plain values, so that they can be passed to a thread. */

export const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

export interface SamplerSettings {
  /** The share of traces to record where this service decides, 0 to 1. */
  ratio: number;
  /** Whether a caller that sends a trace decides whether it is recorded. */
  callerDecides: boolean;
}

export interface ExportSettings {
  /** Includes the path. */
  url: string;
  /** May contain credentials. */
  headers: Record<string, string>;
  protocol: Protocol;
  /** The time limit of one attempt. */
  timeoutMs: number;
  /** How long items may gather before they are sent. */
  delayMs: number;
  maxQueued: number;
  maxBatch: number;
}

export interface TraceSettings extends ExportSettings {
  sampler: SamplerSettings;
}

export interface TelemetrySettings {
  /** The sender, described with the names of OpenTelemetry's conventions for resources. */
  resource: Record<string, string>;
  /** null where none are exported. */
  traces: TraceSettings | null;
  logs: ExportSettings | null;
}

export type Signal = 'traces' | 'logs';

/** The same settings for one process among several of the service. @param id unique among them. */
export function asInstance(settings: TelemetrySettings, id: string): TelemetrySettings {
  const given = settings.resource['service.instance.id'];
  const instance = given === undefined ? id : `${given}-${id}`;
  return { ...settings, resource: { ...settings.resource, 'service.instance.id': instance } };
}
