/** An evaluation's answer has exactly the members of its published schema, though it is written without that schema. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SURFACE_CASES } from './cases/surfaces.ts';
import { ask, evaluate, SURFACES, type Surface } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean;
}

const DESCRIPTION = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));

testAsTenant('an-answer-has-exactly-what-its-schema-names', async ({ app }) => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const { evaluate: path } = SURFACES[surface];
    const { content } = DESCRIPTION.paths[path].post.responses[200];
    const verdicts = new Set<string>();
    const check = (body: Record<string, unknown>) => {
      assert.deepEqual(faultsOf(body, content['application/json'].schema), [], JSON.stringify(body));
      verdicts.add(String(body.verdict).toLowerCase());
    };
    for (const { only, send } of SURFACE_CASES) {
      const { status, body } = await evaluate(app, surface, send);
      if ((only ?? surface) === surface && status === 200) check(body);
    }
    const again = { action: 'email.send', context: {}, idempotency_key: 'the same' };
    await evaluate(app, surface, again);
    const replayed = await ask(app, surface, path, { body: again });
    assert.equal(replayed.headers['idempotency-replayed'], 'true');
    check(replayed.body);
    assert.deepEqual([...verdicts].sort(), ['block', 'escalate', 'proceed']);
  }
});

/** Returns members that the schema does not name, and required members that are missing. */
function faultsOf(value: unknown, schema: Schema, place = '$'): string[] {
  if (schema.$ref !== undefined) return faultsOf(value, resolved(schema.$ref), place);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => faultsOf(item, schema.items ?? {}, `${place}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || schema.additionalProperties === true) return [];
  const { properties = {}, required = [] } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `no ${place}.${name}`);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const named = properties[name];
    return named === undefined ? [`${place}.${name}`] : faultsOf(member, named, `${place}.${name}`);
  });
  return [...missing, ...members];
}

function resolved(reference: string): Schema {
  return reference
    .split('/')
    .slice(1)
    .reduce((part, name) => part[name], DESCRIPTION);
}
