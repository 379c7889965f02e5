/** Alterations of the file of a report, and what its verification must then say. */
import { createHash } from 'node:crypto';
import { canonicalJson, formatHash, payloadCommitment } from '@assize/evidence-format';

// biome-ignore lint/suspicious/noExplicitAny: it is altered anywhere
type File = any;

/** Alters the report, and then its hash and the leaf of its record, so that they fit each other. */
export function forgedWith(text: string, alter: (report: File) => void): string {
  const file = JSON.parse(text);
  alter(file.report);
  const payload = canonicalJson(file.report);
  const salt = Buffer.from(file.recorded.salt, 'hex');
  const commitment = formatHash(payloadCommitment(salt, payload));
  const leaf = JSON.parse(file.recorded.leaf);
  file.report_sha256 = `sha256:${createHash('sha256').update(payload).digest('hex')}`;
  file.recorded.leaf = file.recorded.leaf.replace(leaf.payload_commitment, commitment);
  file.sign_offs = [];
  return JSON.stringify(file);
}

export const ALTERATIONS: [string, (file: File) => void, RegExp][] = [
  [
    'an exception left out',
    ({ report: r }) => {
      r.exceptions[0].listed.pop();
    },
    /altered/,
  ],
  [
    'a count',
    ({ report: r }) => {
      r.exceptions[0].count += 1;
    },
    /altered/,
  ],
  [
    'another hash',
    (file) => {
      file.report_sha256 = `sha256:${'0'.repeat(64)}`;
    },
    /hash/,
  ],
  [
    'another seed',
    ({ report: r }) => {
      r.sample.seed = 'other';
    },
    /seed/,
  ],
  [
    'another record drawn',
    ({ report: r }) => {
      r.sample.drawn[0].index = r.sample.drawn[1].index;
    },
    /id or time/,
  ],
  [
    'who acted',
    ({ report: r }) => {
      r.sample.drawn[0].who = 'other';
    },
    /another type, actor/,
  ],
  [
    'a count by type',
    ({ report: r }) => {
      r.population.by_type.governance_eval += 1;
    },
    /add up/,
  ],
  [
    'a proof',
    ({ records }) => {
      records[0].proof[0] = records[1].proof[0];
    },
    /signed tree/,
  ],
  [
    'a leaf',
    ({ records }) => {
      records[0].leaf = records[0].leaf.replace('"v":1', '"v":2');
    },
    /leaf/,
  ],
  [
    'a record left out',
    ({ records }) => {
      records.pop();
    },
    /no proof/,
  ],
  [
    'a name',
    ({ sign_offs: [one] }) => {
      one.payload.change.name = 'Someone';
    },
    /commits to another/,
  ],
  [
    'a sign-off of another report',
    ({ sign_offs: [one] }) => {
      one.payload.change.report = 'ev_1';
    },
    /commits to another/,
  ],
  [
    'another tree',
    ({ report: r }) => {
      r.tree_size += 1;
    },
    /another tree/,
  ],
];
