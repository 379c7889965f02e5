export { METRICS_LABELS, Metrics, type MetricsLabel } from './metrics.ts';
export { METRICS_TOPIC, MetricsOfWorkers, metricsOfAll, OWN_METRICS_TOPIC } from './of-workers.ts';
export { PROTOBUF_TYPE } from './protobuf.ts';
