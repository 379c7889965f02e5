/** `assize sessions list|show|end`: what the calls of an agent read, and where their targets came from. */
import { allPages } from '../../database/signed-cursor.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { callFields, sessionLine } from '../../reports/index.ts';
import { endSession, findSession, listSessions, sessionFields } from '../../sessions/index.ts';
import type { ChainRun, ServiceCommand } from '../command.ts';
import { textUpTo } from '../options.ts';

const LONGEST_LABEL = 256;
const ID = ['<session_id>', 'the session_id of its calls, or their mandate_id'] as const;

interface AgentOption {
  agent?: string;
}

export function sessionCommands(program: ServiceCommand): void {
  const sessions = program.command('sessions').description('see what the calls of an agent have read');
  const command = (name: string) =>
    sessions
      .command(name)
      .onChain('whose agents')
      .json()
      .option('--agent <agent_id>', 'the agent whose session it is', textUpTo(LONGEST_LABEL));

  command('list')
    .description('list sessions, the one opened last first')
    .runOnChain(list, {
      columns: {
        id: ({ session_id, session_key }) => session_id ?? session_key,
        agent: ({ agent_id }) => agent_id ?? '-',
        status: 'status',
        results: ({ results }) => String(results),
        read: readIn,
        expires: 'expires_at',
      },
    });

  command('show')
    .argument(...ID)
    .description('show a session and its calls')
    .runOnChain(show, {
      lines: ({ calls, ...session }) => [...linesOf(session), ...calls.flatMap(callLines)],
    });

  command('end')
    .argument(...ID)
    .description('end a session, so that nothing is known of what it read')
    .runOnChain(end, { lines: linesOf });
}

type Fields = ReturnType<typeof sessionFields>;
type Call = ReturnType<typeof callFields>;

async function list({ service, chain, options }: ChainRun<AgentOption>): Promise<Fields[]> {
  const all = await allPages((limit, cursor) => listSessions(service, chain, options.agent, limit, cursor));
  return all.map((shown) => sessionFields(shown, service.clock.now()));
}

async function show({ service, chain, options }: ChainRun<AgentOption>, sessionId: string) {
  const row = await findSession(service, chain, options.agent, sessionId);
  const at = service.clock.now();
  const { calls, isCut, mandateId } = await sessionLine(service.db, row, sessionId, at);
  return {
    ...sessionFields({ row, sessionId }, at),
    mandate_id: mandateId,
    calls: calls.map(callFields),
    calls_cut: isCut,
  };
}

async function end({ service, chain, options }: ChainRun<AgentOption>, sessionId: string): Promise<Fields> {
  const row = await endSession(service, chain, OPERATOR, options.agent, sessionId);
  return sessionFields({ row, sessionId }, service.clock.now());
}

function readIn({ has_content, confidentiality, incomplete }: Fields): string {
  const parts = [has_content && "strangers' texts", confidentiality, incomplete && 'not all known'];
  return parts.filter((part) => typeof part === 'string').join(', ') || '-';
}

function linesOf(session: Fields): string[] {
  const { session_id, session_key, agent_id, status, results, expires_at } = session;
  const lines: [name: string, text: string][] = [
    ['key', session_key],
    ['agent', agent_id ?? '-'],
    ['status', status],
    ['results', String(results)],
    ['read', readIn(session)],
    ['expires', expires_at],
  ];
  return [session_id ?? session_key, ...lines.map(([name, text]) => `  ${name.padEnd(7)}  ${text}`)];
}

function callLines({ at, action, verdict, targets, reasons, result }: Call): string[] {
  const origins = targets.map(({ path, value, origin }) => `${path} ${value ?? '?'} (${origin ?? 'unseen'})`);
  const read = result === null ? [] : [`returned ${result.source ?? 'undeclared'}, ${result.values} values`];
  return [`${at}  ${verdict}  ${action}`, ...[...origins, ...reasons, ...read].map((line) => `    ${line}`)];
}
