export {
  type Attempt,
  attemptsOf,
  DELIVERY_STATUSES,
  type Delivery,
  findDelivery,
  listDeliveries,
} from './deliveries.ts';
export { changeEndpoint } from './endpoints/change.ts';
export { createEndpoint } from './endpoints/create.ts';
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
  type SecretBox,
  type SecretsKeyState,
  secretsKeyFile,
  secretsKeyState,
} from './endpoints/secret-box.ts';
export { disableEndpoint, enableEndpoint } from './endpoints/switch.ts';
export { replayDelivery, replayFailed, sendTest } from './replay.ts';
export { bodyOf } from './sending/message.ts';
export { openSender } from './sending/sender.ts';
export { newSecret, secretText, signedHeaders } from './sending/sign.ts';
export { MAX_URL_CHARACTERS } from './sending/url.ts';
export { startWebhooks } from './start.ts';
