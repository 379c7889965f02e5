/** The API description says each thing once, and demands no more than the service does. */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ask, startTestService } from './support/http/in-process.ts';

type Operations = Record<string, { requestBody?: { required: boolean } }>;

const MAX_LINES_REPEATED = 15;

testOnOneDatabase('the-description-says-no-long-schema-twice', async (location, t) => {
  const { app } = await startTestService(t, location);
  const { body: described } = await ask(app, 'a', '/openapi.json', { key: null });
  const places = new Map<string, string[]>();
  const look = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const isSchema = 'type' in value && typeof value.type === 'string';
    if (isSchema && JSON.stringify(value, null, 2).split('\n').length > MAX_LINES_REPEATED) {
      const { description: _, examples: __, ...shape } = value as Record<string, unknown>;
      const text = JSON.stringify(shape);
      places.set(text, [...(places.get(text) ?? []), place]);
    }
    for (const [name, member] of Object.entries(value)) look(member, `${place}/${name}`);
  };
  look(described, '');
  const repeated = [...places.values()].filter(({ length }) => length > 1);
  assert.deepEqual(repeated, [], 'name the schema (service/http/schemas/objects.ts)');
  const { schemas } = described.components;
  for (const name of ['Approval', 'Artifact', 'Evaluation', 'Mandate', 'Tool'])
    assert.ok(name in schemas, name);
});

testOnOneDatabase('the-description-requires-a-body-exactly-where-there-must-be-one', async (location, t) => {
  const { app } = await startTestService(t, location);
  const { body: described } = await ask(app, 'a', '/openapi.json', { key: null });
  const wrong: string[] = [];
  for (const [url, operations] of Object.entries<Operations>(described.paths)) {
    const surface = url.startsWith('/api/') ? 'a' : 'b';
    const asked = url.replaceAll(/\{[^}]+\}/g, 'none');
    for (const [name, { requestBody }] of Object.entries(operations)) {
      if (requestBody === undefined) continue;
      const method = name.toUpperCase() as 'POST';
      const headers = { 'content-type': 'application/json' };
      const { status, body } = await ask(app, surface, asked, { method, headers });
      const isMissed = status === 422 || status === 400;
      if (isMissed !== requestBody.required)
        wrong.push(`${method} ${url}: ${status} ${JSON.stringify(body)}`);
    }
  }
  assert.deepEqual(wrong, []);
});
