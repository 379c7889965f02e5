/** An export reveals that the database was changed without the service, and such a change never breaks it. */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { checkExported, download, exportAs, fillTo, reportOn } from './support/evidence/exports.ts';
import { startTestService } from './support/http/in-process.ts';

testOnOneDatabase('an-export-of-tampered-evidence-stays-readable-and-shows-it', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await fillTo(service, 300);
  const { answer } = await exportAs(app, { format: 'json' });
  const { chain } = await service.authenticator.authenticate(`ak_${'a1'.repeat(16)}`);
  const forged = Buffer.from('{}},{"index":99');
  await service.db
    .updateTable('artifact_payloads')
    .set({ payload: forged })
    .where('chain', '=', chain)
    .where('position', '=', 7)
    .execute();
  const exported = JSON.parse(await download(app, answer.download_url));
  assert.equal(exported.segments[0].artifacts[7].payload, forged.toString());
  assert.throws(() => checkExported(exported));
  const [problem] = reportOn(JSON.stringify(exported)).problems;
  assert.equal(problem?.index, 7);
});

const DEEP = 1001;
/** The stored text, and whether it appears in the file as JSON or as a string. */
const FORGED: Record<string, [payload: string, isJson: boolean]> = {
  'an-escape-and-brackets-without-end': [`["\\n",${'['.repeat(DEEP)}`, false],
  'no-JSON-below-an-escape': [`["\\n",${'['.repeat(DEEP)}]]},{"index":99`, false],
  'nesting-that-no-reader-goes-down': [`["\\n",${'['.repeat(DEEP)}${']'.repeat(DEEP)}]`, false],
  'a-key-stated-twice': ['{"a":1,"\\u0061":2}', false],
  'a-second-member': ['1,"salt":"00"', false],
  'other-json': ['{"a":"\\n"}', true],
};

testOnOneDatabase('an-export-survives-every-tampered-payload', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const forged = Object.values(FORGED);
  await fillTo(service, 300);
  const { answer } = await exportAs(app, { format: 'json' });
  const { chain } = await service.authenticator.authenticate(`ak_${'a1'.repeat(16)}`);
  for (const [place, [payload]] of forged.entries()) {
    await service.db
      .updateTable('artifact_payloads')
      .set({ payload: Buffer.from(payload) })
      .where('chain', '=', chain)
      .where('position', '=', place + 1)
      .execute();
  }
  const text = await download(app, answer.download_url);
  const { artifacts } = JSON.parse(text).segments[0];
  const { problems } = reportOn(text);
  for (const [place, [payload, isJson]] of forged.entries()) {
    const name = Object.keys(FORGED)[place];
    assert.deepEqual(artifacts[place + 1].payload, isJson ? JSON.parse(payload) : payload, name);
    assert.ok(
      problems.some(({ index }) => index === place + 1),
      name,
    );
  }
});
