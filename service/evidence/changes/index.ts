export { type HistoryEntry, type RecordedChange, changeIn, changesOf, historyOf } from './changes.ts';
export { type Digest, digests, existingDigests } from './digest.ts';
export { EARLIER_ROWS_ACTION, type EarlierRowKind, type EarlierRows, earlierRows, statementsOfEarlierRows } from './earlier-rows.ts';
export { type Actor, type ChangeDeps, type GovernDeps, OPERATOR, type PartOfGovernance, type Stamp, changeGovernance, moveRevisions, nextRevision, partyOf, recordChange, stampNow } from './governance-change.ts';
