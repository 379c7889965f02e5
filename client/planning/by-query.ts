/** Plans a task by a query of the Claude Agent SDK, which can do nothing but answer. */
import type { ToolDefinition } from '../resources/tool-definition.ts';
import type { PlanBy } from './planned-mandates.ts';

/** Plans by a query of its own, without tools and settings. */
export interface PlanningQuery {
  /** The SDK's `query`. */
  query: (asked: never) => AsyncIterable<object>;
  /** Default: that of the options. */
  model?: string;
  /** The agent's tools. Default: the accepted ones of the catalogue. */
  tools?: readonly ToolDefinition[];
}

/** The model may answer with nothing but a plan: it has no tools, and no permission for any. */
export function byQuery({ query, model }: PlanningQuery, options: object): PlanBy {
  const given = options as Record<string, unknown>;
  const started = ['cwd', 'env', 'pathToClaudeCodeExecutable', 'spawnClaudeCodeProcess', 'executable'];
  const name = model ?? given.model;
  const settings = {
    ...Object.fromEntries(started.filter((key) => key in given).map((key) => [key, given[key]])),
    ...(name !== undefined && { model: name }),
    tools: [],
    settingSources: [],
    strictMcpConfig: true,
    persistSession: false,
  };
  return {
    ...(typeof name === 'string' && { model: name }),
    async complete({ system, user }, schema) {
      const asked = {
        prompt: user,
        options: { ...settings, systemPrompt: system, outputFormat: { type: 'json_schema', schema } },
      };
      let answer: unknown;
      for await (const message of query(asked as never)) {
        const { type, structured_output, result } = message as Record<string, unknown>;
        if (type === 'result') answer = structured_output ?? result;
      }
      return answer;
    },
  };
}
