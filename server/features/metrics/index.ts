export { type MetricsParts, serveMetrics } from './serve-metrics';
