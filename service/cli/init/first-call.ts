/** The agent's first call, and where its record is. */
import { type Answers, type CodingAgent, isCodingAgent, isFramework } from './answers.ts';
import { Connection } from './connection.ts';
import { FIRST_CALL, serverOf, TOOL } from './programs.ts';

export interface FirstCall {
  action: string;
  verdict: string;
  explanation: string;
  evidence_id: string;
  /** Set where the call waits for a person. */
  approval_id: string | null;
  page: string;
}

/** The tool of each coding agent that runs commands. */
const SHELLS: Readonly<Record<CodingAgent, string>> = {
  'claude-code': 'claude-code.Bash',
  codex: 'coding-agents.shell',
  copilot: 'coding-agents.run_in_terminal',
  cursor: 'coding-agents.run_terminal_cmd',
  'gemini-cli': 'coding-agents.run_shell_command',
};

interface Evaluation {
  action: string;
  verdict: string;
  explanation: string;
  evidence_id: string;
  approval_id?: string;
}

export async function firstCall(answers: Answers, agentId: string, key: string): Promise<FirstCall> {
  const { url } = answers;
  const body = { ...questionOf(answers), agent_id: agentId };
  const made = await new Connection(url, key).ask<Evaluation>('POST', '/core/governance/evaluate', body);
  const { action, verdict, explanation, evidence_id, approval_id = null } = made;
  return { action, verdict, explanation, evidence_id, approval_id, page: `${url}/evidence/${evidence_id}` };
}

function questionOf({ agent }: Answers): object {
  if (isFramework(agent)) {
    const server = serverOf(agent);
    const action = server === undefined ? TOOL.name : `${server}.${TOOL.name}`;
    return { action, context: { arguments: FIRST_CALL } };
  }
  if (!isCodingAgent(agent)) return { action: 'mcp.first_call', context: { arguments: {} } };
  return { action: SHELLS[agent], context: { arguments: { command: 'git status' } } };
}
