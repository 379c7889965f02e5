export { chainOf, changeTenant, createTenant, ensureTenant, findTenant, listTenants } from './store.ts';
export {
  ENVIRONMENTS,
  type Environment,
  isTenantName,
  PLANS,
  type Plan,
  type Tenant,
  TIERS,
  type Tier,
} from './tenant.ts';
