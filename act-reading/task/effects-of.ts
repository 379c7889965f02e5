/** The effects of a command: what its verb does, and what making, changing or removing its object does. */

import type { NounClass } from '../lexicon/nouns.ts';
import type { Sense } from '../lexicon/verbs.ts';
import { EFFECTS, type Effect } from '../targets/index.ts';
import type { Phrase } from './sentences/phrase.ts';
import type { Command } from './sentences/walk.ts';

export interface Meaning {
  /** Effects that the command itself asks for. */
  sure: Effect[];
  /** Effects that usually belong to it, unless the task denies them. */
  implied: Effect[];
}

const NONE: Meaning = { sure: [], implied: [] };
const also = (effect: Effect, ...implied: Effect[]): Meaning => ({ sure: [effect], implied });

/** The effect of making or changing such a thing. */
const OF_CLASS: Partial<Record<NounClass, Effect>> = {
  message: 'send',
  money: 'pay',
  order: 'book',
  event: 'book',
  access: 'configure',
  program: 'execute',
  public: 'share',
};

export function meaningOf({ verb, object, isDenied }: Command): Meaning {
  const kind = object.direct.at(-1) ?? object.rest[0];
  const ofThing = kind === undefined ? undefined : OF_CLASS[kind];
  if (verb === null) return ofThing === undefined || UNNAMED.has(ofThing) ? NONE : also(ofThing, 'write');
  const each = verb.senses.map((sense): Meaning => {
    // Reads `Do not change anything`.
    if (sense === 'change' && isDenied && ofThing === undefined) return { sure: [...CHANGES], implied: [] };
    return meaningOfVerb(sense, object, ofThing);
  });
  return { sure: each.flatMap((one) => one.sure), implied: each.flatMap((one) => one.implied) };
}

/** A noun alone does not ask for these effects. */
const UNNAMED: ReadonlySet<Effect> = new Set(['configure', 'execute']);
const CHANGES = EFFECTS.filter((effect) => effect !== 'read' && effect !== 'send');

function meaningOfVerb(sense: Sense, object: Phrase, ofThing: Effect | undefined): Meaning {
  switch (sense) {
    case 'read':
      return NONE;
    case 'tell':
      return object.isMe ? NONE : also('send', 'write');
    case 'change':
      if (ofThing === undefined) return object.isMe ? NONE : also('write');
      return also(ofThing, 'write');
    case 'remove':
      return ofThing === 'configure' ? also(ofThing, 'delete', 'write') : also('delete', 'write');
    case 'send':
      return object.hasAmount ? also('pay', 'send') : also('send');
    case 'write':
    case 'execute':
      return ofThing === undefined ? also(sense, 'write') : also(sense, 'write', ofThing);
    default:
      return also(sense, 'write');
  }
}
