/** AuthZEN: one decision, or several in one request. Each is an evaluation with its own evidence. */

import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Static } from 'typebox';
import type { EvaluateDeps } from '../../evaluation/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { routesOf } from '../answers/routes.ts';
import { answerItem, type Batch, evaluateRequest, validItem } from '../both/evaluate.ts';
import { principalOf } from '../callers/access.ts';
import { setRecordedCount, takeBatchFromLimits } from '../limits/rate-limits.ts';
import { AllowanceExceeded, addUsageHeaders, withUsageWarning } from '../limits/usage-headers.ts';
import { hasMembers, textFaultsOf } from '../requests/body-parsing.ts';
import { IdempotencyHeaders } from '../requests/context-schema.ts';
import * as is from '../schemas/fields.ts';
import { object } from '../schemas/objects.ts';
import type { Noun } from '../services.ts';
import { checkOf } from '../validation/compiling.ts';
import { LocatedFailure } from '../validation/faults.ts';
import {
  type AuthZenEvaluation,
  Decision,
  EvaluationBody,
  EvaluationsBody,
  type Semantic,
} from './schemas.ts';
import { toDecision, toEvaluateBody, toRefusal } from './translate.ts';

const route = routesOf('b', 'AuthZEN');

const ONE = route('authzenEvaluation', "Decide one access request in AuthZEN's format", {
  headers: IdempotencyHeaders,
  body: EvaluationBody,
  200: withUsageWarning(Decision),
  429: AllowanceExceeded,
});

const SEVERAL = route(
  'authzenEvaluations',
  'Decide up to 100 access requests, all or up to the first that settles the result',
  {
    headers: IdempotencyHeaders,
    body: EvaluationsBody,
    200: withUsageWarning(
      is.either(
        [object({ evaluations: is.list(Decision) }), Decision],
        'In the order of the request; a single decision if it has no evaluations',
      ),
    ),
  },
);

/** An agent's key is enough. */
const CONFIG = { scope: 'governance:evaluate', weighs: 'evaluation' } as const;

type AccessRequest = FastifyRequest & { headers: Static<typeof IdempotencyHeaders> };
type AccessRequests = AccessRequest & { body: Static<typeof EvaluationsBody> };

export const evaluationAuthzen: Noun<EvaluateDeps> = (app, services) => {
  app.addHook('onRequest', requireJson);
  const decide = async (request: AccessRequest, reply: FastifyReply, asked: AuthZenEvaluation) => {
    const { principal, headers } = request;
    return toDecision(
      await evaluateRequest(services, { principal, headers, body: toEvaluateBody(asked) }, reply),
    );
  };
  app.post('/evaluation', { config: CONFIG, schema: ONE }, (request, reply) =>
    decide(request, reply, request.body),
  );

  const validate = checkOf(app, EvaluationBody, 'body');
  const read = (asked: unknown, faults: Parameters<Batch['read']>[1]) =>
    validItem(asked, validate, faults) as AuthZenEvaluation;
  app.post(
    '/evaluations',
    { config: { ...CONFIG, answersItemsOf: 'evaluations' }, schema: SEVERAL },
    async (request, reply) => {
      const { evaluations = [], options: _, ...single } = request.body;
      if (evaluations.length === 0) return decide(request, reply, read(single, request.bodyFaults ?? []));
      const batch: Batch = {
        surface: 'b',
        requestId: request.id,
        key: request.headers['idempotency-key'],
        read: (asked, faults) => toEvaluateBody(read(asked, faults)),
      };
      return { evaluations: await decideEach(services, batch, request, reply) };
    },
  );
};

/** Section 10.1 of the standard: another type is a bad request. */
const requireJson: onRequestHookHandler = (request, _reply, done) => {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() === 'application/json') return done();
  const msg = 'Content-Type must be application/json';
  done(new LocatedFailure([{ loc: ['header', 'content-type'], msg, type: 'value_error' }]));
};

async function decideEach(
  services: EvaluateDeps,
  batch: Batch,
  request: AccessRequests,
  reply: FastifyReply,
) {
  const { evaluations = [], options = {}, subject, action, resource, context } = request.body;
  const shared = { subject, action, resource, context };
  refuseTooLarge(shared, evaluations, request.routeOptions.bodyLimit);
  await takeBatchFromLimits(request, reply, evaluations.length);
  const principal = principalOf(request);
  const answer = (each: unknown, place: number) => {
    const asked = hasMembers(each) ? { ...shared, ...each } : each;
    return answerItem(services, principal, batch, { asked, place, faults: textFaultsOf(request, place) });
  };
  const answers = await inOrder(evaluations, answer, options.evaluations_semantic ?? 'execute_all');
  const answered = answers.filter((each) => 'evidenceId' in each);
  addUsageHeaders(reply, answered.at(-1)?.usage);
  setRecordedCount(request, answered.filter(({ replayed }) => !replayed).length);
  return answers.map((each) => ('evidenceId' in each ? toDecision(each) : toRefusal(each)));
}

/**
 * Shared members are judged and recorded with each evaluation that inherits them, so they count each time.
 * @throws {Failure} `too_large`
 */
function refuseTooLarge(shared: object, evaluations: readonly unknown[], limitBytes: number): void {
  let bytes = 0;
  for (const [name, value] of Object.entries(shared)) {
    const takers = evaluations.filter((each) => hasMembers(each) && !Object.hasOwn(each, name)).length;
    if (value !== undefined) bytes += takers * Buffer.byteLength(JSON.stringify(value));
  }
  if (bytes <= limitBytes) return;
  const what = 'What the evaluations inherit from the request, counted for each';
  throw new Failure('too_large', `${what}, has more than ${limitBytes} bytes. Send fewer at once.`);
}

type Answered = Awaited<ReturnType<typeof answerItem>>;

/** If one decision can settle the result, later ones are neither evaluated nor recorded (section 7.1.2.1). */
async function inOrder(
  evaluations: readonly unknown[],
  answer: (each: unknown, place: number) => Promise<Answered>,
  semantic: Semantic,
): Promise<Answered[]> {
  if (semantic === 'execute_all') return Promise.all(evaluations.map(answer));
  const settles = semantic === 'permit_on_first_permit';
  const answers: Answered[] = [];
  for (const [place, each] of evaluations.entries()) {
    const answered = await answer(each, place);
    answers.push(answered);
    if (('evidenceId' in answered && answered.verdict === 'proceed') === settles) break;
  }
  return answers;
}
