export { changeEndpoint } from './change.ts';
export { createEndpoint } from './create.ts';
export { type Endpoint, type EndpointDeps, digestsOf, faultsOfUrl, findEndpoint, listEndpoints } from './endpoint.ts';
export { deleteEndpoint } from './remove.ts';
export { OVERLAP_MS, rotateSecret } from './rotate.ts';
export { OTHER_KEY, type SecretBox, type SecretsKeyState, availableSecretBox, secretsKeyFile, secretsKeyState } from './secret-box.ts';
export { disableEndpoint, enableEndpoint } from './switch.ts';
