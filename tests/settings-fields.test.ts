/** Each setting explains itself to a form, and a back-test says of each changed value what it alone would have changed. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { changesIn, examplesOf } from './support/acts/backtests.ts';
import { change, inForce, SETTINGS } from './support/governance/settings.ts';
import { type Answer, ask, askOk, evaluate } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

interface Field {
  path: string;
  kind: string;
  meaning: string;
  choices: { value: string; effect: string }[];
  minimum: number | null;
  maximum: number | null;
  standard: unknown;
  in_backtest: boolean;
}

async function fieldsOf(app: FastifyInstance): Promise<Map<string, Field>> {
  const { themes } = await askOk(app, 'a', `${SETTINGS}/fields`);
  const fields: Field[] = themes.flatMap((theme: { fields: Field[] }) => theme.fields);
  return new Map(fields.map((field) => [field.path, field]));
}

interface Shape {
  properties?: Record<string, Shape>;
}

/** The paths of a schema as a form shows them: numbers by risk are one setting. */
function pathsOf({ properties = {} }: Shape, within: readonly string[] = []): string[] {
  return Object.entries(properties).flatMap(([name, shape]) => {
    const path = [...within, name];
    const isWhole = shape.properties === undefined || 'critical' in shape.properties;
    return isWhole ? [path.join('.')] : pathsOf(shape, path);
  });
}

testAsTenant('explains-every-setting-that-a-document-can-have', async ({ app }) => {
  const fields = await fieldsOf(app);
  const { components } = await askOk(app, 'a', '/openapi.json');
  const paths = pathsOf(components.schemas.NewSettings).filter((path) => path !== 'approvals.routes');
  assert.deepEqual([...fields.keys()].sort(), paths.sort());
  for (const { path, kind, choices, meaning, minimum, maximum, standard } of fields.values()) {
    assert.ok(meaning.length > 10 && standard !== null, path);
    if (kind === 'choice') assert.ok(choices.length > 1 && choices.every(({ effect }) => effect), path);
    const isRanged = kind === 'number' || kind === 'by_risk';
    assert.deepEqual(
      { path, minimum: minimum !== null, maximum: maximum !== null },
      {
        path,
        minimum: isRanged,
        maximum: isRanged,
      },
    );
    const values = choices.map(({ value }) => value);
    if (kind === 'choice') assert.ok(values.includes(String(standard)), path);
  }
  assert.deepEqual(fields.get('targets.memory_days')?.standard, 90);
  assert.deepEqual(fields.get('budget.warn_share')?.minimum, 0.01);
});

const judged = async (app: FastifyInstance, context: object): Promise<string> =>
  (await evaluate(app, 'a', { action: 'report.send', agent_id: 'a', context })).body.evidence_id;

const ofField = ({ body }: Answer, path: string): Answer => ({
  status: 200,
  headers: {},
  body: body.fields.find((field: { path: string }) => field.path === path) ?? {},
});

testAsTenantOnEachDatabase('tells-what-each-changed-value-would-have-changed-alone', async ({ app }) => {
  const before = await judged(app, { risk_level: 'low', trust_score: 30 });
  await change(app, ({ trust }) => ({ trust: { ...trust, irreversible_margin: 50 } }));
  const irreversible = await judged(app, { risk_level: 'low', trust_score: 75, is_irreversible: true });
  const unsure = await judged(app, { risk_level: 'low', trust_score: 90, confidence_score: 0.1 });
  const { settings } = await inForce(app);
  const draft = {
    ...settings,
    trust: { ...settings.trust, required: { low: 40, medium: 40, high: 60, critical: 80 } },
    confidence: { floor: { low: 0.2, medium: 0.5, high: 0.7, critical: 0.9 } },
    approvals: { ...settings.approvals, lifetime_hours: 3 },
    tools: { unlisted: 'escalate' },
  };
  const body = { settings: draft, by_field: true };
  const answer = await ask(app, 'a', `${SETTINGS}/backtest`, { body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(changesIn(answer), { 'proceed > escalate': 3 });
  // A default that is written out changes nothing, and the lifetime of approvals judged no verdict.
  const paths = answer.body.fields.map(({ path }: { path: string }) => path);
  assert.deepEqual(paths, ['trust.required', 'confidence.floor']);
  const byTrust = ofField(answer, 'trust.required');
  // In the settings that held: the margin was 10 for the first.
  assert.deepEqual(examplesOf(byTrust, 'proceed', 'escalate'), [before, irreversible]);
  assert.deepEqual(examplesOf(ofField(answer, 'confidence.floor'), 'proceed', 'escalate'), [unsure]);
  assert.deepEqual(ofField(answer, 'confidence.floor').body.changed_count, 1);
  const whole = await ask(app, 'a', `${SETTINGS}/backtest`, { body: { settings: draft } });
  assert.deepEqual(whole.body.fields, []);
});

testAsTenant('back-tests-a-draft-against-what-each-record-was-judged-by', async ({ app }) => {
  await change(app, () => ({ attestation: 'verified' }));
  const claimed = await judged(app, {
    risk_level: 'high',
    confidence_score: 0.9,
    trust_score: 90,
    has_approval: true,
  });
  await change(app, () => ({ attestation: 'accepted' }));
  const { settings } = await inForce(app);
  // The draft changes nothing of what is in force, but other settings held for the record.
  const body = { settings, by_field: true };
  const answer = await ask(app, 'a', `${SETTINGS}/backtest`, { body });
  assert.deepEqual(examplesOf(answer, 'escalate', 'proceed'), [claimed]);
  assert.deepEqual(answer.body.fields, []);
});
