export {
  authoritiesIn,
  type CommonOptions,
  SINK_KINDS,
  type SinkKind,
  type SyslogOptions,
} from './kinds.ts';
export { changeSink, createSink, deleteSink, MAX_SINKS, openedSink, pauseSink } from './set-up.ts';
export {
  findSink,
  listSinks,
  openSecrets,
  optionsOf,
  SINK_DELETED,
  SINK_SET,
  SINK_STATUSES,
  type SinkDeps,
  type SinkRow,
  sinkStatus,
  statedSink,
} from './sink.ts';
