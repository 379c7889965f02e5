export { requireUnusedCode } from '../identity/single-use.ts';
export { credentialsOf, keepOnly, passwordOf } from './credentials.ts';
export { endSession, openSessionsOf, type SignedInPerson, signedInPerson } from './open-sessions.ts';
export { beginSaml, endSaml, type SamlPlace, samlMetadata, takeSamlAnswer } from './saml.ts';
export { requireSoundProvider, type SamlProvider, serviceProviderOf } from './saml-provider.ts';
export type { SignInFailures } from './sign-in-failures.ts';
export { type OidcSettings, type SingleSignOn, singleSignOn, wordFor } from './single-sign-on.ts';
