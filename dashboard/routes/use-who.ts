/** Asks the service whom it would ask for an action. */
import { useWrite } from '../api/read.ts';
import type { RISKS } from './draft.ts';

export interface WhoDraft {
  action: string;
  agent: string;
  risk: (typeof RISKS)[number];
  /** JSON, or empty. */
  arguments: string;
}

export function useWho({ action, agent, risk, arguments: given }: WhoDraft) {
  return useWrite((api) => {
    const body = {
      action: action.trim(),
      ...(agent.trim() !== '' && { agent_id: agent.trim() }),
      context: { risk_level: risk, ...(given.trim() !== '' && { arguments: JSON.parse(given) }) },
    };
    return api.POST('/api/v1/approvals/who', { body });
  }, []);
}
