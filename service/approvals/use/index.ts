export { type AskedCall, BUNDLES_SECRET, bundleNow, bundleOf, bundleSecret } from './bundle.ts';
export {
  type ApprovalForUse,
  type ApprovalTerms,
  type ApprovalUseState,
  type AskingEvaluation,
  approvalForUse,
  BINDING_VERSION,
  type BoundRequest,
  bindingOf,
  consumeStatement,
  isSameBinding,
  openedApproval,
  repeatStatement,
  termsOf,
} from './use.ts';
