/** Reads acts in tests, with readers of targets and contents whose texts state their own reading. */

import { type ActRequest, type Readers, type Reading, readAct } from '@assize/act-reading/act';
import { type Catalogue, catalogueOf, keptEntry, type WrittenEntry } from '@assize/act-reading/tools';
import type { JsonObject } from '@assize/evidence-format';

/** A target without a space is readable; a content states its acts as `effect>target`. */
export const READERS: Readers = {
  normalise: (kind, text) =>
    text.includes(' ')
      ? [{ unreadable: 'it has a space' }]
      : [{ kind: kind === 'detect' ? 'object' : kind, value: text.toLowerCase() }],
  readContent: (kind, text) => {
    const facts: JsonObject = {};
    if (text.includes('?')) return { unreadable: 'it is not a command', acts: [], facts };
    const acts = text.split(';').flatMap((act) => {
      const [effect = '', target = ''] = act.trim().split('>');
      if (effect === '') return [];
      const targets = [{ kind: 'path' as const, role: 'place' as const, text: target }];
      return [
        { effect: effect as 'read', what: act, targets, ...(effect === 'delete' && { irreversible: true }) },
      ];
    });
    return { unreadable: null, acts, facts: { [kind]: 1, acts: acts.map(({ what }) => what) } };
  },
};

export const catalogue = (...entries: WrittenEntry[]): Catalogue =>
  catalogueOf(
    entries.map((entry, place) => ({
      id: `tool_${place}`,
      hasChanged: false,
      entry: keptEntry(entry).entry,
    })),
    { revision: 1, reviewed: true },
  );
export const read = (entry: WrittenEntry, context: ActRequest['context']): Reading =>
  readAct(catalogue(entry), { action: entry.tool.replace('*', 'x'), context }, READERS);
export const reachesOf = (entry: WrittenEntry, context: ActRequest['context']): string[] =>
  read(entry, context).reaches.map((reach) =>
    [
      reach.effect,
      reach.role,
      reach.path,
      'unreadable' in reach ? `(${reach.unreadable})` : reach.value,
    ].join(' '),
  );

export const mailTo = (path: string): WrittenEntry => ({
  tool: 'mail.send',
  effect: 'send',
  targets: [{ path, kind: 'email', role: 'recipient' }],
});

export const SHELL: WrittenEntry = {
  tool: 'bash',
  effect: 'execute',
  targets: [{ path: 'host', kind: 'domain', role: 'place' }],
  contents: [{ path: 'command', kind: 'shell' }],
};
