export { bodyOf } from './message.ts';
export { MAX_URL_CHARACTERS } from './network/url.ts';
export { openSender } from './sender.ts';
export { newSecret, secretText, signedHeaders } from './sign.ts';
