export { cookieIn, cookieOf, cookiesBeside, sessionCookieOf, signInCookieOf } from './cookies.ts';
export { AUTH_PATH, type Identity, type Person } from './identity.ts';
export { linkWith, pagesAt, resetLinkWith } from './links.ts';
export { isFresh, type Session, type Sessions } from './sessions.ts';
export { hashToken, withdrawBegun } from './single-use.ts';
