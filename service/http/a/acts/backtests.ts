/** Surface A: tries a policy or settings on recorded evaluations, with progress on request. */

import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import {
  type BacktestWanted,
  type BacktestWatch,
  backtestFields,
  MAX_EXAMPLES,
  type PolicyWanted,
  prepareBacktest,
} from '../../../evaluation/backtest/index.ts';
import { requireOrder } from '../../../evidence/search/index.ts';
import { Failure } from '../../../foundation/failure.ts';
import { ENFORCEMENTS, faultsOfOrder } from '../../../governance/settings/terms/index.ts';
import { MAX_TARGETS_AT_ONCE } from '../../../targets/index.ts';
import { LawId, VerdictName } from '../../answers/enums.ts';
import { answerFor } from '../../answers/errors.ts';
import { Detail } from '../../answers/response-schemas.ts';
import { inTypes, routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import { type Callers, requireStillAdmitted } from '../../callers/callers.ts';
import { parseMoment } from '../../requests/evidence-filters.ts';
import * as is from '../../schemas/fields.ts';
import { body, described, describedRecord, object, record } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';
import { DraftPolicy, policyParams } from '../governance/policy-schemas.ts';
import { MAX_VERSION, SettingsBody } from '../governance/settings-schemas.ts';
import { TriedTarget } from './targets.ts';
import { WrittenEntry } from './tool-schemas.ts';

type Needs = Callers & Pick<Services, 'approvalSettings' | 'backtests' | 'clock' | 'db'>;

const Count = (description: string) => is.integer(description, { minimum: 0 });

const Example = record('BacktestExample', {
  evidence_id: is.text(),
  action: is.text(),
  created_at: is.time(),
  rules: is.list(is.text(), 'The rules that would match, as policy/rule'),
  laws: is.list(LawId, 'The laws that would not pass'),
});

const BacktestResult = describedRecord('BacktestResult', 'Which verdicts would have been different', {
  policy: is.orNull(is.text(), 'null if only settings are tried'),
  version: is.orNull(is.integer(), 'null for a draft'),
  from_date: is.orNull(is.text()),
  to_date: is.orNull(is.text()),
  evaluations: Count('How many evaluations were judged again'),
  skipped: Count('How many were skipped, because their payload was redacted or has expired'),
  changed_count: Count('How many verdicts would be different'),
  changed: is.list(
    object({
      from: VerdictName,
      to: VerdictName,
      count: Count('Verdicts'),
      examples: is.list(Example, 'The newest, oldest first'),
    }),
    'Most frequent first',
  ),
  rules: is.list(
    object({
      rule: is.text(),
      matched: Count('In how many evaluations the rule matches'),
      erred: Count(
        'In how many it could not be evaluated, which blocks, or escalates where it only costs too much',
      ),
    }),
    'The rules of the policy that is tried, in their order',
  ),
  erred_count: Count('In how many evaluations some rule could not be evaluated'),
  duration_ms: Count('ms'),
});

const LINES = 'application/x-ndjson';
/** A request's body is limited, too. */
const MAX_TOOLS_TRIED = 1000;
/** The time between two lines of progress, ms: more would be too fast to read. */
const PROGRESS_EVERY_MS = 100;

/** A rule's matches reveal the contents of payloads, so this needs both scopes. */
const MANAGE_AND_READ = { scope: ['keys:manage', 'evidence:read'] } as const;

const terms = {
  settings: is.optional(SettingsBody),
  settings_version: is.optional(
    is.integer('A stored version instead; 0 is the standard settings', { minimum: 0, maximum: MAX_VERSION }),
  ),
  tools: is.optional(
    is.list(WrittenEntry, 'The whole catalogue of tools to try; if left out, the recorded one applies', {
      maxItems: MAX_TOOLS_TRIED,
    }),
  ),
  targets: is.optional(
    is.list(TriedTarget, 'Targets to try, in addition to the recorded ones', {
      maxItems: MAX_TARGETS_AT_ONCE,
    }),
  ),
  enforcement: is.optional(is.oneOf(ENFORCEMENTS, 'If left out, as the settings say')),
  from_date: is.optional(is.moment('The first moment of the period')),
  to_date: is.optional(is.moment('The end of the period, not included')),
  examples: is.optional(
    is.integer(`How many evaluations to name for each change, at most; default: ${MAX_EXAMPLES}`, {
      minimum: 0,
      maximum: MAX_EXAMPLES,
    }),
  ),
};
const strict = { additionalProperties: false } as const;

const SettingsTerms = body([{ settings_version: 0 }], terms);
type BacktestTerms = Static<typeof SettingsTerms>;

const PolicyTerms = body([{ version: 2, from_date: '2026-10-01' }], {
  version: is.optional(
    is.integer('The version to try; the newest if you give neither this nor a draft', {
      minimum: 1,
      maximum: MAX_VERSION,
    }),
  ),
  policy: is.optional(
    object(DraftPolicy.properties, {
      ...strict,
      title: 'DraftPolicy',
      description: 'A draft to try; a policy of this name need not exist',
    }),
  ),
  ...terms,
});

const BACKTEST = {
  description:
    'Nothing is recorded. With `Accept: application/x-ndjson` you get lines ' +
    '`{"progress":{"done","total"}}` (in artifacts) while it works, and at the end `{"result":{…}}` or `{"error":{…}}`.',
  200: inTypes('The verdicts that would have been different', {
    'application/json': BacktestResult,
    'application/x-ndjson': is.text('One JSON object per line'),
  }),
  429: described('Too many back-tests are running: try again after Retry-After seconds', Detail.properties),
};

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
  return { ...terms, settings: settings ?? settings_version, from, to };
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
