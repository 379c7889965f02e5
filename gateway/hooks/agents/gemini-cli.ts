/**
 * Gemini CLI: https://geminicli.com/docs/hooks/reference. Its reference lists only `allow` and `deny`; a version that
 * does not know `ask` would run the call, so an escalation is denied.
 */
import { type AgentHooks, type Fields, type HookedCall, NEUTRAL } from '../event.ts';
import { callOf, endedWith, isFields, optionalText, ownName, promptIn, unknownEvent } from '../reading.ts';

export const geminiCli: AgentHooks = {
  name: 'gemini-cli',
  read(fields) {
    const event = optionalText(fields, 'hook_event_name');
    switch (event) {
      case 'BeforeTool':
        return {
          kind: 'before',
          call: callIn(fields),
          asks: 'never',
          answer: (decision) =>
            decision.kind === 'proceed'
              ? NEUTRAL
              : { decision: 'deny', reason: decision.reason, systemMessage: decision.forHuman },
        };
      case 'AfterTool':
        return { kind: 'after', call: callIn(fields), ended: endedBy(fields.tool_response) };
      case 'BeforeAgent':
        return promptIn(fields, 'session_id');
      default:
        throw unknownEvent(event);
    }
  },
  refuse: () => ({ exitCode: 2 }),
};

/** It repeats the text for the display. */
function endedBy(response: unknown) {
  const text = isFields(response) ? response.llmContent : response;
  return endedWith(response, undefined, text === '' ? undefined : text);
}

function callIn(fields: Fields): HookedCall {
  const named = (tool: string) =>
    mcpContext(fields.mcp_context) ?? mcpToolName(tool) ?? ownName('coding-agents', tool);
  return { ...callOf(fields, named), id: undefined };
}

function mcpContext(context: unknown): Pick<HookedCall, 'server' | 'name'> | undefined {
  if (!isFields(context)) return undefined;
  const server = optionalText(context, 'server_name');
  const name = optionalText(context, 'tool_name');
  return server === undefined || name === undefined ? undefined : { server, name };
}

/** Used where that context is missing. The agent itself splits the name at the first underscore. */
function mcpToolName(tool: string): Pick<HookedCall, 'server' | 'name'> | undefined {
  const [, server, name] = /^mcp_(.+?)_(.+)$/s.exec(tool) ?? [];
  return server === undefined || name === undefined ? undefined : { server, name };
}
