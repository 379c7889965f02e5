import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { formatHash, parseVerifierKey } from '@assize/evidence-format';
import {
  type FixtureOptions,
  gather,
  HOSTILE_NAMES,
  idAt,
  reportSource,
} from '../../../../tests/support/evidence/report-fixture.ts';
import { PAGE } from '../../../documents/theme.ts';
import { MAX_ROWS, renderPdf } from './index.ts';

const VERIFIER = path.join(import.meta.dirname, '../../../../evidence-format/assize-verify.mjs');
const TOOLS = ['pdftotext', 'pdffonts', 'pdfinfo', 'pdftoppm', 'qpdf'];
const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
const options = { skip: missing.length > 0 && `no ${missing.join(', ')} on this machine` };

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assize-pdf-'));
});
after(() => rmSync(folder, { recursive: true }));

async function render(fixture: FixtureOptions): Promise<Buffer> {
  return Buffer.concat(await gather(renderPdf(reportSource(fixture))));
}

/** Runs a tool on a PDF. */
function ask(pdf: Buffer, tool: string, before: string[], after: string[] = []): string {
  const file = path.join(folder, 'report.pdf');
  writeFileSync(file, pdf);
  const { status, stdout, stderr } = spawnSync(tool, [...before, file, ...after], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  assert.equal(status, 0, `${tool}: ${stdout}${stderr}`);
  assert.equal(stderr, '');
  return stdout;
}

const textOf = (pdf: Buffer) => ask(pdf, 'pdftotext', ['-layout', '-enc', 'UTF-8'], ['-']);
const pagesOf = (pdf: Buffer) => Number(/Pages:\s+(\d+)/.exec(ask(pdf, 'pdfinfo', []))?.[1]);

/** Requires that every record is there, every page numbered, every font embedded, and nothing outside the margins. */
function requireSound(pdf: Buffer): string {
  const text = textOf(pdf);
  const pages = pagesOf(pdf);
  for (let page = 1; page <= pages; page += 1) requireShown(text, new RegExp(`Page ${page} of ${pages}\\b`));
  ask(pdf, 'qpdf', ['--check']);
  const fonts = ask(pdf, 'pdffonts', []).split('\n').slice(2).filter(Boolean);
  assert.ok(fonts.length >= 3);
  for (const font of fonts) assert.match(font, /\byes yes yes\b/, 'embedded, a subset, and readable as text');
  for (const [, left, right, bottom] of ask(pdf, 'pdftotext', ['-bbox'], ['-']).matchAll(
    /xMin="([\d.-]+)" yMin="[\d.-]+" xMax="([\d.]+)" yMax="([\d.]+)"/g,
  )) {
    assert.ok(
      Number(left) > PAGE.left - 2 && Number(right) < PAGE.width - PAGE.right + 2,
      'within the margins',
    );
    assert.ok(Number(bottom) < PAGE.height - 20);
  }
  return text;
}

function requireShown(text: string, pattern: RegExp): void {
  assert.ok(pattern.test(text), `${pattern} is not in the report`);
}

function requireRecords(text: string, count: number): void {
  const found = new Set(text.match(/ev_[0-9a-f]{24}/g));
  for (let position = 0; position < count; position += 1) {
    assert.ok(found.has(idAt(position)), `${idAt(position)} is not in the report`);
  }
}

describe('a-report', options, () => {
  test('lists-every-record-with-what-was-decided-and-why', async () => {
    const text = requireSound(await render({ count: 300 }));
    requireRecords(text, 300);
    requireShown(text, /deploy_service\s+Escalate\s+ops-bot/);
    requireShown(text, /Safety dominance warned: high risk, and no human has approved it/);
    requireShown(text, /Outcome reported: success · Executed despite a block/);
    requireShown(text, /2026-02-27 08:30:00\.000 to 2026-03-07 00:53:00\.000 UTC/);
  });

  test('shows-all-names-that-callers-chose-and-loses-nothing', async () => {
    const text = requireSound(await render({ count: 2 * HOSTILE_NAMES.length, hostile: true }));
    requireRecords(text, 2 * HOSTILE_NAMES.length);
    for (const shown of [
      'invoice\\u202Egnp.exe',
      'null\\u0000byte',
      'two\\nlines\\r\\n\\tand',
      'zero\\u200Bwidth\\uFEFF',
      '<script>alert(1)</script>',
      'Łódź, Ελλάδα',
      '\\uD800 half a character',
      '[U+90E8]',
      '\\u{E0041}\\u{F0000}',
    ]) {
      assert.ok(text.includes(shown), `${shown} is not in the report`);
    }
    requireShown(
      text,
      /Characters that the fonts of this document lack are written as their code points, \d+ in all/,
    );
    requireShown(text, /U\+90E8/);
    for (const unseen of '\u0000\u001b\u200b\u202e') assert.ok(!text.includes(unseen));
  });

  test('marks-what-was-removed-and-by-what', async () => {
    const removals = [{ kind: 'redaction', fromIndex: 1, toIndex: 2, evidenceId: idAt(0xabc) }] as const;
    const change = (position: number) =>
      position === 0 || position > 2 ? {} : { payload: null, salt: null };
    const text = requireSound(await render({ count: 4, change, manifest: { removals } }));
    requireShown(text, new RegExp(`The payload was redacted, as ${idAt(0xabc)} states`));
    requireShown(text, /The payload is missing, and no record states that it was removed/);
    requireShown(text, /2 records in this report: the payload is no longer there/);
  });

  test('carries-the-checkpoint-verbatim-and-says-how-to-check', async () => {
    const source = reportSource({ count: 3 });
    const text = requireSound(await render({ count: 3 }));
    for (const line of source.checkpoint.split('\n')) assert.ok(text.includes(line), line);
    assert.ok(text.includes(formatHash(source.manifest.rootHash)));
    const [key = ''] = text.match(/assize\/\S+\+[0-9a-f]{8}\+\S+/) ?? [];
    assert.equal(key, source.verifierKeys[0]?.vkey);
    assert.equal(parseVerifierKey(key).name, 'assize/chn_000000000001');
    requireShown(
      text,
      /node assize-verify\.mjs export\.json --trusted-checkpoint checkpoint\.txt \\\s+--key '/,
    );
    const sha256 = createHash('sha256').update(readFileSync(VERIFIER)).digest('hex');
    requireShown(text, new RegExp(`sha256sum assize-verify\\.mjs\\s+${sha256}`));
    assert.doesNotMatch(text, /\bnpx\b/);
    requireShown(text, /consistency\?from=6/);
  });

  test('says-that-records-are-lost', async () => {
    const text = requireSound(await render({ count: 9, manifest: { artifactCount: 11 } }));
    requireShown(text, /2 records of this export: no longer in the database/);
  });

  test('of-nothing-says-so', async () => {
    const text = requireSound(await render({ count: 0 }));
    requireShown(text, /No record matches what this export was asked for/);
  });

  test('has-a-row-for-each-of-the-most-records-it-lists', async () => {
    const pdf = await render({ count: MAX_ROWS });
    requireRecords(textOf(pdf), MAX_ROWS);
    ask(pdf, 'qpdf', ['--check']);
  });

  test('of-more-summarises-and-names-the-complete-record', async () => {
    const text = requireSound(await render({ count: MAX_ROWS + 1 }));
    assert.match(
      text,
      /5,001 records are too many for rows on paper\. The complete record is the JSON export/,
    );
    assert.ok(!text.includes(idAt(1)));
    requireShown(text, /Proceed\s+3,041\s+72\.4 %/);
    requireShown(text, /By month/);
    requireShown(text, /send_email\s+1,001\s+20\.0 %/);
    requireShown(text, /agent-billing\s+1,251/);
  });

  test('is-drawn-by-another-program', async () => {
    const pdf = await render({ count: 20, hostile: true });
    ask(pdf, 'pdftoppm', ['-r', '40', '-png'], [path.join(folder, 'page')]);
  });
});

describe('a-report-on-any-machine', () => {
  test('has-the-same-bytes-each-time', async () => {
    const fixture = { count: 60, hostile: true };
    assert.ok((await render(fixture)).equals(await render(fixture)));
  });

  test('is-tagged-titled-and-has-bookmarks', async () => {
    const text = (await render({ count: 5 })).toString('latin1');
    for (const part of [
      '/MarkInfo',
      '/StructTreeRoot',
      '/Lang (en-GB)',
      '/Outlines',
      '/DisplayDocTitle true',
    ]) {
      assert.ok(text.includes(part), part);
    }
    requireShown(text, /<dc:title>[\s\S]*Evidence report exp_0123456789abcdef01234567/);
    requireShown(text, /\(D:20260227174500Z\)/);
  });
});
