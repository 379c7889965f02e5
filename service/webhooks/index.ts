export { bodyOf } from './body.ts';
export { changeEndpoint } from './change.ts';
export { createEndpoint, type EndpointWithSecret, MAX_ENDPOINTS } from './create.ts';
export {
  type Attempt,
  attemptsOf,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
  findDelivery,
  listDeliveries,
} from './deliveries.ts';
export {
  digestsOf,
  type Endpoint,
  type EndpointDeps,
  faultsOfUrl,
  findEndpoint,
  listEndpoints,
} from './endpoint.ts';
export type { Answer } from './exchange.ts';
export { deleteEndpoint } from './remove.ts';
export { replayDelivery, replayFailed } from './replay.ts';
export { OVERLAP_MS, rotateSecret } from './rotate.ts';
export {
  availableSecretBox,
  type KeyStanding,
  keyStanding,
  OTHER_KEY,
  openSecretBox,
  type SecretBox,
  secretsKeyFile,
} from './secret-box.ts';
export type { Sender, Target } from './send.ts';
export { sendTest } from './send-test.ts';
export { senderWhenDue } from './sender.ts';
export { newSecret, secretText, signedHeaders } from './sign.ts';
export { startWebhooks, type Webhooks } from './start.ts';
export { disableEndpoint, enableEndpoint } from './switch.ts';
export { urlFault } from './url.ts';
