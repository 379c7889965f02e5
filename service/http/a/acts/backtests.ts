/** Surface A: tries a policy or settings on recorded evaluations, with progress on request. */

import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type BacktestWanted,
  type BacktestWatch,
  backtestFields,
  type PolicyWanted,
  prepareBacktest,
} from '../../../evaluation/backtest/index.ts';
import { requireOrder } from '../../../evidence/search/index.ts';
import { Failure } from '../../../foundation/failure.ts';
import { faultsOfOrder } from '../../../governance/settings/terms/index.ts';
import { answerFor } from '../../answers/errors.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import { type Callers, requireStillAdmitted } from '../../callers/callers.ts';
import { parseMoment } from '../../requests/evidence-filters.ts';
import type { Noun, Services } from '../../services.ts';
import { policyParams } from '../governance/policy-schemas.ts';
import { BACKTEST, type BacktestTerms, LINES, PolicyTerms, SettingsTerms } from './backtest-schemas.ts';

type Needs = Callers & Pick<Services, 'approvalSettings' | 'backtests' | 'clock' | 'db'>;

/** The time between two lines of progress, ms: more would be too fast to read. */
const PROGRESS_EVERY_MS = 100;

/** A rule's matches reveal the contents of payloads, so this needs both scopes. */
const MANAGE_AND_READ = { scope: ['keys:manage', 'evidence:read'] } as const;

const BACKTEST_POLICY = routesOf('a', 'Policies')(
  'backtestPolicy',
  'Judge recorded evaluations again under a version or a draft of a policy',
  { ...BACKTEST, params: policyParams, body: PolicyTerms, also: [409] },
);

const BACKTEST_SETTINGS = routesOf('a', 'Settings')(
  'backtestSettings',
  'Judge recorded evaluations again under other settings',
  { ...BACKTEST, body: SettingsTerms, also: [404, 409] },
);

export const backtestsA: Noun<Needs> = (app, services) => {
  // Waiting requests are answered now, so that the service can stop.
  app.addHook('preClose', async () => services.backtests.close());

  app.post(
    '/policies/:name/backtest',
    { config: MANAGE_AND_READ, schema: BACKTEST_POLICY },
    (request, reply) => {
      const { version, policy: draft, ...terms } = request.body;
      return answer(services, request, reply, terms, { name: request.params.name, version, draft });
    },
  );

  app.post('/settings/backtest', { config: MANAGE_AND_READ, schema: BACKTEST_SETTINGS }, (request, reply) =>
    answer(services, request, reply, request.body),
  );
};

async function answer(
  services: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  terms: BacktestTerms,
  policy?: PolicyWanted,
) {
  const principal = principalOf(request);
  const { question, version } = await prepareBacktest(services, principal, { policy, ...wantedOf(terms) });
  const gone = new AbortController();
  reply.raw.once('close', () =>
    gone.abort(new Failure('conflict', 'The caller has hung up.', { conflict: 'caller_gone' })),
  );
  const run = async (watch: BacktestWatch) => {
    const found = await services.backtests.run(question, { ...watch, signal: gone.signal });
    await requireStillAdmitted(services, 'a', request);
    const { from_date = null, to_date = null } = terms;
    return { policy: policy?.name ?? null, version, from_date, to_date, ...backtestFields(found) };
  };
  if (!(request.headers.accept ?? '').includes(LINES)) return run({});
  // The returned value is the reply, which has already been sent.
  return inLines(services, request, reply, run) as Promise<never>;
}

/** @throws {Failure} `invalid` */
function wantedOf({
  settings,
  settings_version,
  from_date,
  to_date,
  by_field: byField,
  ...terms
}: BacktestTerms): BacktestWanted {
  const [from, to] = [parseMoment(from_date), parseMoment(to_date)];
  requireOrder(from, to, ['to_date']);
  const faults = faultsOfOrder(settings, ['settings']);
  if (settings !== undefined && settings_version !== undefined) {
    const message = 'Give a version or a document, not both';
    faults.push({ field: ['settings_version'], message, type: 'value_error' });
  }
  if (faults.length > 0) throw Failure.invalid(faults);
  return { ...terms, byField, settings: settings ?? settings_version, from, to };
}

/** A refusal before the start is an ordinary answer; a failure after it is the last line. */
async function inLines(
  { clock }: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (watch: BacktestWatch) => Promise<object>,
): Promise<FastifyReply> {
  const lines = new PassThrough();
  const write = (line: object) => void lines.write(`${JSON.stringify(line)}\n`);
  const begun = Promise.withResolvers<void>();
  let lastShownAt = Number.NEGATIVE_INFINITY;
  const onProgress = (checked: number, total: number) => {
    begun.resolve();
    const now = clock.monotonic();
    if (checked < total && now - lastShownAt < PROGRESS_EVERY_MS) return;
    lastShownAt = now;
    write({ progress: { done: checked, total } });
  };
  const running = run({ onProgress });
  await Promise.race([begun.promise, running]);
  running
    .then(
      (result) => write({ result }),
      (error: unknown) => {
        const { status, body } = answerFor(error, 'a', request.id, request);
        if (status >= 500) request.log.error({ err: error }, 'a back-test was interrupted');
        write({ error: body });
      },
    )
    .finally(() => lines.end());
  return reply.type(`${LINES}; charset=utf-8`).send(lines);
}
