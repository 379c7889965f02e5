export {
  type Attempt,
  attemptsOf,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
  findDelivery,
  listDeliveries,
} from './deliveries.ts';
export { changeEndpoint } from './endpoints/change.ts';
export { createEndpoint, type EndpointWithSecret, MAX_ENDPOINTS } from './endpoints/create.ts';
export {
  digestsOf,
  type Endpoint,
  type EndpointDeps,
  faultsOfUrl,
  findEndpoint,
  listEndpoints,
} from './endpoints/endpoint.ts';
export { deleteEndpoint } from './endpoints/remove.ts';
export { OVERLAP_MS, rotateSecret } from './endpoints/rotate.ts';
export {
  availableSecretBox,
  OTHER_KEY,
  openSecretBox,
  type SecretBox,
  type SecretsKeyState,
  secretsKeyFile,
  secretsKeyState,
} from './endpoints/secret-box.ts';
export { disableEndpoint, enableEndpoint } from './endpoints/switch.ts';
export { replayDelivery, replayFailed, sendTest } from './replay.ts';
export type { Answer } from './sending/exchange.ts';
export { bodyOf } from './sending/message.ts';
export type { Sender, Target } from './sending/send.ts';
export { openSender } from './sending/sender.ts';
export { newSecret, secretText, signedHeaders } from './sending/sign.ts';
export { MAX_URL_CHARACTERS, urlFault } from './sending/url.ts';
export { startWebhooks, type Webhooks } from './start.ts';
