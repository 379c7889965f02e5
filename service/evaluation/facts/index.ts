export { actOfReading, contentsReader, loadActReaders } from './act-of-reading.ts';
export { underMandate } from './gather-act.ts';
export { isBySession, withOrigins } from './origins.ts';
export { forgetRefusedClaims, REFUSAL_MEMORY_MS } from './recent-refusals.ts';
