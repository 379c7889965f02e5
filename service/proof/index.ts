export { type Proof, startProof } from './start.ts';
