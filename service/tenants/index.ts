export {
  chainOf,
  changeTenant,
  createTenant,
  ensureTenant,
  environmentOf,
  findTenant,
  listTenants,
  ownerOf,
} from './store.ts';
export {
  ENVIRONMENTS,
  type Environment,
  isMailAddress,
  isTenantName,
  PLANS,
  type Plan,
  RETENTION_DAYS,
  type Tenant,
  TIERS,
  type Tier,
} from './tenant.ts';
export { setTier, tierChanges, tierDuring } from './tier-changes.ts';
