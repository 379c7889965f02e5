/** A CSV export says the same as the JSON to any CSV reader, and none of its fields is a formula. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderCsv } from '@assize/service/proof/export/csv.ts';
import type { ExportSource } from '@assize/service/proof/export/source.ts';
import { parse } from 'csv-parse/sync';
import { download, EXPORTS, type Exported, exportAs, exportJson } from './support/evidence/exports.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { TRUTH } from './support/truth/truth.ts';

const STRICT = { columns: true, record_delimiter: '\r\n' } as const;
const HOSTILE = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '\ufeff=1',
  '\u200b=1',
  '\uff1d1',
  '\uff0b1',
  '\uff0d1',
  '\uff201',
  '=HYPERLINK("http://x","y")',
  "=cmd|' /C calc'!A0",
  '"=1',
];
const STARTS_FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

test('no-field-of-a-csv-starts-a-formula', async () => {
  for (const text of HOSTILE) {
    const [row = {}] = parse(await csvOf(text), STRICT) as Record<string, string>[];
    for (const field of ['evidence_id', 'artifact_type', 'action', 'verdict', 'actor', 'payload']) {
      const value = row[field] ?? '';
      assert.equal(value.replaceAll("'", ''), text.replaceAll("'", ''), field);
      assert.doesNotMatch(value, STARTS_FORMULA);
      assert.doesNotMatch(value, /^[\t\r\n]/);
    }
    assert.equal(row.removed, 'false');
  }
});

test('harmless-text-is-left-as-it-is-in-a-csv', async () => {
  for (const text of ['a', 'a=1', 'a, "b"\r\nc', 'größe 🎉', "'quoted'", 'a;b', '1-2', '']) {
    const [row = {}] = parse(await csvOf(text), STRICT) as Record<string, string>[];
    assert.deepEqual(
      { action: row.action, actor: row.actor, payload: row.payload },
      { action: text, actor: text, payload: text },
    );
  }
});

testAsTenant('a-csv-says-the-same-as-the-json', async ({ app }) => {
  const names = ['=1+1', '@SUM(A1:A9)', 'größe "x", y', '-2+3', '\uff1dA1', 'agent\n=1+1', 'a\r;-1'];
  for (const name of names) await evaluate(app, 'a', { action: name, context: { agent_id: name } });
  const { text } = await exportAs(app, { format: 'csv' });
  assert.ok(text.startsWith('index,evidence_id,artifact_type,action,verdict,actor,created_at,'));
  assert.ok(text.endsWith('\r\n'));
  const rows = parse(text, STRICT) as Record<string, string>[];
  const { segments } = await exportJson(app);
  const artifacts = segments.flatMap((segment: Exported) => segment.artifacts);
  // The second export contains the record of the first.
  assert.equal(rows.length, artifacts.length - 1);
  for (const [place, row] of rows.entries()) {
    const artifact = artifacts[place];
    assert.deepEqual(
      { ...row, action: bare(row.action), actor: bare(row.actor), payload: JSON.parse(bare(row.payload)) },
      {
        index: String(artifact.index),
        evidence_id: artifact.id,
        artifact_type: artifact.artifact_type,
        action: artifact.action ?? '',
        verdict: artifact.verdict ?? '',
        actor: artifact.actor,
        created_at: artifact.created_at,
        hash: artifact.hash,
        previous_hash: artifact.previous_hash,
        payload: artifact.payload,
        removed: 'false',
      },
    );
  }
});

/** Removes the apostrophes that make it harmless. */
testAsTenant('a-csv-begins-with-a-byte-order-mark-only-where-it-was-asked-for', async ({ app }) => {
  await evaluate(app, 'a', { action: 'größe' });
  const { text: plain } = await exportAs(app, { format: 'csv' });
  assert.match(plain, /^index,/);
  const { answer, text } = await exportAs(app, { format: 'csv', csv_bom: true });
  assert.match(text, /^\ufeffindex,/);
  assert.equal(text.split('\ufeff').length, 2);
  const { body: shown } = await ask(app, 'a', `${EXPORTS}/${answer.export_id}`);
  assert.equal(shown.csv_bom, true);
  // Each download has the same bytes, and the requested export agrees with its record.
  assert.equal(await download(app, answer.download_url), text);
  assert.deepEqual((await ask(app, 'a', TRUTH)).body.gaps, []);
  for (const format of ['json', 'pdf']) {
    const refused = await ask(app, 'a', EXPORTS, { body: { format, csv_bom: true } });
    assert.equal(refused.status, 422);
    assert.deepEqual(refused.body.detail[0].loc, ['body', 'csv_bom']);
  }
});

function bare(field = ''): string {
  for (const line of field.split(/[;\r\n]/)) assert.doesNotMatch(line, STARTS_FORMULA);
  return field.replaceAll("'", '');
}

/** Returns an export of one artifact that has this text in every place. */
async function csvOf(text: string): Promise<string> {
  const hash = new Uint8Array(32);
  const artifact = {
    chain: 1,
    position: 0,
    id: text,
    artifact_type: text,
    action: text,
    verdict: text,
    actor: text,
    payload_commitment: hash,
    created_at: 0,
    previous_hash: hash,
    hash,
    salt: hash,
    payload: Buffer.from(text),
  };
  async function* segments() {
    yield { index: 0, leaves: hash, artifacts: [artifact] };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of renderCsv({ segments, manifest: { filter: {} } } as unknown as ExportSource))
    pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
