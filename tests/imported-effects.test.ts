/**
 * The proposed effects of tools and operations, by rules that hold for any name: the request's method is a floor, no
 * argument means less than the name, an absent field raises nothing, and a thing is what its own words say.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolEntry } from '@assize/act-reading/tools';
import { proposeFromDocument } from '@assize/act-reading/tools/import';
import type { JsonObject } from '@assize/evidence-format';
import fc from 'fast-check';
import { TOOLS } from './support/acts/tools.ts';
import { ask } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const oneOf = (...values: string[]) => ({ type: 'string', enum: values });
const operation = (method: string, operationId: string, schema: object = { properties: {} }) => ({
  [method]: {
    operationId,
    requestBody: { content: { 'application/json': { schema: { type: 'object', ...schema } } } },
  },
});

/** The operation, and its effect. */
const OPERATIONS: [path: string, operation: JsonObject, effect: string][] = [
  ['/runs/{id}/gates', operation('post', 'runs/review-gates'), 'configure'],
  ['/suites/{id}/checks', operation('put', 'suites/set-check-contexts'), 'write'],
  ['/lists/{id}', operation('patch', 'lists/view-list'), 'write'],
  ['/things/{id}', operation('delete', 'things/show-thing'), 'delete'],
  ['/docs/search', operation('post', 'docs/search-pages'), 'read'],
  ['/docs', operation('get', 'docs/list-pages'), 'read'],
  ['/jobs/secrets/{name}', operation('put', 'jobs/set-org-secret'), 'configure'],
  ['/agents/keys', operation('post', 'agents/create-key'), 'configure'],
  ['/groups/{id}/members', operation('put', 'agents/update-membership-for-user'), 'configure'],
  ['/repos/{id}/protection', operation('post', 'repos/create-signature-protection'), 'configure'],
  ['/spaces/tokens', operation('post', 'spaces/issue-token'), 'configure'],
  [
    '/dials',
    operation('post', 'placeCall', {
      required: ['to'],
      properties: { to: text, url: text, method: oneOf('GET', 'POST') },
    }),
    'send',
  ],
  ['/jobs/{id}/dispatches', operation('post', 'jobs/create-job-dispatch'), 'execute'],
  ['/shops/{id}/users', operation('post', 'post-shops-shopId-users'), 'configure'],
  ['/keys/{id}', operation('patch', 'patch-keys-keyId'), 'configure'],
  ['/payments/{id}/refunds', operation('post', 'post-payments-id-refunds'), 'pay'],
  ['/payments/{id}/cancels', operation('post', 'post-payments-id-cancels'), 'delete'],
  ['/me/generateClientKey', operation('post', 'post-me-generateClientKey'), 'configure'],
  ['/technicalCancel', operation('post', 'post-technicalCancel'), 'delete'],
  ['/users/{id}/regenerate_key', operation('post', 'regenerateUserKey'), 'configure'],
  ['/routes/calculate', operation('post', 'post-routes-calculate'), 'read'],
  [
    '/claim',
    operation('post', 'post-claim', { properties: { amount: text, card: { properties: { cvc: text } } } }),
    'pay',
  ],
  ['/capture', operation('post', 'capture', { properties: { amount: text, currency: text } }), 'pay'],
  ['/limits/{key}', operation('get', 'SyncService_GetLimit'), 'read'],
  [
    '/rooms/close-off',
    operation('post', 'rooms.convertToPrivate', { properties: { channel: text } }),
    'write',
  ],
];

const MCP: [
  name: string,
  properties: JsonObject,
  required: string[],
  effect: string,
  by?: string,
  description?: string,
][] = [
  ['create_correction', { action: oneOf('refund', 'credit') }, ['action'], 'pay', 'action'],
  [
    'scrape_page',
    {
      url: text,
      actions: {
        type: 'array',
        items: { type: 'object', properties: { type: oneOf('click', 'run_script', 'wait') } },
      },
    },
    ['url'],
    'read',
    'actions[*].type',
  ],
  ['forward_geocode', { query: text, permanent: flag }, ['query'], 'read'],
  ['list_corrections', { action: oneOf('refund', 'credit', 'show') }, [], 'read'],
  ['login', { username: text, password: text }, [], 'write'],
  ['manage_notes', { action: oneOf('list', 'create', 'delete') }, ['action'], 'delete', 'action'],
  ['git_stash', { mode: oneOf('list', 'push', 'drop') }, ['mode'], 'delete', 'mode'],
  ['create_ticket', { type: oneOf('email', 'call') }, [], 'write'],
  ['fetch_page', { url: text, method: oneOf('GET', 'POST', 'DELETE') }, ['url'], 'read', 'method'],
  ['bulk_delete_items', { ids: { type: 'array', items: text } }, [], 'delete'],
  ['redis_set_key', { key: text, value: text }, [], 'write'],
  ['create_role_binding', { role: text, subject: text }, [], 'configure'],
  ['create_pipeline', { project: text, ref: text }, [], 'execute'],
  ['add_pipeline', { project: text, stages: text }, [], 'write'],
  ['create_job_run', { job: text }, [], 'execute'],
  ['retry_build', { id: text }, [], 'execute'],
  ['play_job', { id: text }, [], 'execute'],
  ['approve_deployment', { id: text }, [], 'execute'],
  ['rollback_release', { name: text }, [], 'execute'],
  ['promote_release', { name: text }, [], 'execute'],
  ['test_function', { name: text }, [], 'execute'],
  ['test_tool_with_logging', {}, [], 'read'],
  ['upgrade_chart', { chart: text }, [], 'execute'],
  ['create_objects', { manifest: text }, [], 'execute'],
  ['cluster_apply', { file: text }, [], 'execute', undefined, 'Apply a Kubernetes manifest of a file'],
  ['update-rows', { filter: text }, [], 'write', undefined, 'Updates all rows that match the filter'],
  ['create_forwarder', { destination: text }, [], 'configure'],
  ['make_album_public', { album: text }, [], 'configure'],
  ['update_relay', { open: flag }, [], 'configure', undefined, 'Update the relay settings'],
  ['start_campaign', { id: text }, [], 'send'],
  ['publish_draft', { id: text }, [], 'send'],
  ['convert_ticket', { id: text, kind: text }, [], 'write'],
  ['convert_units', { from: text, to: text }, [], 'read'],
  ['create_draft', { to: text, body: text }, [], 'write', undefined, 'A draft for the recipient in to'],
  ['undelete_note', { id: text }, [], 'write'],
  ['begin_transaction', {}, [], 'write', undefined, 'Begins one in MySQL'],
  ['stop_folder_watch', { id: text }, [], 'write'],
  ['port_forward', { port: text }, [], 'configure'],
];

testAsTenant('proposes-effects-by-rules', async ({ app }) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: Object.fromEntries(OPERATIONS.map(([path, one]) => [path, one])),
  };
  const { body } = await ask(app, 'a', `${TOOLS}/import`, { body: { source: document } });
  assert.deepEqual(
    body.tools.map(
      ({ entry }: { entry: ToolEntry }) => `${entry.tool} ${entry.effect} ${entry.effect_by?.path ?? ''}`,
    ),
    OPERATIONS.map(([, one, effect]) => `${(Object.values(one)[0] as JsonObject).operationId} ${effect} `),
  );
  const tools = MCP.map(([name, properties, required, , , description = '']) => ({
    name,
    description,
    inputSchema: { type: 'object', properties, required },
  }));
  const found = await ask(app, 'a', `${TOOLS}/import`, { body: { source: { tools } } });
  assert.deepEqual(
    found.body.tools.map(
      ({ entry }: { entry: ToolEntry }) => `${entry.tool} ${entry.effect} ${entry.effect_by?.path ?? ''}`,
    ),
    MCP.map(([name, , , effect, by = '']) => `${name} ${effect} ${by}`),
  );
});

const VERBS =
  'get list show check review verify search read create update set send pay delete run approve query view audit export'.split(
    ' ',
  );
const NOUNS = 'run check list page token key review status deployment hook member log invoice'.split(' ');
const word = (...lists: string[][]) => fc.constantFrom(...lists.flat());
const anyName = fc.array(word(VERBS, NOUNS), { minLength: 1, maxLength: 4 });

function only(document: JsonObject): ToolEntry {
  const [found] = proposeFromDocument(document).entries;
  assert.ok(found !== undefined);
  return found.entry;
}

test('no-name-makes-a-request-that-changes-something-a-read', () => {
  fc.assert(
    fc.property(anyName, anyName, fc.constantFrom('put', 'patch', 'delete'), (name, step, method) => {
      const { effect, effect_by } = only({
        openapi: '3.1.0',
        paths: {
          [`/${step.join('-')}/{id}`]: operation(method, name.join('-'), {
            properties: { action: oneOf('get', 'list', 'drop') },
          }),
        },
      });
      assert.notEqual(effect, 'read');
      assert.ok(!Object.values(effect_by?.values ?? {}).includes('read'));
    }),
  );
});

test('no-argument-means-less-than-a-name-that-is-sure', () => {
  const field = fc.constantFrom('method', 'action', 'type', 'mode', 'operation');
  const values = fc.uniqueArray(word(VERBS, ['GET', 'POST']), { minLength: 2, maxLength: 5 });
  const SURE = { send_letter: 'send', pay_bill: 'pay', delete_row: 'delete', grant_role: 'configure' };
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.entries(SURE)),
      field,
      values,
      fc.boolean(),
      ([name, least], path, some, isRequired) => {
        const inputSchema = {
          type: 'object',
          properties: { [path]: oneOf(...some) },
          required: isRequired ? [path] : [],
        };
        const { effect, effect_by } = only({ tools: [{ name, inputSchema }] });
        const told = Object.values(effect_by?.values ?? {});
        assert.ok(
          effect !== 'read' && effect !== 'write' && !told.includes('read') && !told.includes('write'),
        );
        if (!isRequired) assert.equal(effect, least);
      },
    ),
  );
});

test('how-many-there-may-be-names-nothing', () => {
  const names = ['maximum_number_of_urls', 'max_recipients', 'numberOfHosts', 'url_count', 'min_paths'];
  for (const name of names) {
    const { targets, contents } = only({
      tools: [{ name: 'send_report', inputSchema: { properties: { [name]: text } } }],
    });
    assert.deepEqual([targets, contents], [[], []], name);
  }
});

test('what-is-read-is-written-where-it-is-saved', () => {
  const places: [name: string, path: string, effect: string | undefined][] = [
    ['get_device_log', 'save_to', 'write'],
    ['download_attachment', 'local_path', 'write'],
    ['read_file', 'path', undefined],
  ];
  for (const [name, path, effect] of places) {
    const { effect: whole, targets } = only({
      tools: [{ name, inputSchema: { properties: { [path]: text } } }],
    });
    assert.equal(whole, 'read', name);
    assert.deepEqual(
      targets.map((target) => target.effect),
      [effect],
      name,
    );
  }
});

test('who-signs-in-is-given-nothing', () => {
  const { targets } = only({
    tools: [{ name: 'login', inputSchema: { properties: { username: text, password: text } } }],
  });
  assert.ok(!targets.some(({ role }) => role === 'grantee'));
});
