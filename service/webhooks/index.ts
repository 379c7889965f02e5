export {
  type Attempt,
  attemptsOf,
  DELIVERY_STATUSES,
  type Delivery,
  findDelivery,
  listDeliveries,
} from './deliveries.ts';
export { replayDelivery, replayFailed, sendTest } from './replay.ts';
export { startWebhooks } from './start.ts';
