/** Surface A: the model that plans the tasks of the caller's tenant and environment. Its key is never shown. */
import {
  KEY_PATTERN,
  MAX_KEY_CHARACTERS,
  MAX_MODEL_CHARACTERS,
  OUTPUT_TOKENS,
  PLANNER_APIS,
  type PlannerDeps,
  plannerFields,
  plannerRow,
  removePlanner,
  setPlanner,
  TIMEOUT_MS,
} from '../../../planner/index.ts';
import { faultsOfUrl, MAX_URL_CHARACTERS } from '../../../webhooks/endpoints/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf } from '../../callers/access.ts';
import { bodyMayBeAbsent, withFaultsOf } from '../../requests/body-parsing.ts';
import { NoFields } from '../../requests/context-schema.ts';
import * as is from '../../schemas/fields.ts';
import { described, describedRecord, namedBody } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';
import { located } from '../../validation/faults.ts';

const SetBody = namedBody(
  'NewPlanner',
  [{ api: 'openai', url: 'https://models.example.com/v1', model: 'planner-1', key: 'sk-example' }],
  {
    api: is.oneOf(PLANNER_APIS, 'openai: any server with chat completions. anthropic: Messages'),
    url: is.label(
      'The base of its API, as https://api.openai.com/v1 or https://api.anthropic.com. In production it must be https and public',
      MAX_URL_CHARACTERS,
    ),
    model: is.label('The name of the model', MAX_MODEL_CHARACTERS),
    key: is.optional(
      is.text('The key of its API. Left out, the former one stays; another address needs its own', {
        minLength: 1,
        maxLength: MAX_KEY_CHARACTERS,
        pattern: KEY_PATTERN,
      }),
    ),
    timeout_ms: is.optional(
      is.integer('For a plan with all its attempts', {
        minimum: TIMEOUT_MS.least,
        maximum: TIMEOUT_MS.most,
        default: TIMEOUT_MS.default,
      }),
    ),
    max_output_tokens: is.optional(
      is.integer('How much the model may write', {
        minimum: OUTPUT_TOKENS.least,
        maximum: OUTPUT_TOKENS.most,
        default: OUTPUT_TOKENS.default,
      }),
    ),
  },
);

const Shown = describedRecord('Planner', 'The planner, without its key', {
  api: is.oneOf(PLANNER_APIS),
  url: is.text(),
  model: is.text(),
  timeout_ms: is.integer(),
  max_output_tokens: is.integer(),
  set_at: is.time(),
  set_by: is.text(),
  evidence_id: is.text(),
});

const Removed = described('The planner and its key are removed', { removed: is.flag() });

const Tested = describedRecord(
  'TestedPlanner',
  'Whether the model planned a fixed task with two fixed tools',
  {
    works: is.flag(),
    fault: is.orNull(is.text(), 'null if it works'),
    duration_ms: is.integer(),
    input_tokens: is.orNull(is.integer()),
    output_tokens: is.orNull(is.integer()),
  },
);

const route = routesOf('a', 'Planner');

const SHOW = route('getPlanner', 'Get the planner', {
  200: described('The planner, if one is set', { planner: is.orNull(Shown) }),
});
const SET = route(
  'setPlanner',
  'Set the model that plans tasks; this is recorded as evidence, without the key',
  {
    body: SetBody,
    200: Shown,
  },
);
const REMOVE = route('removePlanner', 'Remove the planner and its key', { 200: Removed, also: [404] });
const TEST = route('testPlanner', 'Ask the model for a plan of a fixed task; nothing of yours is sent', {
  body: NoFields,
  200: Tested,
  also: [404],
});

export const plannerA: Noun<PlannerDeps & Pick<Services, 'planner'>> = (app, services) => {
  app.get('/planner', { config: MANAGE, schema: SHOW }, async (request) => {
    const row = await plannerRow(services.db, principalOf(request).chain);
    return { planner: row === undefined ? null : plannerFields(row) };
  });

  app.put('/planner', { config: MANAGE, schema: SET, preValidation: judgeUrl(services) }, async (request) => {
    const actor = principalOf(request);
    return plannerFields(await setPlanner(services, { ...actor, actor }, request.body));
  });

  app.delete('/planner', { config: MANAGE, schema: REMOVE }, async (request) => {
    const actor = principalOf(request);
    await removePlanner(services, { chain: actor.chain, actor });
    return { removed: true };
  });

  app.post('/planner/test', { config: MANAGE, schema: TEST, preValidation: bodyMayBeAbsent }, (request) =>
    services.planner.test(principalOf(request).chain),
  );
};

/** A URL that the schema refuses for its length is not parsed. */
function judgeUrl(services: PlannerDeps) {
  return withFaultsOf(({ url }, request) => {
    if (typeof url !== 'string' || url === '' || url.length > MAX_URL_CHARACTERS) return [];
    const faults = faultsOfUrl(services, principalOf(request).environment, url);
    return faults.map((fault) => located('body', fault));
  });
}
