/** An export holds exactly the requested records with their proofs, as of one signed moment. */
import assert from 'node:assert/strict';
import { ARTIFACT_TYPES } from '@assize/service/evidence/index.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import {
  askForExport,
  checkExported,
  download,
  EXPORTS,
  type Exported,
  exportAs,
  exportJson,
  fillTo,
  reportOn,
} from './support/evidence/exports.ts';
import { ask, evaluate, startTestService } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const indexes = ({ segments }: Exported): number[] =>
  segments.flatMap(({ artifacts }: Exported) => artifacts.map(({ index }: Exported) => index));

testAsTenantOnEachDatabase(
  'a-whole-export-proves-itself-at-the-edges-of-a-tile',
  async ({ app, service, name, key }) => {
    for (const size of [1, 255, 256, 257, 513]) {
      await fillTo(service, size, key);
      const exported = await exportJson(app);
      checkExported(exported);
      assert.equal(exported.manifest.tree_size, size);
      assert.deepEqual(
        indexes(exported),
        Array.from({ length: size }, (_, index) => index),
      );
      assert.deepEqual(exported.manifest.removals, []);
      assert.equal(exported.format, 'assize-evidence-export/1');
      assert.equal(exported.manifest.tenant, name);
      assert.equal(exported.manifest.environment, 'production');
    }
  },
);

testAsTenant('each-artifact-of-an-export-is-one-line', async ({ app, service, key }) => {
  await evaluate(app, 'a', { action: 'zeile\n"zwei"\u2028 ü', context: { note: '\r\n\t' } });
  await fillTo(service, 5, key);
  const { text } = await exportAs(app, { format: 'json' });
  const artifacts = text
    .split('\n')
    .filter((line) => line.startsWith('{"index":') && line.includes('"salt"'));
  assert.equal(artifacts.filter((line) => /^\{"index":\d+,"id":"ev_/.test(line)).length, 5);
  checkExported(JSON.parse(text));
});

testAsTenantOnEachDatabase(
  'an-export-holds-the-records-that-its-filters-select',
  async ({ app, service, key }) => {
    await fillTo(service, 300, key);
    const submitted = { action: 'a', context: {}, outcome: 'success', executed_at: '2026-01-01T00:00:00Z' };
    const { body: outcome } = await ask(app, 'b', '/v1/evidence', { body: submitted });
    await fillTo(service, 320, key);
    const { body: all } = await ask(app, 'a', '/api/v1/evidence/search', { body: { limit: 100 } });
    const middle = all.items[40].created_at;
    const whole = await exportJson(app);
    const times = new Map<number, string>(
      whole.segments.flatMap(({ artifacts }: Exported) =>
        artifacts.map(({ index, created_at }: Exported) => [index, created_at]),
      ),
    );
    const since = [...times].filter(([, at]) => at >= middle).map(([index]) => index);
    const cases: [filter: object, expected: number[]][] = [
      [{ artifact_types: ['action_executed'] }, [300]],
      [{ artifact_types: ['action_executed', 'governance_change'] }, [0, 300]],
      [{ artifact_types: ['trust_update'] }, []],
      [{ from_date: middle }, since],
      [{ to_date: middle }, [...times.keys()].filter((index) => !since.includes(index))],
      [{ from_date: middle, to_date: middle }, []],
      [{ from_date: middle, artifact_types: ['action_executed'] }, since.filter((index) => index === 300)],
      [{ to_date: '2020-01-01' }, []],
      [{ artifact_types: [...ARTIFACT_TYPES] }, [...times.keys()]],
    ];
    for (const [place, [filter, expected]] of cases.entries()) {
      const exported = await exportJson(app, filter);
      // Each export is itself on record, after the records before it.
      const before = indexes(exported).filter((index) => index < 320);
      assert.deepEqual(before, expected, JSON.stringify(filter));
      checkExported(exported);
      assert.equal(exported.manifest.tree_size, 321 + place);
    }
    assert.equal(outcome.artifact_type, 'action_executed');
    const { manifest } = await exportJson(app, {
      from_date: '2026-01-01',
      artifact_types: ['action_executed'],
    });
    assert.deepEqual(manifest.filter, {
      from_date: '2026-01-01T00:00:00.000Z',
      to_date: null,
      artifact_types: ['action_executed'],
    });
  },
);

testAsTenantOnEachDatabase(
  'an-export-does-not-change-while-the-chain-grows',
  async ({ app, service, key }) => {
    await fillTo(service, 250, key);
    const { answer, text } = await exportAs(app, { format: 'json' });
    for (const size of [257, 600]) {
      await fillTo(service, size, key);
      // By then, the tree has grown too.
      await exportJson(app);
      assert.equal(await download(app, answer.download_url), text);
    }
    const during = exportJson(app);
    await fillTo(service, 700, key);
    const exported = await during;
    checkExported(exported);
    assert.ok(exported.manifest.tree_size >= 600);
  },
);

testOnOneDatabase('an-export-says-which-payloads-were-removed-since', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await fillTo(service, 300);
  const { answer, text } = await exportAs(app, { format: 'json' });
  const { answer: csv } = await exportAs(app, { format: 'csv' });
  const { chain } = await service.authenticator.authenticate(`ak_${'a1'.repeat(16)}`);
  const removal = { chain, evidence_id: 'ev_x', kind: 'retention', first: 3, behind_last: 400 } as const;
  await service.db
    .insertInto('removals')
    .values({ ...removal, stated_at: 1, removed_at: 2 })
    .execute();
  await service.db
    .deleteFrom('artifact_payloads')
    .where('chain', '=', chain)
    .where('position', 'in', [3, 299])
    .execute();
  const later = await download(app, answer.download_url);
  assert.notEqual(later, text);
  const exported = JSON.parse(later);
  checkExported(exported);
  assert.deepEqual(exported.manifest.removals, [
    { kind: 'retention', from_index: 3, to_index: 300, evidence_id: 'ev_x' },
  ]);
  assert.deepEqual(exported.end, { artifact_count: 300, withheld_count: 2 });
  assert.equal(reportOn(later).withheld.claimed, 2);
  assert.equal(await download(app, answer.download_url), later);
  const rows = (await download(app, csv.download_url)).split('\r\n');
  assert.match(rows[4] ?? '', /^3,.*,,true$/);
  assert.match(rows[5] ?? '', /^4,.*,false$/);
});

testAsTenant('an-export-can-say-whether-the-chain-is-sound', async ({ app, service, key }) => {
  await fillTo(service, 20, key);
  const { body } = await askForExport(app, { format: 'csv', include_chain_verification: true });
  assert.deepEqual(Object.keys(body).toSorted(), [
    'artifact_count',
    'chain_verification',
    'download_url',
    'expires_at',
    'export_id',
    'format',
    'restores',
  ]);
  assert.deepEqual(body.chain_verification, { valid: true, total_verified: 20 });
  assert.match(body.export_id, /^exp_[0-9a-f]{24}$/);
  const without = await askForExport(app, { format: 'csv', include_chain_verification: false });
  assert.equal('chain_verification' in without.body, false);
});

testAsTenant('an-export-concerns-one-environment', async ({ app, service, key, sandboxKey }) => {
  await fillTo(service, 20, key);
  const { body } = await askForExport(app, { format: 'json' }, { key: sandboxKey });
  assert.equal(body.artifact_count, 1);
  const exported = JSON.parse(await download(app, body.download_url));
  checkExported(exported);
  assert.equal(exported.manifest.environment, 'sandbox');
  for (const address of [EXPORTS, `/sandbox${EXPORTS}`]) {
    const under = `${address}/${body.export_id}`;
    assert.equal((await ask(app, 'a', under, { key: sandboxKey })).status, 200);
    assert.equal((await ask(app, 'a', `${under}/download`, { key: sandboxKey })).status, 200);
  }
  const foreign = await ask(app, 'a', `${EXPORTS}/${body.export_id}`);
  const unknown = await ask(app, 'a', `${EXPORTS}/exp_${'0'.repeat(24)}`);
  assert.deepEqual({ status: foreign.status, body: foreign.body }, { status: 404, body: unknown.body });
});

testAsTenant('refuses-export-requests-that-are-not-valid', async ({ app }) => {
  const json = { format: 'json' };
  const cases: [body: unknown, loc: string, type: string][] = [
    [{}, 'body.format', 'missing'],
    [{ format: 'xml' }, 'body.format', 'literal_error'],
    [{ format: 'JSON' }, 'body.format', 'literal_error'],
    [{ format: 1 }, 'body.format', 'literal_error'],
    [{ ...json, limit: 1 }, 'body.limit', 'extra_forbidden'],
    [{ ...json, from_date: 'yesterday' }, 'body.from_date', 'datetime_from_date_parsing'],
    [{ ...json, from_date: '2026-02-30' }, 'body.from_date', 'datetime_from_date_parsing'],
    [{ ...json, from_date: '2026-02-02', to_date: '2026-02-01' }, 'body.to_date', 'value_error'],
    [{ ...json, artifact_types: [] }, 'body.artifact_types', 'too_short'],
    [{ ...json, artifact_types: 'governance_eval' }, 'body.artifact_types', 'list_type'],
    [{ ...json, artifact_types: ['all'] }, 'body.artifact_types.0', 'literal_error'],
    [{ ...json, artifact_types: ['trust_update', 'trust_update'] }, 'body.artifact_types', 'value_error'],
    [{ ...json, include_chain_verification: 'yes' }, 'body.include_chain_verification', 'bool_type'],
    [[], 'body', 'dict_type'],
    ['{', 'body.1', 'json_invalid'],
  ];
  for (const [body, loc, type] of cases) {
    const answer = await askForExport(app, body);
    assert.equal(answer.status, 422, JSON.stringify(body));
    const [fault] = answer.body.detail;
    assert.deepEqual({ loc: fault.loc.join('.'), type: fault.type }, { loc, type }, JSON.stringify(body));
  }
});
