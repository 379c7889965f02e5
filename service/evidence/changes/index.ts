export { changeIn, changesOf, type HistoryEntry, historyOf, type RecordedChange } from './changes.ts';
export { type Digest, digests, existingDigests } from './digest.ts';
export {
  EARLIER_ROWS_ACTION,
  type EarlierRowKind,
  type EarlierRows,
  earlierRows,
  statementsOfEarlierRows,
} from './earlier-rows.ts';
export {
  type Actor,
  type ChangeDeps,
  changeDraft,
  changeEntry,
  changeGovernance,
  type GovernanceChange,
  type GovernDeps,
  moveRevisions,
  nextRevision,
  OPERATOR,
  type PartOfGovernance,
  partyOf,
  recordChange,
  type Stamp,
  stampNow,
} from './governance-change.ts';
