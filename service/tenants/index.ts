export {
  chainOf,
  changeTenant,
  createTenant,
  ensureTenant,
  environmentOf,
  findTenant,
  listTenants,
  ownerOf,
  tenantOf,
} from './store.ts';
export {
  ENVIRONMENTS,
  type Environment,
  isMailAddress,
  isTenantName,
  PLANS,
  type Plan,
  type RetentionSetting,
  retentionDays,
  type Tenant,
  TIERS,
  type Tier,
  USERS_OF_TIER,
} from './tenant.ts';
export { setTier, tierChanges, tierDuring } from './tier-changes.ts';
