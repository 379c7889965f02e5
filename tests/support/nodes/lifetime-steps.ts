/** The steps of a service's life: each may happen to evidence at any time. */

import assert from 'node:assert/strict';
import { openCheckpoint } from '@assize/evidence-format';
import { Failure } from '@assize/service/foundation/failure.ts';
import { openSigningFolder, rotateSigningKey } from '@assize/service/proof/log/index.ts';
import { removalChore } from '@assize/service/proof/removal/index.ts';
import { signingDirFor } from '../databases/databases.ts';
import { download, exportAs, reportOn } from '../evidence/exports.ts';
import { DAY_MS, redact } from '../evidence/removals.ts';
import { ask, evaluate, SURFACES } from '../http/in-process.ts';
import { allDone, begin, EVIDENCE, type Life, openAt, publishedVerifiers } from './lifetime.ts';

/** @param n decides every choice within a step. */
type Take = (life: Life, n: number) => Promise<void>;

/** The keys that tests begin with last 90 days. */
const MAX_DAYS = 85;
/** How far a restart moves the clock. Payloads are kept for 30 days; a clock may also go back. */
const PAUSES_DAYS = [0, 31, 1, 31, -1 / 24];
const CONTEXTS = [
  {},
  { risk_level: 'high' },
  { risk_level: 'critical', is_irreversible: true },
  { has_approval: true, approval_id: 'apr_0123456789abcdef01234567' },
];

/** @param waits whether the step ends before the next one begins. */
export async function take(life: Life, step: StepName, n: number, waits: boolean): Promise<void> {
  const alone = ALONE.includes(step);
  if (alone) await allDone(life);
  const taken = begin(life, STEPS[step](life, n));
  if (waits || alone) await taken;
}

const judge: Take = async ({ open, evaluations }, n) => {
  const context = CONTEXTS[n % CONTEXTS.length];
  const { status, body } = await evaluate(open.app, 'a', { action: `email.${n % 5}`, context });
  assert.equal(status, 200);
  // A false alarm would block it.
  if (n % CONTEXTS.length === 0) assert.equal(body.verdict, 'proceed');
  evaluations.push(body.evidence_id);
};

const judgeMany: Take = async ({ open, evaluations }, n) => {
  const questions = Array.from({ length: 1 + (n % 100) }, (_, place) => ({
    action: `batch.${place % 7}`,
    context: CONTEXTS[(n + place) % CONTEXTS.length],
  }));
  const body = { evaluations: questions };
  const answer = await ask(open.app, 'a', `${SURFACES.a.evaluate}/batch`, { body });
  assert.equal(answer.status, 200);
  for (const { evidence_id } of answer.body.results) evaluations.push(evidence_id);
};

/**
 * Sends a request twice, or one from long ago again; if the first record was redacted meanwhile, there is no answer.
 */
const repeat: Take = async ({ open, evaluations }, n) => {
  const idempotency_key = `again-${n % 3}`;
  const question = { action: 'repeat', context: CONTEXTS[n % 3], idempotency_key };
  const first = await evaluate(open.app, 'b', question);
  const second = await evaluate(open.app, 'b', question);
  for (const { status, body } of [first, second]) {
    if (status !== 200) assert.equal(body.detail[0].type, 'idempotency_key_reuse');
  }
  if (first.status !== 200) return;
  if (second.status === 200) assert.equal(second.body.evidence_id, first.body.evidence_id);
  if (!evaluations.includes(first.body.evidence_id)) evaluations.push(first.body.evidence_id);
};

const report: Take = async ({ open, evaluations, others, reported }, n) => {
  const about = n % 3 === 0 ? undefined : evaluations[n % evaluations.length];
  const body = {
    action: 'email.0',
    context: {},
    outcome: 'success',
    executed_at: '2026-01-01T00:00:00Z',
    ...(about === undefined ? {} : { evaluation_id: about }),
  };
  const wasReported = about !== undefined && reported.has(about);
  const answer = await ask(open.app, 'b', '/v1/evidence', { body });
  // The refused one of two at once may be answered first.
  const again = about !== undefined && answer.status === 409;
  assert.ok(again || (answer.status === 201 && !wasReported), JSON.stringify(answer.body));
  if (again) return;
  others.push(answer.body.evidence_id);
  if (about !== undefined) reported.add(about);
};

const redactOne: Take = async ({ open, evaluations, others, redacted }, n) => {
  const all = [...evaluations, ...others];
  const id = all[n % all.length];
  if (id === undefined) return;
  const { status, body } = await redact(open.app, id);
  assert.equal(status, 200, JSON.stringify(body));
  redacted.push(id);
};

const makeKey: Take = async ({ open, keys }, n) => {
  const body = { name: `key ${n}`, environment: 'production' };
  const answer = await ask(open.app, 'a', '/api/v1/api-keys', { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  keys.push(answer.body.id);
};

const revokeKey: Take = async ({ open, keys }, n) => {
  const [id] = keys.splice(n % Math.max(1, keys.length), 1);
  if (id === undefined) return;
  const { status } = await ask(open.app, 'a', `/api/v1/api-keys/${id}`, { method: 'DELETE' });
  assert.ok(status === 200 || status === 204, `${status}`);
};

/** As another process does, beside the running one. */
const rotate: Take = async ({ open: { service }, location }, n) => {
  const holder = service.ids.random('node');
  const folder = await openSigningFolder(signingDirFor(location), holder);
  const overlapMs = (n % 3) * DAY_MS;
  await rotateSigningKey({ ...service, folder, holder }, overlapMs).catch((error: unknown) => {
    // Two run at once, so one must retry.
    if (!(error instanceof Failure && error.code === 'unavailable')) throw error;
  });
};

/** Removals that no checkpoint covers yet wait for the next run, as in the real chore. */
const prune: Take = ({ open: { service } }) =>
  removalChore({ ...service, retention: service.config.retention })
    .run(new AbortController().signal)
    .catch((error: unknown) => {
      if (!(error instanceof Failure && error.code === 'unavailable')) throw error;
    });

const verify: Take = async ({ open }, n) => {
  const { status, body } = await ask(open.app, 'a', `${EVIDENCE}/verify?full=${n % 2 === 0}`);
  assert.deepEqual(
    { status, valid: body.valid, open_alarms: body.open_alarms },
    { status: 200, valid: true, open_alarms: 0 },
    JSON.stringify(body),
  );
};

const verifyTruth: Take = async ({ open }) => {
  const { status, body } = await ask(open.app, 'a', `${EVIDENCE}/truth-verification`);
  assert.deepEqual(
    { status, overall_valid: body.overall_valid, consistency_score: body.consistency_score },
    { status: 200, overall_valid: true, consistency_score: 1 },
    JSON.stringify(body),
  );
};

const exportSome: Take = async ({ open, exports }, n) => {
  const format = (['json', 'csv', 'json'] as const)[n % 3];
  const filter = n % 5 === 0 ? { artifact_types: ['governance_eval', 'governance_change'] } : {};
  const { answer, text } = await exportAs(open.app, { format, ...filter });
  if (format !== 'json') return;
  const { verdict, problems } = reportOn(text);
  assert.deepEqual({ verdict, problems }, { verdict: 'sound', problems: [] });
  exports.push(answer.export_id);
  // The link opens what the key will open later.
  assert.ok((await download(open.app, answer.download_url)).length > 0);
};

export const keepCheckpoint: Take = async (life) => {
  const { body: note } = await ask(life.open.app, 'a', `${EVIDENCE}/checkpoint`);
  const opened = openCheckpoint(note, await publishedVerifiers(life));
  assert.ok(opened.fault === null, JSON.stringify(opened));
  const { size, root } = opened.checkpoint;
  life.kept.push({ note, size, root });
};

/** Restarts later, at a moved clock; what expired meanwhile is removed during the next steps. */
const restart: Take = async (life, n) => {
  await life.open.app.close();
  await life.open.service.close();
  life.days = Math.min(MAX_DAYS, life.days + (PAUSES_DAYS[n % PAUSES_DAYS.length] ?? 0));
  life.open = await openAt(life.location, life.days);
  void begin(life, prune(life, n));
};

const STEPS = {
  judge,
  judgeMany,
  repeat,
  report,
  redactOne,
  makeKey,
  revokeKey,
  rotate,
  prune,
  verify,
  verifyTruth,
  exportSome,
  keepCheckpoint,
  restart,
} satisfies Record<string, Take>;
export type StepName = keyof typeof STEPS;
/** Steps to draw from; those that remove something are there more often. */
export const STEP_NAMES = [
  ...(Object.keys(STEPS) as StepName[]),
  'redactOne',
  'redactOne',
  'restart',
] satisfies StepName[];
/** All open work ends before them, and no step starts until they are done. */
const ALONE: readonly StepName[] = ['restart'];
