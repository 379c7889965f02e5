/**
 * OpenAI Codex: https://developers.openai.com/codex/hooks. It can't be told to ask, and it ignores an answer that has
 * an unsupported field or decision. So a denial has exactly these fields, and everything else is empty.
 */
import { type AgentHooks, type Fields, type HookedCall, NEUTRAL } from '../event.ts';
import { callOf, endedWith, mcpName, optionalText, ownName, promptIn, unknownEvent } from '../reading.ts';
import { permissionRequest, preToolUse } from './claude-code.ts';

export const codex: AgentHooks = {
  name: 'codex',
  // It starts hooks in a login shell, whose profile may print.
  deniesByExitCode: true,
  read(fields) {
    const event = optionalText(fields, 'hook_event_name');
    switch (event) {
      case 'PreToolUse':
        return {
          kind: 'before',
          call: callIn(fields),
          asks: 'never',
          answer: (decision) => (decision.kind === 'proceed' ? NEUTRAL : preToolUse('deny', decision.reason)),
        };
      case 'PermissionRequest':
        // The question may go to a model that reviews instead of the human.
        return { kind: 'before', call: callIn(fields), asks: 'perhaps', answer: permissionRequest };
      case 'PostToolUse':
        return { kind: 'after', call: callIn(fields), ended: endedWith(fields.tool_response) };
      case 'UserPromptSubmit':
        return promptIn(fields, 'session_id');
      default:
        throw unknownEvent(event);
    }
  },
  refuse: () => ({ exitCode: 2 }),
};

function callIn(fields: Fields): HookedCall {
  return callOf(fields, (tool) => mcpName(tool) ?? ownName('coding-agents', tool, { Bash: 'shell' }));
}
