/** What a verb does to its object, where the verb alone does not say it. */
import type { Clause } from './act.ts';
import type { Judged, Setting } from './judged.ts';
import { changes, removes, simply } from './objects.ts';
import { OWN_VERBS } from './own-verbs.ts';

export function judge(clause: Clause, setting: Setting): Judged {
  const { verb } = clause;
  switch (verb.sense) {
    case 'change':
      return changes(clause, setting);
    case 'remove':
      return removes(clause);
    case 'own':
      return (OWN_VERBS[verb.word] ?? changes)(clause, setting);
    default:
      return simply(clause, verb.sense, setting);
  }
}
