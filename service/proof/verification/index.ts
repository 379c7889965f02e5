export { damageWarnings } from './damage.ts';
export { type EvidenceVerifier, type TimedVerification, verificationFields } from './evidence-verifier.ts';
export type { SigningView } from './held-checkpoints.ts';
export { soundRun } from './lean.ts';
export { integrityStateOf } from './state.ts';
export { verifyChain } from './verify-chain.ts';
export type { RangeVerifier } from './verify-threads.ts';
