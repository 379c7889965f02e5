export {
  type AskedChange,
  askedChangeIn,
  bindingOfChange,
  GOVERNS,
  RISK_OF_CHANGES,
  statedChange,
} from './asked-change.ts';
export type { CarriesOut } from './carries-out.ts';
export { type AskingForChange, askForChange } from './open.ts';
