/** Arguments to begin with for a tool of the catalogue: one at each place that its entry reads. */
import type { Tool } from '../../client/api.ts';
import type { Json } from './draft.ts';

type Entry = Tool['entry'];

const EXAMPLES: Record<Entry['targets'][number]['kind'], string> = {
  email: 'ann@example.com',
  domain: 'example.com',
  phone: '+1 555 0100',
  account: 'DE89 3704 0044 0532 0130 00',
  url: 'https://example.com/',
  path: '/srv/reports/march.csv',
  channel: '#general',
  person: 'Ann Example',
  object: 'example-1',
  program: 'ls',
  detect: 'ann@example.com',
};

/** Beyond these, an entry lists spellings of the same place. */
const MOST_TARGETS = 3;

export function exampleOf({ targets, amount, contents }: Entry): Json {
  const example: Json = {};
  for (const { path, kind } of targets.slice(0, MOST_TARGETS)) put(example, path, EXAMPLES[kind]);
  if (amount !== undefined) put(example, amount.path, 40);
  for (const { path } of contents) put(example, path, 'An example');
  return example;
}

/** @param path such as `to`, `message.to` or `recipients[*].email`; whole arguments, `$`, have no one place. */
function put(object: Json, path: string, value: unknown): void {
  const names = path.split('.');
  if (path === '$' || names.some((name) => name === '' || name === '*' || name === '__proto__')) return;
  let at = object;
  for (const [place, written] of names.entries()) {
    const isList = written.endsWith('[*]');
    const name = isList ? written.slice(0, -'[*]'.length) : written;
    const isLast = place === names.length - 1;
    const next = isLast ? value : {};
    if (!Object.hasOwn(at, name)) at[name] = isList ? [next] : next;
    if (isLast) return;
    const inner = Array.isArray(at[name]) ? (at[name] as unknown[])[0] : at[name];
    if (typeof inner !== 'object' || inner === null) return;
    at = inner as Json;
  }
}
