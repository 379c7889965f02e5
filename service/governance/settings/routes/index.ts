export { requireSoundRoutes } from './check.ts';
export {
  type ApprovalRoute,
  type AskedGroup,
  type AskedRoute,
  DETAILS,
  type Detail,
  groupsIn,
  MAX_ASKED_GROUPS,
  MAX_ROUTES,
  type RouteConditions,
  SIGN_INS,
} from './routes.ts';
