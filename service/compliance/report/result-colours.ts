/** The colours of results. They also differ in lightness, and the result is always named beside its colour. */
import type { Result } from '../result.ts';

export const RESULT_COLOURS: Record<Result, string> = {
  met: '#7dbb9b',
  partial: '#e0a64a',
  not_met: '#8f1d2c',
  not_assessed: '#cfd6dc',
};

export const RESULT_NAMES: Record<Result, string> = {
  met: 'Met',
  partial: 'Partly met',
  not_met: 'Not met',
  not_assessed: 'Not assessed',
};
