/**
 * Cursor: https://cursor.com/docs/hooks. Its hooks are installed with `failClosed`, which treats an answer without a
 * decision as a failure, so a proceed is answered with `allow`. It does not name the server of an MCP tool.
 */
import {
  type AgentHooks,
  type Asks,
  type BeforeCall,
  type Decision,
  type Fields,
  type HookedCall,
  UnreadableEvent,
} from '../event.ts';
import {
  argumentsIn,
  endedWith,
  failed,
  optionalNumber,
  optionalText,
  ownName,
  promptIn,
  requiredArguments,
  requiredText,
  unknownEvent,
} from '../reading.ts';

const NAMES = {
  Shell: 'run_terminal_cmd',
  Read: 'read_file',
  TabRead: 'read_file',
  Write: 'write',
  TabWrite: 'write',
  Delete: 'delete_file',
  Grep: 'grep',
  Glob: 'glob',
  LS: 'list_dir',
  SemSearch: 'codebase_search',
  ReadLints: 'read_lints',
  Edit: 'search_replace',
  StrReplace: 'search_replace',
  EditNotebook: 'edit_notebook',
  WebSearch: 'web_search',
  WebFetch: 'web_fetch',
  TodoWrite: 'todo_write',
  Task: 'task',
};
/** Not judged: they come after an edit that `preToolUse` has judged, in another form. */
const WITHOUT_WORK = ['afterFileEdit', 'afterTabFileEdit'];

export const cursor: AgentHooks = {
  name: 'cursor',
  read(fields) {
    const event = optionalText(fields, 'hook_event_name');
    const durationMs = optionalNumber(fields, 'duration', 'duration_ms');
    switch (event) {
      case 'preToolUse':
        // The documentation says that a question is accepted here but not asked.
        return before(anyTool(fields), 'never');
      case 'beforeShellExecution':
        return before(shell(fields), 'always');
      case 'beforeMCPExecution':
        return before(mcp(fields), 'always');
      case 'beforeReadFile':
      case 'beforeTabFileRead':
        return before(file(fields), 'never');
      case 'postToolUse':
        return {
          kind: 'after',
          call: anyTool(fields),
          ended: endedWith(argumentsIn(fields.tool_output), durationMs),
        };
      case 'postToolUseFailure':
        // It was not carried out, so it has no outcome.
        if (fields.failure_type === 'permission_denied') return { kind: 'other' };
        return { kind: 'after', call: anyTool(fields), ended: failed(fields.error_message, durationMs) };
      case 'afterShellExecution':
        return {
          kind: 'after',
          call: shell(fields),
          ended: endedWith(exitCodeOf(fields), durationMs, optionalText(fields, 'output')),
        };
      case 'afterMCPExecution':
        return {
          kind: 'after',
          call: mcp(fields),
          ended: endedWith(argumentsIn(fields.result_json), durationMs),
        };
      case 'beforeSubmitPrompt':
        return promptIn(fields, 'conversation_id', { continue: true });
      default:
        if (WITHOUT_WORK.includes(event ?? '')) return { kind: 'other' };
        throw unknownEvent(event);
    }
  },
  refuse: (reason) => ({ stdout: permission({ kind: 'deny', reason, forHuman: reason }), exitCode: 0 }),
};

function before(call: HookedCall, asks: Asks): BeforeCall {
  return { kind: 'before', call, asks, answer: permission };
}

function permission(decision: Decision): object {
  if (decision.kind === 'proceed') return { permission: 'allow' };
  const { kind } = decision;
  return {
    permission: kind === 'ask' ? kind : 'deny',
    user_message: decision.forHuman,
    agent_message: decision.reason,
  };
}

function call(fields: Fields, agentTool: string, given: unknown): HookedCall {
  const [, mcpTool] = /^MCP:(.+)$/s.exec(agentTool) ?? [];
  return {
    session: optionalText(fields, 'conversation_id'),
    id: optionalText(fields, 'tool_use_id'),
    ...(mcpTool === undefined
      ? ownName('coding-agents', agentTool, NAMES)
      : { server: undefined, name: mcpTool }),
    agentTool,
    arguments: argumentsIn(given),
    cwd: optionalText(fields, 'cwd'),
  };
}

function anyTool(fields: Fields): HookedCall {
  return call(fields, requiredText(fields, 'tool_name'), requiredArguments(fields, 'tool_input'));
}

function shell(fields: Fields): HookedCall {
  return call(fields, 'Shell', { command: requiredText(fields, 'command') });
}

function mcp(fields: Fields): HookedCall {
  const name = requiredText(fields, 'tool_name').replace(/^MCP:/, '');
  if (name === '') throw new UnreadableEvent('the event has no tool_name');
  return call(fields, `MCP:${name}`, requiredArguments(fields, 'tool_input'));
}

/** The file's content is not an argument, and is not sent. */
function file(fields: Fields): HookedCall {
  return call(fields, 'Read', { file_path: requiredText(fields, 'file_path') });
}

function exitCodeOf(fields: Fields): object {
  return { exit_code: optionalNumber(fields, 'exit_code', 'exitCode') };
}
