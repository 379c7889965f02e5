/**
 * Claude Code: https://code.claude.com/docs/en/hooks. A proceed is answered with no decision: `allow` would skip the
 * permission prompts that the user has set.
 */
import { type AgentHooks, type BeforeCall, type Fields, type HookedCall, NEUTRAL } from '../event.ts';
import {
  callOf,
  endedWith,
  failed,
  mcpName,
  optionalNumber,
  optionalText,
  ownName,
  promptIn,
  unknownEvent,
} from '../reading.ts';

/**
 * In other modes (`bypassPermissions`, `auto`, `dontAsk` and future ones) a call that needs a question may simply
 * run.
 */
const ASKING_MODES: readonly unknown[] = ['default', 'plan', 'acceptEdits'];

export const claudeCode: AgentHooks = {
  name: 'claude-code',
  read(fields) {
    const event = optionalText(fields, 'hook_event_name');
    const durationMs = optionalNumber(fields, 'duration_ms');
    const asks = ASKING_MODES.includes(fields.permission_mode) ? 'always' : 'never';
    switch (event) {
      case 'PreToolUse':
        return {
          kind: 'before',
          call: callIn(fields),
          asks,
          // Another hook may take the new input away again, so only where the human sees what runs.
          takesCorrection: asks === 'always',
          answer: beforeUse,
        };
      case 'PermissionRequest':
        return { kind: 'before', call: callIn(fields), asks, answer: permissionRequest };
      case 'PostToolUse':
        return { kind: 'after', call: callIn(fields), ended: endedWith(fields.tool_response, durationMs) };
      case 'PostToolUseFailure':
        return { kind: 'after', call: callIn(fields), ended: failed(fields.error, durationMs) };
      case 'UserPromptSubmit':
        return isOfHuman(fields) ? promptIn(fields, 'session_id') : { kind: 'other' };
      default:
        throw unknownEvent(event);
    }
  },
  refuse: () => ({ exitCode: 2 }),
};

/** The end of a background task comes as a prompt too, with words that the task has read somewhere. */
const isOfHuman = ({ prompt }: Fields) => !/^\s*<task-notification>/.test(String(prompt));

/** The agent shows the reason of a question to the human, and that of a denial to the model. */
const beforeUse: BeforeCall['answer'] = (decision) => {
  if (decision.kind === 'proceed') return NEUTRAL;
  if (decision.kind === 'ask') return preToolUse('ask', decision.forHuman);
  if (decision.kind === 'correct') {
    const { arguments: updatedInput, reason: additionalContext, forHuman } = decision;
    return preToolUse('ask', forHuman, { updatedInput, additionalContext });
  }
  return { ...preToolUse('deny', decision.reason), systemMessage: decision.forHuman };
};

export function preToolUse(
  permissionDecision: 'ask' | 'deny',
  permissionDecisionReason: string,
  more: object = {},
): object {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      permissionDecisionReason,
      ...more,
    },
  };
}

/** The human is about to be asked anyway, so only a denial adds anything. */
export const permissionRequest: BeforeCall['answer'] = (decision) =>
  decision.kind === 'deny' || decision.kind === 'correct'
    ? {
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          decision: { behavior: 'deny', message: decision.reason },
        },
      }
    : NEUTRAL;

function callIn(fields: Fields): HookedCall {
  return callOf(fields, (tool) => mcpName(tool) ?? ownName('claude-code', tool));
}
