export { FORMATS, type ImportFault, type ImportFormat, MAX_TOOLS } from './document/definition.ts';
export {
  eachProposal,
  type ImportOptions,
  type Proposal,
  type Proposals,
  proposeFromDocument,
  seenOf,
} from './propose.ts';
