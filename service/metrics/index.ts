export { METRICS_LABELS, Metrics, type MetricsLabel } from './metrics.ts';
export { METRICS_TOPIC, metricsOfAll, metricsOfWorkers } from './of-workers.ts';
