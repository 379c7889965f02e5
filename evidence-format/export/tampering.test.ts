/** Tampered exported files: none of them is sound, and each report names the tampering. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatVerifierKey, parseVerifierKey } from '../notes/note-key.ts';
import { CHAIN, exportOf, KEY, OTHER_SIGNER, records, SIGNER, verifyExport } from './fixture.ts';
import { wordsOf } from './words.ts';

const OTHER_VKEY = formatVerifierKey(OTHER_SIGNER);

/** Changes to a file of 300 records. */
const TAMPERED: [what: string, change: (text: string) => string, problem: string, index?: number][] = [
  [
    'a-payload-altered',
    (text) => text.replace('"index":9,"text"', '"index":8,"text"'),
    'wrong_commitment',
    9,
  ],
  [
    'a-salt-altered',
    (text) => onLine(text, 9, (line) => line.replace(/"salt":"./, '"salt":"g')),
    'wrong_commitment',
    9,
  ],
  [
    'a-salt-in-capitals',
    (text) =>
      onLine(text, 9, (line) => line.replace(/"salt":"\w+"/, (it) => `"salt":${it.slice(7).toUpperCase()}`)),
    'wrong_commitment',
    9,
  ],
  [
    'a-salt-taken-away',
    (text) => onLine(text, 9, (line) => line.replace(/"salt":"\w+"/, '"salt":null')),
    'payload_without_salt',
    9,
  ],
  [
    'a-payload-taken-away',
    (text) => onLine(text, 9, (line) => line.replace(/"payload":.*\}\}/, '"payload":null}')),
    'salt_without_payload',
    9,
  ],
  [
    'an-action-altered',
    (text) => onLine(text, 9, (line) => line.replace('"verdict":"proceed"', '"verdict":"block"')),
    'wrong_hash',
    9,
  ],
  [
    'a-hash-altered',
    (text) => onLine(text, 9, (line) => line.replace(/"hash":"sha256:../, '"hash":"sha256:zz')),
    'wrong_hash',
    9,
  ],
  [
    'a-member-added',
    (text) => onLine(text, 9, (line) => line.replace('"salt"', '"note":1,"salt"')),
    'malformed_record',
  ],
  ['a-record-taken-out', (text) => onLine(text, 9, () => ''), 'missing_record', 9],
  ['a-record-repeated', (text) => onLine(text, 9, (line) => `${line}\n${line}`), 'out_of_order', 9],
  ['two-records-exchanged', (text) => exchanged(text), 'missing_record', 9],
  [
    'the-last-segment-taken-out',
    (text) => text.replace(/,\n\{"index":1,"leaves"[\s\S]*?\]\}\],/, '],'),
    'missing_record',
    256,
  ],
  [
    'a-leaf-altered',
    (text) => text.replace(/"index":1,"leaves":"..../, (it) => `${it.slice(0, -4)}AAAA`),
    'wrong_leaves',
  ],
  [
    'a-tile-altered',
    (text) => text.replace(/"hashes":"..../, (it) => `${it.slice(0, -4)}AAAA`),
    'wrong_tiles',
  ],
  ['a-tile-taken-out', (text) => text.replace(/,\n\{"level":1[^}]*\}/, ''), 'wrong_tiles'],
  ['a-size-altered', (text) => text.replace('"tree_size":300', '"tree_size":299'), 'wrong_checkpoint'],
  [
    'a-root-altered',
    (text) => text.replace(/"root_hash":"sha256:\w/, '"root_hash":"sha256:0'),
    'wrong_checkpoint',
  ],
  ['another-chain', (text) => text.replace(`"chain":"${CHAIN}"`, '"chain":"chn_1"'), 'wrong_checkpoint'],
  [
    'a-checkpoint-altered',
    (text) => text.replace(`${SIGNER.name}\\n300`, `${SIGNER.name}\\n299`),
    'invalid_signature',
  ],
  [
    'a-count-altered',
    (text) => text.replace('"artifact_count":300,"withheld', '"artifact_count":301,"withheld'),
    'wrong_count',
  ],
  ['the-end-cut-off', (text) => text.slice(0, -40), 'malformed_file'],
  ['its-second-half-cut-off', (text) => text.slice(0, text.length / 2), 'malformed_file'],
  [
    'its-members-in-another-order',
    (text) => JSON.stringify({ format: 'assize-evidence-export/1', end: 0, ...JSON.parse(text) }),
    'malformed_file',
  ],
  [
    'a-narrower-filter-than-it-was-made-with',
    (text) => text.replace('"artifact_types":null', '"artifact_types":["trust_update"]'),
    'outside_filter',
    0,
  ],
];

function onLine(text: string, index: number, change: (line: string) => string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`{"index":${index},"id"`));
  lines[at] = change(lines[at] ?? '');
  return lines.join('\n');
}

function exchanged(text: string): string {
  const line = (index: number) =>
    text.split('\n').find((each) => each.startsWith(`{"index":${index},"id"`)) ?? '';
  const [nine, ten] = [line(9), line(10)];
  return text.replace(nine, '-').replace(ten, nine).replace('-\n', `${ten}\n`);
}

describe('a-file-with', () => {
  const text = exportOf(records(300));
  for (const [what, change, problem, index] of TAMPERED) {
    test(`${what}-is-not-sound-and-says-why`, () => {
      const altered = change(text);
      assert.ok(altered !== text, 'nothing was done to it');
      const report = verifyExport(altered, { verifierKeys: [KEY] });
      assert.equal(report.verdict, 'unsound');
      const found = report.problems.find((each) => each.problem === problem);
      assert.ok(found, JSON.stringify(report.problems));
      if (index !== undefined) assert.equal(found.index, index);
      assert.match(wordsOf(report)[0] ?? '', /^NOT SOUND/);
    });
  }

  test('anything-else-in-it-is-no-export-and-not-sound', () => {
    for (const other of [
      '',
      '[]',
      '{}',
      'null',
      '\u0000',
      '{"format":"assize-evidence-export/2"}',
      '{"a":',
    ]) {
      assert.equal(verifyExport(other).verdict, 'unchecked', other);
      assert.equal(verifyExport(other).problems[0]?.problem, 'not_an_export', other);
    }
  });

  test('unknown-members-is-sound-and-names-them', () => {
    const report = verifyExport(
      text.replace('"checkpoint"', '"comment":"x","checkpoint"').replace('"tenant"', '"team":"x","tenant"'),
    );
    assert.equal(report.verdict, 'sound');
    assert.deepEqual(report.ignoredMembers, ['manifest.team', 'comment']);
  });

  test('signed-by-another-key-than-the-given-one-is-not-checked', () => {
    const other = exportOf(records(3), { signer: OTHER_SIGNER });
    const report = verifyExport(other, { verifierKeys: [KEY] });
    assert.deepEqual(
      {
        verdict: report.verdict,
        keysFit: report.keysFit,
        keyVouchedBy: report.keyVouchedBy,
        problems: report.problems,
      },
      { verdict: 'unchecked', keysFit: false, keyVouchedBy: 'nobody', problems: [] },
    );
    assert.match(wordsOf(report)[0] ?? '', /^NOT CHECKED: this key cannot verify this file/);
    assert.equal(verifyExport(other, { verifierKeys: [KEY, parseVerifierKey(OTHER_VKEY)] }).verdict, 'sound');
    const altered = verifyExport(other.replace('"amount":0.1', '"amount":9'), { verifierKeys: [KEY] });
    assert.deepEqual(
      { verdict: altered.verdict, problem: altered.problems[0]?.problem },
      { verdict: 'unsound', problem: 'wrong_commitment' },
    );
  });

  test('under-the-name-of-the-key-in-hand-is-not-sound', () => {
    const [genuine, forged] = [SIGNER, OTHER_SIGNER].map((signer) => exportOf(records(3), { signer }));
    const { checkpoint } = JSON.parse(forged ?? '');
    const line = JSON.parse(genuine ?? '')
      .checkpoint.split('\n')
      .at(-2);
    const own = checkpoint.split('\n').at(-2);
    // The forger's signature under the id of the key.
    const [mark, name, theirs] = own.split(' ');
    const bytes = Buffer.from(theirs, 'base64');
    Buffer.from(line.split(' ')[2], 'base64').copy(bytes, 0, 0, 4);
    const lie = forged?.replace(own, [mark, name, bytes.toString('base64')].join(' ')) ?? '';
    const report = verifyExport(lie, { verifierKeys: [KEY] });
    assert.deepEqual(
      { verdict: report.verdict, problem: report.problems[0]?.problem },
      { verdict: 'unsound', problem: 'invalid_signature' },
    );
  });
});
