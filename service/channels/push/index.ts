export { pushKeys } from './keys.ts';
export { type Ring, type RingDeps, ring } from './ring.ts';
export {
  type Owner,
  type PushTarget,
  type Subscription,
  type SubscriptionDeps,
  subscribe,
  subscriptionsOf,
  unsubscribe,
} from './subscriptions.ts';
