export { type HeldAction, type RoutedTerms, termsFor } from '../asked/routing.ts';
export { BINDING_VERSION, type BoundRequest, bindingOf, isSameBinding } from '../binding.ts';
export { type AskedCall, BUNDLES_SECRET, bundleNow, bundleOf, bundleSecret } from './bundle.ts';
export {
  type ApprovalForUse,
  type ApprovalTerms,
  type ApprovalUseState,
  type AskingEvaluation,
  approvalForUse,
  consumeStatement,
  openedApproval,
  repeatStatement,
  termsOf,
} from './use.ts';
