/** Corrected arguments must fit the schema that the tool's program published; without one, they keep their kinds. */
import assert from 'node:assert/strict';
import { mcpTool, TOOLS } from './support/acts/tools.ts';
import { APPROVALS, decide, escalated, GRAVE } from './support/approvals/approvals.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { requireTrue } from './support/governance/holds.ts';
import { ask, askOk, type Surface, type TestService } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

type App = TestService['app'];

const SCHEMA = {
  type: 'object',
  properties: {
    order: { type: 'string', pattern: '^o-[0-9]+$' },
    amount: { type: 'number', exclusiveMinimum: 0, maximum: 90 },
    reason: { enum: ['late', 'broken'] },
    items: { type: 'array', items: { $ref: '#/$defs/item' } },
  },
  required: ['order', 'amount'],
  additionalProperties: false,
  $defs: { item: { type: 'object', properties: { count: { type: 'integer' } } } },
};
const ASKED = { order: 'o-1', amount: 90 };

async function offer(app: App, inputSchema: object, more: object = { accept: true }): Promise<string> {
  const tool = { ...mcpTool('refund'), inputSchema };
  const body = { source: { tools: [tool] }, server: 'shop', ...more };
  const { tools } = await askOk(app, 'a', `${TOOLS}/import`, { body });
  assert.notEqual(tools[0].result, 'refused', tools[0].reason);
  return tools[0].tool_id;
}

const held = (app: App, args: object = ASKED) =>
  escalated(app, { ...GRAVE, action: 'shop.refund', context: { ...GRAVE.context, arguments: args } });

const shown = async (app: App, id: string, surface: Surface = 'b') =>
  (await askOk(app, surface, `${APPROVALS[surface]}/${id}`)).tool_schema;

/** Requires a refusal that names the place, at the preview and at the approval. */
async function requireRefused(app: App, id: string, args: object, place: string): Promise<void> {
  for (const verb of ['correction', 'approve'] as const) {
    const { status, body } = await ask(app, 'a', `${APPROVALS.a}/${id}/${verb}`, {
      body: { arguments: args },
    });
    assert.equal(status, 422, `${verb} ${place} ${JSON.stringify(body)}`);
    assert.ok(
      JSON.stringify(body).includes(JSON.stringify(['body', 'arguments', ...place.split('.')])),
      `${place}: ${JSON.stringify(body)}`,
    );
  }
}

testAsTenantOnEachDatabase('a-correction-must-fit-the-schema-of-the-tool', async ({ app }) => {
  await offer(app, SCHEMA);
  const id = await held(app);
  for (const surface of ['a', 'b'] as const) {
    assert.deepEqual(await shown(app, id, surface), SCHEMA);
    const { items } = await askOk(app, surface, `${APPROVALS[surface]}?limit=10`);
    assert.deepEqual(
      items.map((item: { tool_schema: unknown }) => item.tool_schema),
      [null],
    );
  }
  const faults: [object, string][] = [
    [{ ...ASKED, amount: '80' }, 'amount'],
    [{ ...ASKED, amount: 91 }, 'amount'],
    [{ ...ASKED, order: 'x' }, 'order'],
    [{ amount: 80 }, 'order'],
    [{ ...ASKED, reason: 'eve' }, 'reason'],
    [{ ...ASKED, items: [{ count: 1 }, { count: 0.5 }] }, 'items.1.count'],
    [{ ...ASKED, to: 'eve' }, 'to'],
  ];
  for (const [args, place] of faults) await requireRefused(app, id, args, place);
  const onB = await decide(app, 'approve', id, { body: { arguments: { ...ASKED, amount: -1 } } });
  assert.equal(onB.status, 400, 'surface B answers every invalid request so');
  const fitting = { ...ASKED, amount: 80, reason: 'late', items: [{ count: 1 }] };
  const approved = await decide(app, 'approve', id, { surface: 'a', body: { arguments: fitting } });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.deepEqual(approved.body.corrected.arguments, fitting);
  assert.deepEqual(approved.body.tool_schema, SCHEMA);
  await requireTrue(app);
});

testAsTenantOnEachDatabase(
  'a-schema-counts-while-the-accepted-entry-names-it',
  async ({ app, service, chain }) => {
    const toolId = await offer(app, SCHEMA);
    const id = await held(app);
    const rows = () => service.db.selectFrom('tool_schemas').selectAll().where('chain', '=', chain).execute();
    const [kept] = await rows();
    assert.equal(kept?.tool_id, toolId);
    const tamper = (document: string) =>
      service.db.updateTable('tool_schemas').set({ document }).where('chain', '=', chain).execute();
    for (const document of ['{}', '', 'not JSON', `${kept.document} `]) {
      await tamper(document);
      assert.equal(await shown(app, id), null, document);
    }
    await tamper(kept.document);
    const tools = service.db.updateTable('tools').where('chain', '=', chain);
    const { document } = await service.db
      .selectFrom('tools')
      .select('document')
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow();
    await tools.set({ document: 'not JSON' }).execute();
    assert.equal(await shown(app, id), null, 'of an entry that can no longer be read');
    await tools.set({ document }).execute();
    await tamper('{}');
    await requireRefused(app, id, { ...ASKED, reason: 'late' }, 'reason');
    await service.db.deleteFrom('tool_schemas').where('chain', '=', chain).execute();
    // As after an upgrade: the tool was accepted before schemas were kept.
    await offer(app, SCHEMA, {});
    assert.deepEqual(await shown(app, id), SCHEMA);

    const other = { ...SCHEMA, required: [] };
    await offer(app, other, {});
    assert.equal(await shown(app, id), null, 'the tool has changed');
    const { body: reviewed } = await ask(app, 'a', `${TOOLS}/review`, {
      body: { accept: [{ tool_id: toolId }] },
    });
    assert.equal(reviewed.tools[0].status, 'accepted');
    assert.deepEqual(await shown(app, id), other);
    assert.equal((await ask(app, 'a', `${TOOLS}/${toolId}`, { method: 'DELETE' })).status, 200);
    assert.equal(await shown(app, id), null);
    assert.deepEqual(await rows(), [{ chain, tool_id: toolId, document: '' }], 'its text is gone');
    await requireTrue(app);
  },
);

testAsTenantOnEachDatabase('without-a-schema-arguments-keep-their-kinds', async ({ app }) => {
  const asked = { ...ASKED, to: ['a'], note: null };
  const id = await held(app, asked);
  assert.equal(await shown(app, id), null);
  const faults: [object, string][] = [
    [{ ...asked, amount: '80' }, 'amount'],
    [{ ...asked, note: 'x' }, 'note'],
    [{ ...asked, to: ['a', 5] }, 'to.1'],
    [{ ...asked, bcc: 'eve' }, 'bcc'],
  ];
  for (const [args, place] of faults) await requireRefused(app, id, args, place);
  const body = { arguments: { ...asked, amount: 80, to: ['b', 'c'] } };
  assert.equal((await decide(app, 'approve', id, { body })).status, 200);
});

/** Each of them could hang a program that trusts it. */
const HOSTILE: Record<string, object> = {
  circle: { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } } },
  forms: {
    $ref: '#/$defs/f0',
    $defs: Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => {
        const next = { allOf: [{ $ref: `#/$defs/f${n + 1}` }, false] };
        return [`f${n}`, n === 59 ? {} : { anyOf: [next, next, next] }];
      }),
    ),
  },
  patterns: {
    patternProperties: Object.fromEntries(
      Array.from({ length: 900 }, (_, n) => [`^(([a-z])+.)+${n}$`, false]),
    ),
  },
};

testAsTenantOnEachDatabase('a-hostile-schema-hangs-nothing', async ({ app }) => {
  for (const [name, schema] of Object.entries(HOSTILE)) {
    await offer(app, schema);
    const id = await held(app);
    const body = { arguments: { ...ASKED, amount: 80 } };
    for (const verb of ['correction', 'approve']) {
      const refused = await ask(app, 'a', `${APPROVALS.a}/${id}/${verb}`, { body });
      assert.equal(refused.status, 422, `${name} ${JSON.stringify(refused.body)}`);
      assert.match(JSON.stringify(refused.body), /takes too long to check/, name);
    }
    assert.equal((await decide(app, 'approve', id)).status, 200, 'it can be approved as it is');
  }
  const backtracking = { properties: { order: { pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } } };
  await offer(app, backtracking);
  await requireRefused(app, await held(app), { ...ASKED, order: 'a'.repeat(5000) }, 'order');
});

testAsTenant('a-long-schema-is-not-kept', async ({ app, service, chain }) => {
  await offer(app, { ...SCHEMA, description: 'x'.repeat(64 * 1024) });
  const id = await held(app);
  assert.equal(await shown(app, id), null);
  const rows = await service.db
    .selectFrom('tool_schemas')
    .select('tool_id')
    .where('chain', '=', chain)
    .execute();
  assert.deepEqual(rows, []);
});

testAsTenantOnEachDatabase('an-operation-brings-what-its-schema-refers-to', async ({ app }) => {
  const operation = {
    operationId: 'refund',
    requestBody: {
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refund' } } },
    },
    responses: {},
  };
  const Refund = { type: 'object', properties: { amount: { $ref: '#/components/schemas/Money' } } };
  const source = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: { '/refunds': { post: operation } },
    components: { schemas: { Refund, Money: { type: 'number', maximum: 90 } } },
  };
  const body = { source, server: 'shop', accept: true };
  const { tools } = await askOk(app, 'a', `${TOOLS}/import`, { body });
  assert.equal(tools[0].result, 'accepted', JSON.stringify(tools[0]));
  const id = await held(app);
  const schema = await shown(app, id);
  assert.deepEqual(schema.components.schemas.Money, { type: 'number', maximum: 90 }, JSON.stringify(schema));
  const { status, body: refused } = await ask(app, 'a', `${APPROVALS.a}/${id}/correction`, {
    body: { arguments: { ...ASKED, amount: 91 } },
  });
  assert.equal(status, 422, JSON.stringify([refused, schema]));
});

testAsTenant('the-schema-is-shown-to-those-who-see-the-request', async ({ app, sandboxKey }) => {
  await offer(app, SCHEMA);
  const id = await held(app);
  assert.equal((await ask(app, 'b', `${APPROVALS.b}/${id}`, { key: sandboxKey })).status, 404);
  const { evidence_id } = await askOk(app, 'b', `${APPROVALS.b}/${id}`);
  await redactWhole(app, evidence_id);
  assert.equal(await shown(app, id), null);
});
