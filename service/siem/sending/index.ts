export { renderingOf, Shipper } from './shipper.ts';
export { type TestedSink, testSink } from './test-send.ts';
export { streamsOf, type Waiting } from './waiting.ts';
