/** Each route requires exactly its scope of a key, and the refusal names the missing one. */
import assert from 'node:assert/strict';
import { SCOPES, type Scope } from '@assize/service/keys/index.ts';
import type { FastifyInstance } from 'fastify';
import { ask } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant } from './support/people/tenants.ts';

/** Empty if any key will do. */
const SCOPE_OF: Record<string, Scope | `${Scope} ${Scope}` | ''> = {
  'POST /api/v1/core/governance/evaluate': 'governance:evaluate',
  'POST /api/v1/core/governance/evaluate/batch': 'governance:evaluate',
  'POST /api/v1/core/governance/execute': 'governance:evaluate',
  'POST /api/v1/core/governance/simulate': 'governance:evaluate',
  'POST /api/v1/core/halts': 'keys:manage',
  'GET /api/v1/core/halts': 'evidence:read',
  'DELETE /api/v1/core/halts/{halt_id}': 'keys:manage',
  'POST /api/v1/agents': 'keys:manage',
  'GET /api/v1/agents': 'evidence:read',
  'GET /api/v1/agents/export': 'evidence:read',
  'GET /api/v1/agents/{agent_id}': 'evidence:read',
  'PATCH /api/v1/agents/{agent_id}': 'keys:manage',
  'POST /api/v1/agents/{agent_id}/suspend': 'keys:manage',
  'POST /api/v1/agents/{agent_id}/resume': 'keys:manage',
  'POST /api/v1/agents/{agent_id}/retire': 'keys:manage',
  'POST /api/v1/targets': 'keys:manage',
  'GET /api/v1/push/key': '',
  'GET /api/v1/members/me/notifications': '',
  'PUT /api/v1/members/me/notifications': '',
  'GET /api/v1/members/me/push-subscriptions': '',
  'POST /api/v1/members/me/push-subscriptions': '',
  'DELETE /api/v1/members/me/push-subscriptions/{subscription_id}': '',
  'GET /api/v1/targets': 'evidence:read',
  'GET /api/v1/targets/{target_id}': 'evidence:read',
  'DELETE /api/v1/targets/{target_id}': 'keys:manage',
  'POST /access/v1/evaluation': 'governance:evaluate',
  'POST /access/v1/evaluations': 'governance:evaluate',
  'POST /v1/governance/evaluate': 'governance:evaluate',
  'POST /v1/governance/evaluate/batch': 'governance:evaluate',
  'POST /v1/evidence': 'evidence:write',
  'GET /v1/evidence': 'evidence:read',
  'GET /v1/evidence/{evidence_id}': 'evidence:read',
  'POST /api/v1/evidence/outcomes': 'evidence:write',
  'POST /api/v1/evidence/search': 'evidence:read',
  'GET /api/v1/evidence/latest': 'evidence:read',
  'GET /api/v1/evidence/verify': 'evidence:read',
  'POST /api/v1/evidence/verify/acknowledge': 'keys:manage',
  'GET /api/v1/evidence/checkpoint': 'evidence:read',
  'GET /api/v1/evidence/verifier-keys': 'evidence:read',
  'GET /api/v1/evidence/consistency': 'evidence:read',
  'GET /api/v1/evidence/log/checkpoint': 'evidence:read',
  'GET /api/v1/evidence/log/tile/{path}': 'evidence:read',
  'GET /api/v1/evidence/health': 'evidence:read',
  'GET /api/v1/evidence/statistics': 'evidence:read',
  'GET /api/v1/evidence/{id}': 'evidence:read',
  'GET /api/v1/evidence/{id}/proof': 'evidence:read',
  'POST /api/v1/evidence/{id}/redact': 'evidence:write',
  'POST /api/v1/evidence/erasures': 'evidence:write',
  'GET /api/v1/evidence/erasures': 'evidence:read',
  'GET /api/v1/evidence/erasures/{erasure_id}': 'evidence:read',
  'POST /api/v1/holds': 'keys:manage',
  'GET /api/v1/holds': 'evidence:read',
  'GET /api/v1/holds/{hold_id}': 'evidence:read',
  'DELETE /api/v1/holds/{hold_id}': 'keys:manage',
  'POST /api/v1/evidence/export': 'evidence:read',
  'GET /api/v1/evidence/export/{export_id}': 'evidence:read',
  'GET /api/v1/evidence/export/{export_id}/download': 'evidence:read',
  'GET /api/v1/evidence/truth-verification': 'evidence:read',
  'GET /api/v1/core/compliance/frameworks': 'evidence:read',
  'GET /api/v1/core/compliance/frameworks/{framework}': 'evidence:read',
  'POST /api/v1/core/compliance/check': 'evidence:write',
  'GET /api/v1/core/compliance/checks/{evidence_id}': 'evidence:read',
  'GET /api/v1/core/compliance/checks/{evidence_id}/report': 'evidence:read',
  'POST /api/v1/mandates/plan': 'evidence:write',
  'POST /v1/mandates/plan': 'evidence:write',
  'GET /api/v1/issuers': 'keys:manage',
  'POST /api/v1/issuers': 'keys:manage',
  'GET /api/v1/issuers/{issuer_id}': 'keys:manage',
  'PATCH /api/v1/issuers/{issuer_id}': 'keys:manage',
  'DELETE /api/v1/issuers/{issuer_id}': 'keys:manage',
  'GET /api/v1/issuers/{issuer_id}/revocations': 'keys:manage',
  'POST /api/v1/issuers/{issuer_id}/revocations': 'keys:manage',
  'POST /api/v1/issuers/{issuer_id}/test': 'keys:manage',
  'GET /api/v1/planner': 'keys:manage',
  'PUT /api/v1/planner': 'keys:manage',
  'DELETE /api/v1/planner': 'keys:manage',
  'POST /api/v1/planner/test': 'keys:manage',
  'GET /api/v1/me': '',
  'GET /api/v1/members': 'keys:manage',
  'POST /api/v1/members/me/chat-code': '',
  'GET /api/v1/members/me/chat-accounts': '',
  'DELETE /api/v1/members/me/chat-accounts/{account_id}': '',
  'PATCH /api/v1/members/{member_id}': 'members:manage',
  'DELETE /api/v1/members/{member_id}': 'members:manage',
  'GET /api/v1/members/invitations': 'keys:manage',
  'POST /api/v1/members/invitations': 'members:manage',
  'DELETE /api/v1/members/invitations/{invitation_id}': 'members:manage',
  'GET /v1/approvals': 'evidence:read',
  'GET /v1/approvals/{approval_id}': 'evidence:read',
  'POST /v1/approvals/{approval_id}/approve': 'evidence:write',
  'POST /v1/approvals/{approval_id}/correction': 'evidence:write',
  'POST /v1/approvals/{approval_id}/reject': 'evidence:write',
  'GET /api/v1/approvals': 'evidence:read',
  'GET /api/v1/approvals/{approval_id}': 'evidence:read',
  'POST /api/v1/approvals/{approval_id}/approve': 'evidence:write',
  'POST /api/v1/approvals/{approval_id}/correction': 'evidence:write',
  'POST /api/v1/approvals/{approval_id}/reject': 'evidence:write',
  'POST /v1/sessions/{session_id}/results': 'evidence:write',
  'GET /v1/sessions': 'evidence:read',
  'GET /v1/sessions/{session_id}': 'evidence:read',
  'POST /v1/sessions/{session_id}/end': 'evidence:write',
  'POST /api/v1/sessions/{session_id}/results': 'evidence:write',
  'GET /api/v1/sessions': 'evidence:read',
  'GET /api/v1/sessions/{session_id}': 'evidence:read',
  'POST /api/v1/sessions/{session_id}/end': 'evidence:write',
  'POST /v1/mandates': 'evidence:write',
  'GET /v1/mandates': 'evidence:read',
  'GET /v1/mandates/{mandate_id}': 'evidence:read',
  'POST /v1/mandates/{mandate_id}/close': 'evidence:write',
  'POST /v1/mandates/{mandate_id}/narrow': 'evidence:write',
  'POST /v1/mandates/{mandate_id}/widen': 'evidence:write',
  'POST /api/v1/mandates': 'evidence:write',
  'GET /api/v1/mandates': 'evidence:read',
  'GET /api/v1/mandates/{mandate_id}': 'evidence:read',
  'POST /api/v1/mandates/{mandate_id}/close': 'evidence:write',
  'POST /api/v1/mandates/{mandate_id}/narrow': 'evidence:write',
  'POST /api/v1/mandates/{mandate_id}/widen': 'evidence:write',
  'POST /api/v1/budgets': 'keys:manage',
  'GET /api/v1/budgets': 'evidence:read',
  'GET /api/v1/budgets/{budget_id}': 'evidence:read',
  'PUT /api/v1/budgets/{budget_id}': 'keys:manage',
  'DELETE /api/v1/budgets/{budget_id}': 'keys:manage',
  'GET /api/v1/events': 'evidence:read',
  'POST /api/v1/webhooks': 'keys:manage',
  'GET /api/v1/webhooks': 'keys:manage',
  'GET /api/v1/webhooks/{endpoint_id}': 'keys:manage',
  'PATCH /api/v1/webhooks/{endpoint_id}': 'keys:manage',
  'DELETE /api/v1/webhooks/{endpoint_id}': 'keys:manage',
  'POST /api/v1/webhooks/{endpoint_id}/rotate-secret': 'keys:manage',
  'POST /api/v1/webhooks/{endpoint_id}/enable': 'keys:manage',
  'POST /api/v1/webhooks/{endpoint_id}/disable': 'keys:manage',
  'POST /api/v1/webhooks/{endpoint_id}/test': 'keys:manage',
  'GET /api/v1/webhooks/{endpoint_id}/deliveries': 'keys:manage',
  'GET /api/v1/webhooks/{endpoint_id}/deliveries/{event_id}': 'keys:manage',
  'POST /api/v1/webhooks/{endpoint_id}/deliveries/{event_id}/replay': 'keys:manage',
  'POST /api/v1/webhooks/{endpoint_id}/replay': 'keys:manage',
  'GET /api/v1/core/trust': 'evidence:read',
  'GET /api/v1/core/trust/{actor_id}': 'evidence:read',
  'GET /api/v1/core/trust/{actor_id}/history': 'evidence:read',
  'GET /api/v1/usage/summary': 'usage:read',
  'GET /api/v1/usage/billing': 'usage:read',
  'GET /api/v1/usage/history': 'usage:read',
  'GET /api/v1/usage/invoices/{month}': 'usage:read',
  'GET /api/v1/api-keys': 'keys:manage',
  'POST /api/v1/api-keys': 'keys:manage',
  'DELETE /api/v1/api-keys/{key_id}': 'keys:manage',
  'GET /api/v1/notices': 'keys:manage',
  'GET /api/v1/settings': 'evidence:read',
  'PUT /api/v1/settings': 'keys:manage',
  'GET /api/v1/settings/versions': 'evidence:read',
  'GET /api/v1/settings/versions/{version}': 'evidence:read',
  'GET /api/v1/settings/diff': 'evidence:read',
  'POST /api/v1/settings/activate': 'keys:manage',
  'POST /api/v1/settings/backtest': 'keys:manage evidence:read',
  'POST /api/v1/policies': 'keys:manage',
  'GET /api/v1/policies': 'evidence:read',
  'POST /api/v1/policies/test': 'evidence:read',
  'POST /api/v1/policies/validate': 'evidence:read',
  'GET /api/v1/policies/{name}': 'evidence:read',
  'POST /api/v1/policies/{name}/versions': 'keys:manage',
  'GET /api/v1/policies/{name}/versions': 'evidence:read',
  'GET /api/v1/policies/{name}/versions/{version}': 'evidence:read',
  'POST /api/v1/policies/{name}/activate': 'keys:manage',
  'POST /api/v1/policies/{name}/backtest': 'keys:manage evidence:read',
  'POST /api/v1/policies/{name}/deactivate': 'keys:manage',
  'POST /api/v1/policies/{name}/rollback': 'keys:manage',
  'GET /api/v1/tools': 'evidence:read',
  'PUT /api/v1/tools': 'keys:manage',
  'GET /api/v1/judgement/report': 'evidence:read',
  'GET /api/v1/tools/suggestions': 'evidence:read',
  'GET /api/v1/targets/suggestions': 'evidence:read',
  'GET /api/v1/tools/{tool_id}': 'evidence:read',
  'DELETE /api/v1/tools/{tool_id}': 'keys:manage',
  'POST /api/v1/tools/import': 'keys:manage',
  'POST /api/v1/tools/review': 'keys:manage',
};

testAsTenant('describes-the-scope-of-each-route', async ({ app }) => {
  const { body } = await ask(app, 'a', '/openapi.json', { key: null });
  const described = Object.entries<Record<string, { 'x-required-scope': string }>>(body.paths).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        operation['x-required-scope'],
      ]),
  );
  assert.deepEqual(Object.fromEntries(described), SCOPE_OF);
});

testAsTenant('refuses-each-route-to-a-key-that-lacks-its-scope', async ({ app, service, name }) => {
  for (const missing of SCOPES) {
    const scopes = SCOPES.filter((scope) => scope !== missing);
    const { secret } = await keyHolder(service, `${name}-narrow`, { scopes });
    for (const [route, scope] of Object.entries(SCOPE_OF)) {
      const { status, body } = await call(app, route, secret);
      if (scope.split(' ').includes(missing)) {
        assert.deepEqual(
          { status, body },
          { status: 403, body: { detail: `This API key lacks the scope ${missing}.` } },
          route,
        );
      } else {
        // A key is not a person, and has nothing of its own there.
        const others = route.includes('/members/me/') ? [403] : [];
        assert.ok([200, 404, 422, 400, ...others].includes(status), `${route} without ${missing}: ${status}`);
      }
    }
  }
});

/** Sends a body that no route accepts: a caller without the scope must not learn even that. */
function call(app: FastifyInstance, route: string, key: string) {
  const [method, path = ''] = route.split(' ');
  return ask(app, path.startsWith('/api/') ? 'a' : 'b', path.replace(/\{\w+\}/g, 'x'), {
    method: method as 'GET',
    key,
    body: ['POST', 'PATCH', 'PUT'].includes(method ?? '') ? 'no json at all' : undefined,
  });
}
