export type { ContentAct, Particular, ReadContent, Reading, ReadingAct } from './act/index.ts';
export { type ActRequest, type Readers, readAct } from './act/index.ts';
export type { Content, ContentTarget, ReadingOptions } from './content.ts';
export { loadReaders } from './contents/load.ts';
export { readContent } from './contents/read.ts';
export { compareRisk, RISK_LEVELS, type RiskLevel } from './risk.ts';
export { normalise } from './targets/index.ts';
export { type DerivedTerms, deriveTerms } from './task/index.ts';
export { eachProposal, proposeFromDocument } from './tools/import/index.ts';
export {
  CONTENT_KINDS,
  type ContentKind,
  catalogueOf,
  type ToolEntry,
  type WrittenEntry,
} from './tools/index.ts';
export { countWork, reportWorkTo } from './work.ts';
