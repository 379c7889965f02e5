export {
  ACTIVATE_POLICY,
  ACTIVATE_SETTINGS,
  ACTS,
  ADD_ISSUER,
  ADD_TARGETS,
  CHANGE_GROUP,
  CHANGE_ISSUER,
  CHANGE_ROLE,
  DEACTIVATE_POLICY,
  IMPORT_TOOLS,
  PUT_TOOL,
  REMOVE_TOOL,
  REVIEW_TOOLS,
  ROLL_BACK_POLICY,
  SET_DIRECTORY,
  SET_SETTINGS,
  SET_STAND_IN,
} from './acts/index.ts';
export type { SecondPersons } from './make.ts';
export { governed } from './start.ts';
