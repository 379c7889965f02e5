export { type HeldAction, type RoutedTerms, termsFor } from '../asked/routing.ts';
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
