export {
  availableSecretBox,
  keyStanding,
  OTHER_KEY,
  openSecretBox,
  type SecretBox,
  secretsKeyFile,
} from './secret-box.ts';
export { type Answer, createSender, type Sender, type Target } from './send.ts';
export { newSecret, secretText, signedHeaders } from './sign.ts';
export { urlFault } from './url.ts';
