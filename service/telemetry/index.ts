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
export { startTelemetry, type Telemetry, type TelemetryDeps } from './start.ts';
