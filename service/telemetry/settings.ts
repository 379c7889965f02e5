/** What is exported, and where to: plain values, so that a thread can be handed them. */

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
  /** Of the traces that are decided on here, the part that is recorded, 0 to 1. */
  ratio: number;
  /** Whether a caller that sends a trace decides on it. */
  callerDecides: boolean;
}

export interface ExportSettings {
  /** With its path. */
  url: string;
  /** Can hold credentials. */
  headers: Record<string, string>;
  protocol: Protocol;
  /** For one try. */
  timeoutMs: number;
  /** How long what happened may gather before it is sent. */
  delayMs: number;
  maxQueued: number;
  maxBatch: number;
}

export interface TraceSettings extends ExportSettings {
  sampler: SamplerSettings;
}

export interface TelemetrySettings {
  /** What sends it, by the names of OpenTelemetry's conventions for resources. */
  resource: Record<string, string>;
  /** null where none are exported. */
  traces: TraceSettings | null;
  logs: ExportSettings | null;
}

export type Signal = 'traces' | 'logs';

/** The same, from a process that can be told from the others of the service. @param id unique among them. */
export function asInstance(settings: TelemetrySettings, id: string): TelemetrySettings {
  const given = settings.resource['service.instance.id'];
  const instance = given === undefined ? id : `${given}-${id}`;
  return { ...settings, resource: { ...settings.resource, 'service.instance.id': instance } };
}
