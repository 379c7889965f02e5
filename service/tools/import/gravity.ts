/** Floors for risk and irreversibility. They are set where words say so: a floor that is too high stops what is harmless. */
import type { RiskLevel } from '../../governance/settings/index.ts';
import type { Effect } from '../../targets/index.ts';
import type { Subject } from './effect/subject.ts';
import { singular } from './words.ts';

const FOR_GOOD = [
  'permanently',
  'permanent',
  'irreversible',
  'irreversibly',
  'irrecoverable',
  'undone',
  'purge',
  'wipe',
  'destroy',
  'drop',
  'truncate',
  'expunge',
  'shred',
  'obliterate',
  'erase',
];
const SECRETS = ['secret', 'password', 'credential', 'passphrase', 'private_key', 'otp'];

export interface Gravity {
  fields: { risk_level?: RiskLevel; is_irreversible?: true };
  reasons: Record<string, string>;
}

export function gravityOf({ words, setting, definition }: Subject, effect: Effect): Gravity {
  const gravity: Gravity = { fields: {}, reasons: {} };
  const word = FOR_GOOD.find((one) => setting.speaksOf(one));
  const isSoft =
    words.some((one) => ['trash', 'archive', 'draft'].includes(one)) ||
    setting.speaksOf('trash', 'recoverable');
  if (effect === 'delete' && word !== undefined && !(isSoft && !words.includes(word))) {
    gravity.fields.is_irreversible = true;
    gravity.reasons.is_irreversible = `it speaks of "${word}"`;
  } else if (effect === 'delete' && !isSoft) {
    gravity.fields.is_irreversible = true;
    gravity.reasons.is_irreversible = 'it deletes, and nothing says that this can be taken back';
  } else if (effect === 'pay') {
    gravity.fields.is_irreversible = true;
    gravity.reasons.is_irreversible = 'value that was moved does not come back by itself';
  }
  if (effect === 'delete' && definition.hints.destructive === true) {
    gravity.fields.risk_level = 'high';
    gravity.reasons.risk_level = 'it deletes, and annotation destructiveHint is true';
  } else if (effect === 'configure' && words.some((one) => SECRETS.includes(singular(one)))) {
    gravity.fields.risk_level = 'medium';
    gravity.reasons.risk_level = 'it changes credentials';
  }
  return gravity;
}
