export { FORMATS, type ImportFault, type ImportFormat, MAX_TOOLS } from './document/definition.ts';
export { pointedAt, stepsOf } from './document/references.ts';
export {
  eachProposal,
  type ImportOptions,
  type Proposal,
  type Proposals,
  proposeFromDocument,
} from './propose.ts';
