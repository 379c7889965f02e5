/** Writes a call as callers of three kinds would ask about it. */
import type { Integrator } from './designs.ts';
import type { Call, Domain } from './scenarios.ts';

export const EVALUATE = '/api/v1/core/governance/evaluate';
export const SIMULATE = '/api/v1/core/governance/simulate';

/** The task and the session that a call belongs to. */
export interface Named {
  mandate_id?: string;
  session_id?: string;
}

/**
 * `raw`: like a framework calls the tool. `gateway`: like an MCP gateway forwards the call. `mapped`: with the names
 * and claims of a careful integrator.
 */
export function requestOf(
  { server }: Domain,
  { tool, arguments: given }: Pick<Call, 'tool' | 'arguments'>,
  by: Integrator,
  agent_id: string,
  named: Named,
) {
  switch (by) {
    case 'raw':
      return { action: tool, agent_id, context: { ...given, ...named } };
    case 'gateway':
      return { action: `mcp__${server}__${tool}`, agent_id, context: { arguments: given, ...named } };
    case 'mapped':
      return {
        action: `${server}.${tool}`,
        agent_id,
        description: `Calls ${tool}.`,
        context: { arguments: given, risk_level: 'low', confidence_score: 0.9, ...named },
      };
  }
}
