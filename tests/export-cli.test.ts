/** `assize evidence export` leaves a complete file or none, and never replaces another. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chainIn, untilSigned } from './support/databases/chains.ts';
import { temporaryFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { checkExported, EXPORTS, fillTo, reportOn } from './support/evidence/exports.ts';
import { ask, openWithoutHttp, startTestService } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';

const exportTo = (file: string, ...words: string[]) => ['evidence', 'export', '--out', file, ...words];

testOnOneDatabase('exports-to-a-file-from-the-command-line', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await fillTo(service, 300);
  // The command waits only briefly for a checkpoint to pin its export to.
  await untilSigned(service.db, await chainIn(service.db));
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const file = path.join(folder.path, 'out.json');

  const { stdout, stderr, code } = await assize(location, exportTo(file, '--format', 'json'));
  assert.equal(code, 0, stderr);
  assert.ok(stdout.startsWith(`Wrote 300 artifacts to ${file} (`));
  assert.ok(stdout.includes(`node assize-verify.mjs ${file}`));
  assert.equal(stderr, '');
  const text = readFileSync(file, 'utf8');
  checkExported(JSON.parse(text));
  assert.equal(reportOn(text).verdict, 'sound');
  assert.deepEqual(readdirSync(folder.path), ['out.json']);

  const exportId = JSON.parse(text).manifest.export_id;
  const { body } = await ask(app, 'a', `${EXPORTS}/${exportId}`);
  assert.equal(body.created_by, 'operator');
  const [{ opened_by: openedBy, outcome, bytes }] = body.downloads;
  assert.deepEqual(
    { openedBy, outcome, bytes },
    { openedBy: 'operator', outcome: 'finished', bytes: Buffer.byteLength(text) },
  );

  const again = await assize(location, exportTo(file, '--format', 'csv'));
  assert.equal(again.code, 1);
  assert.match(again.stderr, /already exists/);
  assert.equal(readFileSync(file, 'utf8'), text);
  const words = ['--format', 'csv', '--type', 'governance_change', 'trust_update', '--overwrite', '--json'];
  const replaced = await assize(location, exportTo(file, ...words));
  assert.equal(replaced.code, 0, replaced.stderr);
  const said = JSON.parse(replaced.stdout);
  assert.deepEqual(
    { format: said.format, artifact_count: said.artifact_count, tree_size: said.tree_size, file: said.file },
    { format: 'csv', artifact_count: 3, tree_size: 302, file },
  );
  // The first two exports are on record, even the one that found a file in its place.
  assert.equal(readFileSync(file, 'utf8').split('\r\n').length, 5);
});

testOnOneDatabase('refuses-exports-with-faulty-options', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const file = path.join(folder.path, 'out');
  const csv = ['--format', 'csv'];
  const cases: [words: string[], code: number, says: RegExp][] = [
    [[], 2, /--format/],
    [['--format', 'xml'], 2, /Allowed choices are json, csv, pdf/],
    [[...csv, '--from', 'yesterday'], 2, /Expected a day/],
    [[...csv, '--from', '2026-02-30'], 2, /Expected a day/],
    [[...csv, '--from', '0'], 2, /Expected a day/],
    [[...csv, '--type', 'all'], 2, /Allowed choices/],
    [[...csv, '--from', '2026-02-02', '--to', '2026-02-01'], 1, /before the start/],
    [[...csv, '--tenant', 'unknown'], 1, /no tenant named unknown/],
  ];
  for (const [words, code, says] of cases) {
    const ended = await assize(location, exportTo(file, ...words));
    assert.equal(ended.code, code, words.join(' '));
    assert.equal(existsSync(file), false, words.join(' '));
    assert.match(ended.stderr, says);
  }
  const nowhere = await assize(location, exportTo(path.join(folder.path, 'no', 'out'), ...csv));
  assert.equal(nowhere.code, 1);
  writeFileSync(file, 'mine');
  assert.equal((await assize(location, exportTo(file, ...csv))).code, 1);
  assert.equal(readFileSync(file, 'utf8'), 'mine');
  assert.equal(service.renderings.underWay, 0);
});
