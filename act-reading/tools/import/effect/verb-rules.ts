/** The effect of a verb on its object, if the verb alone does not say it. */
import type { Clause } from './act.ts';
import type { Judged, Setting } from './judged.ts';
import { changes, removes, simply } from './objects.ts';
import { OWN_VERBS } from './own-verbs.ts';

export function judge(clause: Clause, setting: Setting): Judged {
  const { verb } = clause;
  const own = OWN_VERBS[verb.word];
  if (own !== undefined) return own(clause, setting);
  switch (verb.sense) {
    case 'change':
      return changes(clause, setting);
    case 'remove':
      return removes(clause);
    case 'tell':
      return simply(clause, 'send', setting);
    default:
      return simply(clause, verb.sense, setting);
  }
}
