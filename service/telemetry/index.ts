export {
  asInstance,
  type ExportSettings,
  PROTOCOLS,
  type Protocol,
  SAMPLERS,
  type SamplerName,
  type SamplerSettings,
  type Signal,
  type TelemetrySettings,
  type TraceSettings,
} from './settings.ts';
export { startTelemetry } from './start.ts';
export type { Telemetry, TelemetryDeps } from './telemetry.ts';
