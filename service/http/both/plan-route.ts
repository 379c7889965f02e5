/** Shows the plan that the planner makes of a task, the same on both surfaces. Nothing is opened. */
import { requestBy } from '../../keys/index.ts';
import { MAX_TASK_CHARACTERS } from '../../mandates/index.ts';
import type { Surface } from '../answers/errors.ts';
import { Detail } from '../answers/response-schemas.ts';
import { routesOf } from '../answers/routes.ts';
import { principalOf, WRITE } from '../callers/access.ts';
import * as is from '../schemas/fields.ts';
import { describedRecord, namedBody } from '../schemas/objects.ts';
import type { Noun, Services } from '../services.ts';
import { DroppedFromPlan, PlannerOfPlan, ShownPlanStep } from './plan-schemas.ts';

const PlanBody = namedBody('PlanRequest', [{ task: 'Send the minutes of Monday to ann@example.com' }], {
  task: is.label('The task in the words of the person who gave it', MAX_TASK_CHARACTERS),
  agent_id: is.optional(is.label('The agent that is to act')),
});

const Planned = describedRecord('Planned', 'The plan as far as the catalogue and the task have it', {
  plan: is.list(ShownPlanStep),
  dropped: is.list(DroppedFromPlan, 'What the model proposed and does not count'),
  planner: PlannerOfPlan,
});

export const planRoute =
  (surface: Surface): Noun<Pick<Services, 'planner'>> =>
  (app, { planner }) => {
    const route = routesOf(surface, 'Mandates');
    const schema = route(
      `planTask${surface.toUpperCase()}`,
      'Let the planner plan a task, without opening a mandate',
      {
        body: PlanBody,
        200: Planned,
        429: { ...Detail, description: 'Too many plans are being made; or a rate limit' },
        also: [409],
      },
    );
    app.post('/mandates/plan', { config: WRITE, schema }, async (request) => {
      const principal = principalOf(request);
      const { task, agent_id: agentId } = requestBy(principal, request.body);
      const { steps, dropped, planner: by } = await planner.plan(principal.chain, { task, agentId });
      return { plan: steps, dropped, planner: by };
    });
  };
