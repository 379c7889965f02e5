/** Reads a content that is one path. The tool decides what is done there; this says what kind of place it is. */
import path from 'node:path';
import type { JsonObject } from '@assize/evidence-format';
import { type Act, type Content, refused, shown, target } from '../content.ts';
import { holdsSecrets, isDevice, isWholeTree, startsPrograms } from '../places.ts';
import { actOfAddress, readAddress } from './address.ts';

const MAX_PATH = 4_096;

export function readPath(text: string): Content {
  const reason = text.trim() === '' ? 'it is empty' : refused(text, MAX_PATH);
  if (reason !== null) return { kind: 'path', unreadable: reason, acts: [], facts: factsOf('') };
  const address = /^[a-z][a-z0-9+.-]+:\/\//i.test(text) ? readAddress(text) : null;
  if (address !== null && address.scheme !== 'file') {
    return {
      kind: 'path',
      unreadable: null,
      acts: [actOfAddress(text, address)],
      facts: factsOf(address.path),
    };
  }
  const plain = address === null ? text : address.path;
  return { kind: 'path', unreadable: null, acts: actsOf(plain), facts: factsOf(plain) };
}

/** A plain path does nothing by itself. */
function actsOf(text: string): Act[] {
  const place = [target('path', 'place', text)];
  if (holdsSecrets(text))
    return [
      {
        effect: 'read',
        what: `names ${shown(text)}, which holds secrets`,
        targets: place,
        risk_level: 'high',
      },
    ];
  if (!startsPrograms(text) && !isDevice(text)) return [];
  return [
    {
      effect: 'read',
      what: `names ${shown(text)}, which decides what runs`,
      targets: place,
      risk_level: 'high',
    },
  ];
}

function factsOf(text: string): JsonObject {
  const resolved = text === '' ? '' : path.posix.normalize(text);
  return {
    path: shown(resolved, 300),
    name: shown(path.posix.basename(resolved), 300),
    absolute: /^[/~]|^[A-Za-z]:[\\/]/.test(text),
    climbs: resolved.split('/').includes('..'),
    secret: text !== '' && holdsSecrets(text),
    starts_programs: text !== '' && startsPrograms(text),
    whole_tree: text !== '' && isWholeTree(resolved),
  };
}
