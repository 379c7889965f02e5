/** The nouns of AuthZEN, in the order of the API's description. */
import type { Noun, Services } from '../services.ts';
import { evaluationAuthzen } from './evaluation.ts';

export const NOUNS_AUTHZEN: readonly Noun<Services>[] = [evaluationAuthzen];
export { configurationRoutes } from './configuration.ts';
