/** Surface A: a policy, or settings, tried on what was decided already, with progress where that is asked for. */
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type BacktestWanted,
  type BacktestWatch,
  backtestFields,
  type PolicyWanted,
  prepareBacktest,
} from '../../evaluation/index.ts';
import { requireOrder } from '../../evidence/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { faultsOfOrder } from '../../governance/settings/index.ts';
import type { Noun, Services } from '../services.ts';
import { admitAgain, principalOf } from '../shared/access.ts';
import { answerFor } from '../shared/errors.ts';
import { momentMs } from '../shared/evidence-filters.ts';
import { BACKTEST_POLICY, BACKTEST_SETTINGS, type BacktestTerms } from './backtest-schemas.ts';

const LINES = 'application/x-ndjson';
/** Between two lines of progress, ms: whoever watches would see no more of them. */
const PROGRESS_EVERY_MS = 100;

/** Which payloads a rule matches tells what is in them. */
const MANAGE_AND_READ = { scope: ['keys:manage', 'evidence:read'] } as const;

export const backtestsA: Noun = (app, { services }, done) => {
  // Whoever waits is answered, so that the service can stop.
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
  done();
};

async function answer(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  terms: BacktestTerms,
  policy?: PolicyWanted,
) {
  const principal = principalOf(request);
  const { question, version } = await prepareBacktest(services, principal, { policy, ...wantedOf(terms) });
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(new Failure('conflict', 'Nobody waits for it any more.')));
  const run = async (watch: BacktestWatch) => {
    const found = await services.backtests.run(question, { ...watch, signal: gone.signal });
    await admitAgain(services.authenticator, 'a', request);
    const { from_date = null, to_date = null } = terms;
    return { policy: policy?.name ?? null, version, from_date, to_date, ...backtestFields(found) };
  };
  if (!(request.headers.accept ?? '').includes(LINES)) return run({});
  // What is returned then is the reply, which has been sent.
  return inLines(services, request, reply, run) as Promise<never>;
}

/** @throws {Failure} `invalid` */
function wantedOf({
  settings,
  settings_version,
  from_date,
  to_date,
  examples,
}: BacktestTerms): BacktestWanted {
  const [from, to] = [momentMs(from_date), momentMs(to_date)];
  requireOrder(from, to, ['to_date']);
  const faults = faultsOfOrder(settings, ['settings']);
  if (settings !== undefined && settings_version !== undefined) {
    const message = 'Give a version or a document, not both';
    faults.push({ field: ['settings_version'], message, type: 'value_error' });
  }
  if (faults.length > 0) throw Failure.invalid(faults);
  return { settings: settings ?? settings_version, from, to, examples };
}

/** What is refused before it has begun is refused like anything else; what fails after that is the last line. */
async function inLines(
  { clock }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (watch: BacktestWatch) => Promise<object>,
): Promise<FastifyReply> {
  const lines = new PassThrough();
  const write = (line: object) => void lines.write(`${JSON.stringify(line)}\n`);
  const begun = Promise.withResolvers<void>();
  let toldAt = Number.NEGATIVE_INFINITY;
  const onProgress = (checked: number, total: number) => {
    begun.resolve();
    const now = clock.monotonic();
    if (checked < total && now - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = now;
    write({ progress: { done: checked, total } });
  };
  const running = run({ onProgress });
  await Promise.race([begun.promise, running]);
  running
    .then(
      (result) => write({ result }),
      (error: unknown) => {
        const { status, body } = answerFor(error, 'a', request.id, request);
        if (status >= 500) request.log.error({ err: error }, 'a back-test broke off');
        write({ error: body });
      },
    )
    .finally(() => lines.end());
  return reply.type(`${LINES}; charset=utf-8`).send(lines);
}
