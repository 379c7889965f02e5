import type { Effect, Target } from '../targets/index.ts';
export function deriveTerms(_task: string): { effects: Effect[]; targets: Target[] } {
  return { effects: ['read'], targets: [] };
}
