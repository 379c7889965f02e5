export { type TrustScores, trustScores } from './scores.ts';
