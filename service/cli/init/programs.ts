/**
 * The small program of each framework: one tool, governed. It is where a person puts their own tools and model, and its
 * lines are those of docs/integrations.
 */
import path from 'node:path';
import type { Framework } from './answers.ts';

export interface Program {
  /** The name of the file. */
  name: string;
  text: string;
  /** The command that installs the packages that it imports. */
  install: string;
  next: string;
  /** The page of the guide. */
  page: string;
}

/** The tool of each program, which the first call is a call of. */
export const TOOL = {
  name: 'send_email',
  description: 'Sends an e-mail.',
  inputSchema: {
    type: 'object',
    properties: {
      to: { type: 'string', format: 'email' },
      subject: { type: 'string' },
      body: { type: 'string' },
    },
    required: ['to', 'subject', 'body'],
  },
} as const;
export const FIRST_CALL = { to: 'ann@example.com', subject: 'Hello', body: 'This is a first call.' } as const;

const FIELDS = 'z.object({ to: z.email(), subject: z.string(), body: z.string() })';
/** The work of the tool. */
const SENT = '`Sent to $' + '{to}.`';

const FRAMEWORK_PROGRAMS: Readonly<
  Record<Exclude<Framework, 'python'>, { packages: string; lines: string }>
> = {
  'ai-sdk': {
    packages: 'ai@7 zod',
    lines: `import { tool } from 'ai';
import { z } from 'zod';

const tools = {
  ${TOOL.name}: tool({
    description: '${TOOL.description}',
    inputSchema: ${FIELDS},
    execute: async ({ to }) => ${SENT},
  }),
};

/** Spread these into generateText or streamText, in place of \`tools\`. */
export const governed = govern(assize, tools);`,
  },
  langgraph: {
    packages: '@langchain/langgraph@1 @langchain/core@1 zod',
    lines: `import { tool } from '@langchain/core/tools';
import { interrupt } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';

const tools = [
  tool(({ to }) => ${SENT}, {
    name: '${TOOL.name}',
    description: '${TOOL.description}',
    schema: ${FIELDS},
  }),
];

/** The node of your graph that runs tools. */
export const governed = new ToolNode(govern(assize, tools, { interrupt }));`,
  },
  'openai-agents': {
    packages: '@openai/agents@0.20 zod',
    lines: `import { Agent, tool as sdkTool } from '@openai/agents';
import { z } from 'zod';

/** Use it in place of the SDK's own. */
const tool = govern(assize, sdkTool);

const sendEmail = tool({
  name: '${TOOL.name}',
  description: '${TOOL.description}',
  parameters: ${FIELDS},
  execute: async ({ to }) => ${SENT},
});

export const governed = new Agent({ name: AGENT, tools: [sendEmail] });`,
  },
  'claude-agent-sdk': {
    packages: '@anthropic-ai/claude-agent-sdk@0.3 zod',
    lines: `import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';

const sendEmail = tool(
  '${TOOL.name}',
  '${TOOL.description}',
  { to: z.email(), subject: z.string(), body: z.string() },
  async ({ to }) => ({ content: [{ type: 'text' as const, text: ${SENT} }] }),
);

/** The options of your \`query\`. */
export const governed = govern(assize, {
  mcpServers: { mail: createSdkMcpServer({ name: 'mail', tools: [sendEmail] }) },
});`,
  },
  'google-adk': {
    packages: '@google/adk@2 zod',
    lines: `import { FunctionTool } from '@google/adk';
import { z } from 'zod';

const tools = [
  new FunctionTool({
    name: '${TOOL.name}',
    description: '${TOOL.description}',
    parameters: ${FIELDS},
    execute: ({ to }) => ${SENT},
  }),
];

/** The \`tools\` of your agent. */
export const governed = govern(assize, tools);`,
  },
  mastra: {
    packages: '@mastra/core@1 zod',
    lines: `import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

const tools = {
  ${TOOL.name}: createTool({
    id: '${TOOL.name}',
    description: '${TOOL.description}',
    inputSchema: ${FIELDS},
    execute: async ({ to }) => ${SENT},
  }),
};

/** The \`tools\` of your agent. */
export const governed = govern(assize, tools);`,
  },
};

const pythonFor = (agentId: string) => `"""A tool that is judged before it runs. Put your own in its place."""

from assize import ActionBlocked, ApprovalRequired, Assize

assize = Assize(agent_id=${JSON.stringify(agentId)})  # reads ASSIZE_URL and ASSIZE_KEY


@assize.guard
def send_email(to: str, subject: str, body: str) -> str:
    return f"Sent to {to}."


if __name__ == "__main__":
    try:
        print(send_email(to="${FIRST_CALL.to}", subject="${FIRST_CALL.subject}", body="${FIRST_CALL.body}"))
    except (ActionBlocked, ApprovalRequired) as refused:
        print(refused)
`;

/** Where the framework names the server of a tool, so does its action. */
export const serverOf = (framework: Framework) => (framework === 'claude-agent-sdk' ? 'mail' : undefined);

/**
 * @param agentId the name of the agent in Assize.
 * @param clone the folder of the repository where this runs from one: before a release, no registry has the clients.
 */
export function programFor(framework: Framework, agentId: string, clone?: string): Program {
  const page = `integrations/${framework}`;
  const client = (name: string, folder: string) => (clone === undefined ? name : path.join(clone, folder));
  if (framework === 'python') {
    const install = `pip install ${client('assize', 'client-python')}`;
    return {
      name: 'agent.py',
      text: pythonFor(agentId),
      install,
      next: 'env $(cat .env) python agent.py',
      page,
    };
  }
  const { packages, lines } = FRAMEWORK_PROGRAMS[framework];
  const [imports = '', ...rest] = lines.split('\n\n');
  const name = literal(agentId);
  const needsName = lines.includes('AGENT');
  const made = [
    ...(needsName ? [`const AGENT = ${name};`] : []),
    '/** Reads ASSIZE_URL and ASSIZE_KEY. */',
    `const assize = new Assize({ agentId: ${needsName ? 'AGENT' : name} });`,
  ].join('\n');
  const first =
    '/** An agent whose tools are judged before they run. Put your own in place of send_email. */';
  const ours = `import { Assize } from '@assize/client';\nimport { govern } from '@assize/client/${framework}';`;
  return {
    // An ES module also where a project around it is none.
    name: 'agent.mts',
    text: `${[`${first}\n${ours}\n${imports}`, made, ...rest].join('\n\n')}\n`,
    install: `npm install ${client('@assize/client', 'client')} ${packages}`,
    next: 'give `governed` of agent.mts to your agent, and start it by node --env-file=.env',
    page,
  };
}

/** A text as TypeScript has it, in single quotes. */
function literal(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inside}'`;
}
