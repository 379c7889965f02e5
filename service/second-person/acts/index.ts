import type { AnyAct } from '../act.ts';
import * as catalogue from './catalogue.ts';
import * as policies from './policies.ts';
import * as roles from './roles.ts';
import * as settings from './settings.ts';

/** Every act that can wait for a second person. */
export const ACTS = [
  ...Object.values(policies),
  ...Object.values(settings),
  ...Object.values(catalogue),
  ...Object.values(roles),
] as unknown as readonly AnyAct[];

export { ADD_TARGETS, IMPORT_TOOLS, PUT_TOOL, REMOVE_TOOL, REVIEW_TOOLS } from './catalogue.ts';
export { ACTIVATE_POLICY, DEACTIVATE_POLICY, ROLL_BACK_POLICY } from './policies.ts';
export {
  ADD_ISSUER,
  CHANGE_GROUP,
  CHANGE_ISSUER,
  CHANGE_ROLE,
  SET_DIRECTORY,
  SET_STAND_IN,
} from './roles.ts';
export { ACTIVATE_SETTINGS, SET_SETTINGS } from './settings.ts';
