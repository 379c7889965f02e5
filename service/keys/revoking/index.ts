export { revocationOf, revokeKey } from './revoke.ts';
