export { gapFact, moveOn, type Passed, type Place, type RangeRow, rangesOf } from './ranges.ts';
export { GAP_ACTION, recordSentChore, statedRange } from './record.ts';
export { listRanges, type StatedRange, skippedRecords, statedRanges, wasSent } from './stated.ts';
export { factsBetween, firstSince, madeAt, SENT_ACTION, STREAMS, type Stream } from './stream.ts';
export { RANGE_RESULTS, type VerifiedRange, verifyRange } from './verify.ts';
