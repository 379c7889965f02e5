export { changeEndpoint } from './change.ts';
export { createEndpoint } from './create.ts';
export {
  digestsOf,
  type Endpoint,
  type EndpointDeps,
  faultsOfUrl,
  findEndpoint,
  listEndpoints,
  requireSecretBox,
} from './endpoint.ts';
export { deleteEndpoint } from './remove.ts';
export { OVERLAP_MS, rotateSecret } from './rotate.ts';
export { secretBoundTo } from './sealing.ts';
export {
  availableSecretBox,
  OTHER_KEY,
  openSecretBox,
  type SecretBox,
  type SecretsKeyState,
  secretsKeyFile,
  secretsKeyState,
} from './secret-box.ts';
export { newSecret, secretText, signedHeaders } from './sign.ts';
export { disableEndpoint, enableEndpoint } from './switch.ts';
export { hostFault, literalFault, MAX_URL_CHARACTERS, urlFault } from './url.ts';
