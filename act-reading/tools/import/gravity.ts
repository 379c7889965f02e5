/**
 * Whether an act can be undone. People decide how grave a loss would be, because a floor that is too high blocks
 * harmless acts.
 */
import type { Effect } from '../../targets/index.ts';
import type { Subject } from './effect/subject.ts';

const FOR_GOOD =
  'permanently permanent irreversible irreversibly irrecoverable undone purge wipe destroy drop truncate expunge shred obliterate erase'.split(
    ' ',
  );

export interface Gravity {
  fields: { is_irreversible?: true };
  reasons: Record<string, string>;
}

export function gravityOf({ words, setting }: Subject, effect: Effect): Gravity {
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
  return gravity;
}
