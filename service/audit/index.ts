export { type Audit, startAudit } from './start.ts';
export { type TruthVerification, type TruthVerifier, truthFields } from './verify-truth.ts';
