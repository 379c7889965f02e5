export { ERASURE_ACTIONS } from '../holds/kept.ts';
export { type Lookers, lookers } from '../word-index/lookers.ts';
export { valueIndexer } from '../word-index/word-index.ts';
export { eraseSubject } from './begin.ts';
export { erasureChore } from './carry-out.ts';
export {
  certificateOf,
  type ErasureRow,
  erasureFields,
  erasuresOf,
  findErasure,
  listErasures,
  positionsIn,
} from './erasure.ts';
export { MAX_SUBJECT, searchFields, searchSubject } from './search.ts';
