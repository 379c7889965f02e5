export {
  cookieIn,
  cookieOf,
  cookiesBeside,
  providerCookieOf,
  sessionCookieOf,
  signInCookieOf,
} from './cookies.ts';
export { AUTH_PATH, type Identity, type Person } from './identity.ts';
export { linkWith, pagesAt, resetLinkWith, signInLinkWith } from './links.ts';
export { isFresh, type Session, type Sessions } from './sessions.ts';
export { hashToken, withdrawBegun } from './single-use.ts';
