export { loadActReaders } from './act-readers.ts';
export { actOfReading, contentsReader, underMandate } from './gather-act.ts';
export { forgetRefusedClaims, REFUSAL_MEMORY_MS } from './recent-refusals.ts';
