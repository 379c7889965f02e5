export { METRICS_LABELS, Metrics, type MetricsLabel } from './metrics.ts';
export { METRICS_TOPIC, metricsOfAll, metricsOfWorkers } from './of-workers.ts';
export { PROTOBUF_TYPE } from './protobuf.ts';
