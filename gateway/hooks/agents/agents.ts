/** The agents whose hooks are supported. */
import type { AgentHooks } from '../event.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';

export const AGENTS: readonly AgentHooks[] = [claudeCode, codex, geminiCli, cursor, copilot];

export function agentNamed(name: string | undefined): AgentHooks | undefined {
  return AGENTS.find((agent) => agent.name === name);
}
