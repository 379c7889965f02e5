/** A PDF can be made from any names that callers choose, and shows those names. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { askForExport } from './support/evidence/exports.ts';
import { evaluate } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

/** A letter of Tifinagh followed by a joiner, for which the text-setting library found no syllable. */
const NAMES = [
  '\u2d4f\u200c',
  '\u2d4f\u200d\u2d4f',
  'agent\u200c',
  'ߊ\u200dߊ',
  '\u0301',
  'x\u{e0041}',
  '\u0e4e\u200d',
];
const noReader = spawnSync('pdftotext', ['-v']).status === null;

testAsTenant('a-pdf-is-served-with-any-names-that-callers-chose', async ({ app }, t) => {
  for (const name of NAMES) await evaluate(app, 'a', { action: name, context: { agent_id: name } });
  const { body } = await askForExport(app, { format: 'pdf' });
  const { pathname, search } = new URL(body.download_url);
  const pdf = await app.inject({ method: 'GET', url: pathname + search });
  assert.equal(pdf.statusCode, 200, pdf.body.slice(0, 500));
  assert.ok(pdf.body.startsWith('%PDF-') && pdf.body.trimEnd().endsWith('%%EOF'));
  if (noReader) return t.diagnostic('there is no pdftotext here: what it says was not looked at');
  const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: pdf.rawPayload, encoding: 'utf8' });
  for (const shown of ['ⵏ\\u200C', 'ⵏ\\u200Dⵏ', 'agent\\u200C', '\\u0301', 'x\\u{E0041}']) {
    assert.ok(stdout.includes(shown), `${shown} in ${stdout}`);
  }
});
