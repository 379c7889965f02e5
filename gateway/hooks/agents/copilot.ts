/**
 * GitHub Copilot, its command line and its cloud agent: https://docs.github.com/en/copilot/reference/hooks-reference.
 * A proceed is answered with no decision: `allow` would skip the permissions that the user has set. Whether a human
 * is asked depends on how it was started, which its events don't say. Events come in two forms, and the first one
 * does not name the event: then the command line does, or the fields show it.
 */
import { type AgentHooks, type BeforeCall, type Fields, type HookedCall, NEUTRAL } from '../event.ts';
import {
  argumentsIn,
  endedWith,
  failed,
  isFields,
  mcpName,
  optionalText,
  ownName,
  promptIn,
  requiredArguments,
  requiredText,
  unknownEvent,
} from '../reading.ts';

const NAMES = {
  bash: 'run_in_terminal',
  powershell: 'run_in_terminal',
  view: 'read_file',
  create: 'create_file',
  edit: 'replace_string_in_file',
  str_replace_editor: 'replace_string_in_file',
  // In events whose names begin with a capital, tools have Claude Code's names but their own arguments.
  Bash: 'run_in_terminal',
  Read: 'read_file',
  Write: 'create_file',
  Edit: 'replace_string_in_file',
  Grep: 'grep',
  Glob: 'glob',
  WebFetch: 'web_fetch',
  WebSearch: 'web_search',
};

export const copilot: AgentHooks = {
  name: 'copilot',
  read(fields, eventName) {
    const event = optionalText(fields, 'hook_event_name') ?? eventName ?? shownBy(fields);
    switch (event) {
      case 'preToolUse':
      case 'PreToolUse':
        return { kind: 'before', call: callIn(fields), asks: 'perhaps', answer };
      case 'postToolUse':
      case 'PostToolUse':
        return { kind: 'after', call: callIn(fields), ended: endedBy(fields) };
      case 'postToolUseFailure':
      case 'PostToolUseFailure':
        return { kind: 'after', call: callIn(fields), ended: failed(fields.error) };
      case 'userPromptSubmitted':
      case 'UserPromptSubmit':
        return promptIn(fields, formOf(fields).session);
      default:
        throw unknownEvent(event);
    }
  },
  // Some versions ignore the answer with any other exit code, and let the call through.
  refuse: (reason) => ({ stdout: answer({ kind: 'deny', reason, forHuman: reason }), exitCode: 0 }),
};

/** There is only one text: for the human where they are asked, and for the model where the call is denied. */
const answer: BeforeCall['answer'] = (decision) => {
  if (decision.kind === 'proceed') return NEUTRAL;
  const { kind, reason, forHuman } = decision;
  return kind === 'ask'
    ? { permissionDecision: kind, permissionDecisionReason: forHuman }
    : { permissionDecision: 'deny', permissionDecisionReason: reason };
};

function shownBy(fields: Fields): string | undefined {
  if ('prompt' in fields && !('toolName' in fields)) return 'userPromptSubmitted';
  if (!('toolName' in fields && 'toolArgs' in fields)) return undefined;
  if ('toolResult' in fields) return 'postToolUse';
  return 'error' in fields ? 'postToolUseFailure' : 'preToolUse';
}

function endedBy(fields: Fields) {
  const result = fields.toolResult ?? fields.tool_result;
  if (!isFields(result)) return endedWith(result);
  const type = result.resultType ?? result.result_type ?? 'success';
  const text = result.textResultForLlm ?? result.text_result_for_llm;
  return type === 'success' ? endedWith(result, undefined, text) : failed(String(type), undefined, text);
}

function callIn(fields: Fields): HookedCall {
  const form = formOf(fields);
  const agentTool = requiredText(fields, form.tool);
  return {
    session: optionalText(fields, form.session),
    id: undefined,
    ...(mcpName(agentTool) ?? ownName('coding-agents', agentTool, NAMES)),
    agentTool,
    arguments: argumentsIn(requiredArguments(fields, form.arguments)),
    cwd: optionalText(fields, 'cwd'),
  };
}

const formOf = (fields: Fields) => ('hook_event_name' in fields ? SNAKE : CAMEL);
const SNAKE = { session: 'session_id', tool: 'tool_name', arguments: 'tool_input' };
const CAMEL = { session: 'sessionId', tool: 'toolName', arguments: 'toolArgs' };
