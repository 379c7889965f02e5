/**
 * What it costs to judge the act itself: verdicts of a tenant with a catalogue of tools, records of targets and a mandate,
 * beside those of a tenant without; the longest commands and queries; and a million records beside a thousand.
 */
import type { Context } from '../../context.ts';
import { askJson } from '../../http.ts';
import { type Compared, compare, type Side, sideOf, verdictsTable, warmUp } from '../../load/measure.ts';
import type { DatabaseKind } from '../../options.ts';
import { atLeast, type Part } from '../../report.ts';
import { installAssize, post, type RunningAssize, startAssize } from '../../servers/assize.ts';

const CONNECTIONS = 64;
const WARM_UP_TURNS = 3;
const RECORDS = 1000;
const AGENT = 'agent-7';
const SERVER = 'office';
/** At most 15 % of the rate. */
const TARGET = 0.85;

const text = { type: 'string' };
/** As an MCP server lists them. */
export const TOOLS = [
  {
    name: 'send_email',
    description: 'Send an email',
    inputSchema: {
      type: 'object',
      properties: { to: { type: 'array', items: text }, subject: text, body: text },
    },
  },
  {
    name: 'run_command',
    description: 'Run a shell command',
    inputSchema: { type: 'object', properties: { command: text } },
  },
  {
    name: 'run_query',
    description: 'Run SQL on the database',
    inputSchema: { type: 'object', properties: { sql: text } },
  },
];

export const addressOf = (number: number) => `person-${number}@customers.example.com`;

const MAIL = {
  action: `mcp__${SERVER}__send_email`,
  agent_id: AGENT,
  context: {
    arguments: {
      to: [addressOf(7)],
      subject: 'Minutes of Monday',
      body: `Dear all, the minutes of Monday are below. ${'We spoke of the plan for the year. '.repeat(6)}`,
    },
  },
};

/** Sets up the tenant of a service as its user does. @returns the mandate's id. */
async function withCatalogue(running: RunningAssize): Promise<string> {
  const source = { tools: TOOLS };
  await askJson(post(running, '/api/v1/tools/import', { source, server: SERVER, accept: true }));
  const targets = Array.from({ length: RECORDS }, (_, place) => ({
    kind: 'email',
    value: addressOf(place),
  }));
  await askJson(post(running, '/api/v1/targets', { targets }));
  const mandate = { agent_id: AGENT, task: `Send the minutes to ${addressOf(7)}`, effects: ['send'] };
  return (await askJson<{ mandate_id: string }>(post(running, '/api/v1/mandates', mandate))).mandate_id;
}

type Verdicts = Compared & { database: string };

/** Two services, of which one has nothing set. */
export async function measureActs(context: Context, kind: DatabaseKind): Promise<Verdicts[]> {
  const nothing = await startAssize(context, await installAssize(context, kind));
  const governed = await startAssize(context, await installAssize(context, kind));
  const { database } = nothing;
  const mandate_id = await withCatalogue(governed);
  const plain = { ...nothing, name: 'claims alone', body: JSON.stringify(MAIL) };
  const named = { ...MAIL, context: { ...MAIL.context, mandate_id } };
  const sides: Side[] = [
    sideOf({ ...governed, name: 'tools and targets', body: JSON.stringify(MAIL) }),
    sideOf({ ...governed, name: ALL, body: JSON.stringify(named) }),
  ];
  for (const side of [sideOf(plain), ...sides]) await side.during(requireProceed);
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) {
    for (const side of [sideOf(plain), ...sides]) {
      await side.during((contender) => warmUp(context, contender, CONNECTIONS));
    }
  }
  const compared = await compare(context, `governance: ${database}: acts`, plain, sides, CONNECTIONS);
  for (const running of [nothing, governed]) await running.stop();
  return compared.map((of) => ({ ...of, database }));
}

const ALL = 'tools, targets and a mandate';

async function requireProceed(contender: Parameters<typeof askJson>[0]): Promise<void> {
  const { verdict, explanation } = await askJson<{ verdict: string; explanation: string }>(contender);
  if (verdict !== 'proceed') throw new Error(explanation);
}

export function actsPart(all: readonly Verdicts[]): Part {
  const checks = all.flatMap(({ database, name, rateRatio }) =>
    name === ALL && rateRatio !== undefined
      ? [atLeast(TARGET, '×', rateRatio, `${database}: verdicts with ${name}, of those by claims alone`)]
      : [],
  );
  const note =
    'of claims alone: median of the ratios to a service of its own right before or after, with nothing set';
  return { tables: [verdictsTable(all, CONNECTIONS, 'claims alone')], checks, notes: [note] };
}
