/**
 * For each route that manages a tenant: the part of governance whose changes through it need a second person, or why it
 * needs none.
 */
import type { Area } from '@assize/service/governance/second-person/index.ts';

export type Needs = { area: Area } | { none: string };

const held = (area: Area): Needs => ({ area });
const none = (why: string): Needs => ({ none: why });

const READS = none('It changes nothing.');
const STOPS = none('It stops something: an emergency waits for no one.');
const DRAFT = none('A draft has no effect until it is put in force.');
const MESSAGES = none('It says where messages go; whom a decision takes is in the settings.');
const RUNNING = none('It is an act of a running operation, not a rule, and is recorded with who did it.');
const COPIES = none('It says where copies of evidence go, and no verdict depends on one.');

export const SECOND_PERSON_OF: Record<string, Needs> = {
  'POST /api/v1/policies': DRAFT,
  'POST /api/v1/policies/{name}/versions': DRAFT,
  'POST /api/v1/policies/{name}/activate': held('policies'),
  'POST /api/v1/policies/{name}/deactivate': held('policies'),
  'POST /api/v1/policies/{name}/rollback': held('policies'),
  'POST /api/v1/policies/{name}/backtest': READS,
  'PUT /api/v1/settings': held('settings'),
  'POST /api/v1/settings/activate': held('settings'),
  'POST /api/v1/settings/backtest': READS,
  'PUT /api/v1/tools': held('catalogue'),
  'DELETE /api/v1/tools/{tool_id}': held('catalogue'),
  'POST /api/v1/tools/import': held('catalogue'),
  'POST /api/v1/tools/review': held('catalogue'),
  'POST /api/v1/targets': held('catalogue'),
  'DELETE /api/v1/targets/{target_id}': none(
    'A target that is no longer known is asked about: that is stricter.',
  ),
  'PATCH /api/v1/members/{member_id}': held('roles'),
  'DELETE /api/v1/members/{member_id}': none(
    'People who leave have to leave. The last one who could be a second person is kept.',
  ),
  'POST /api/v1/members/invitations': held('roles'),
  'DELETE /api/v1/members/invitations/{invitation_id}': STOPS,
  'POST /api/v1/groups': none('No route names a new group.'),
  'PUT /api/v1/groups/{group_id}': held('roles'),
  'DELETE /api/v1/groups/{group_id}': none('A group that a route names is never deleted.'),
  'POST /api/v1/access-reviews': none('It asks about access, and changes none.'),
  'POST /api/v1/access-reviews/{review_id}/decisions': none(
    'It keeps access as it is, or takes it away: a place in a group goes by the same act as PUT /groups.',
  ),
  'POST /api/v1/access-reviews/{review_id}/close': none('It states what was decided.'),
  'GET /api/v1/members/{member_id}/stand-in': READS,
  'PUT /api/v1/members/{member_id}/stand-in': held('roles'),
  'DELETE /api/v1/members/{member_id}/stand-in': STOPS,
  'GET /api/v1/directory': READS,
  'PUT /api/v1/directory': held('roles'),
  'POST /api/v1/issuers': held('roles'),
  'PATCH /api/v1/issuers/{issuer_id}': held('roles'),
  'DELETE /api/v1/issuers/{issuer_id}': STOPS,
  'POST /api/v1/issuers/{issuer_id}/revocations': STOPS,
  'POST /api/v1/issuers/{issuer_id}/test': READS,
  'GET /api/v1/issuers': READS,
  'GET /api/v1/issuers/{issuer_id}': READS,
  'GET /api/v1/issuers/{issuer_id}/revocations': READS,
  'POST /api/v1/core/halts': STOPS,
  'DELETE /api/v1/core/halts/{halt_id}': RUNNING,
  'POST /api/v1/agents': RUNNING,
  'PATCH /api/v1/agents/{agent_id}': RUNNING,
  'POST /api/v1/agents/{agent_id}/suspend': STOPS,
  'POST /api/v1/agents/{agent_id}/resume': RUNNING,
  'POST /api/v1/agents/{agent_id}/retire': STOPS,
  'POST /api/v1/budgets': RUNNING,
  'PUT /api/v1/budgets/{budget_id}': RUNNING,
  'DELETE /api/v1/budgets/{budget_id}': RUNNING,
  'POST /api/v1/holds': RUNNING,
  'DELETE /api/v1/holds/{hold_id}': RUNNING,
  'POST /api/v1/evidence/verify/acknowledge': RUNNING,
  'GET /api/v1/planner': READS,
  'PUT /api/v1/planner': none('What a planner returns is checked against the catalogue and the task.'),
  'DELETE /api/v1/planner': STOPS,
  'POST /api/v1/planner/test': READS,
  'GET /api/v1/members': READS,
  'GET /api/v1/members/invitations': READS,
  'GET /api/v1/notices': READS,
  'GET /api/v1/api-keys': READS,
  'POST /api/v1/api-keys': none('A key can do what its maker can, and counts as the person who made it.'),
  'DELETE /api/v1/api-keys/{key_id}': STOPS,
  'GET /api/v1/channels/slack-manifest': READS,
  'GET /api/v1/channels': READS,
  'POST /api/v1/channels': MESSAGES,
  'GET /api/v1/channels/{channel_id}': READS,
  'PATCH /api/v1/channels/{channel_id}': MESSAGES,
  'DELETE /api/v1/channels/{channel_id}': MESSAGES,
  'POST /api/v1/channels/{channel_id}/test': MESSAGES,
  'POST /api/v1/channels/{channel_id}/enable': MESSAGES,
  'POST /api/v1/channels/{channel_id}/disable': STOPS,
  'GET /api/v1/channels/{channel_id}/messages': READS,
  'POST /api/v1/channels/{channel_id}/messages/{message_id}/replay': MESSAGES,
  'GET /api/v1/webhooks': READS,
  'POST /api/v1/webhooks': MESSAGES,
  'GET /api/v1/webhooks/{endpoint_id}': READS,
  'PATCH /api/v1/webhooks/{endpoint_id}': MESSAGES,
  'DELETE /api/v1/webhooks/{endpoint_id}': MESSAGES,
  'POST /api/v1/webhooks/{endpoint_id}/rotate-secret': MESSAGES,
  'POST /api/v1/webhooks/{endpoint_id}/enable': MESSAGES,
  'POST /api/v1/webhooks/{endpoint_id}/disable': STOPS,
  'POST /api/v1/webhooks/{endpoint_id}/test': MESSAGES,
  'GET /api/v1/webhooks/{endpoint_id}/deliveries': READS,
  'GET /api/v1/webhooks/{endpoint_id}/deliveries/{event_id}': READS,
  'POST /api/v1/webhooks/{endpoint_id}/deliveries/{event_id}/replay': MESSAGES,
  'POST /api/v1/webhooks/{endpoint_id}/replay': MESSAGES,
  'PUT /api/v1/compliance/owners/{framework}/{control}': none(
    'It says who answers for a control; no verdict depends on it.',
  ),
  'POST /api/v1/sinks': COPIES,
  'PATCH /api/v1/sinks/{sink_id}': COPIES,
  'DELETE /api/v1/sinks/{sink_id}': COPIES,
  'POST /api/v1/sinks/{sink_id}/test': COPIES,
  'POST /api/v1/sinks/{sink_id}/pause': STOPS,
  'POST /api/v1/sinks/{sink_id}/resume': COPIES,
};
