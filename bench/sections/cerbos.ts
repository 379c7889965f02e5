/**
 * The same question about the same action, put over HTTP to Assize and to a Cerbos server under the same load. Assize
 * answers when its evidence is on disk; Cerbos writes its decision log beside the answer.
 */
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { EvaluationRequest } from '../../service/evaluation/index.ts';
import type { Context } from '../context.ts';
import { answers, askJson } from '../http.ts';
import { type Compared, type Contender, compare, LOAD_COLUMNS, sideOf, warmUp } from '../load/measure.ts';
import { findPeer, HOW_TO_INSTALL } from '../peers.ts';
import { freePort, startProcess } from '../processes.ts';
import { GRAVE, ORDINARY } from '../question.ts';
import { atLeast, joinParts, type SectionReport, tableOf } from '../report.ts';
import { installAssize, requireVerdict, startAssize } from '../servers/assize.ts';
import { quotient } from '../statistics.ts';

const TITLE = 'the same policy question, against a Cerbos server with its decision log on';
const CONNECTIONS = [16, 64];
const TARGET_CONNECTIONS = 64;

/** `timesAsMany`: requests per second of Assize, of the server's; undefined for Assize itself. */
type Outcome = Compared & { connections: number; timesAsMany: number | null | undefined };

export async function cerbos(context: Context): Promise<SectionReport> {
  const program = findPeer(CERBOS_PACKAGE);
  const skipped = `Skipped: ${CERBOS_PACKAGE} is not installed: ${HOW_TO_INSTALL}`;
  if (program === null) return joinParts(TITLE, [{ tables: [], notes: [skipped] }], null);
  const assize = await startAssize(context, await installAssize(context, 'sqlite'));
  await requireVerdict(assize, GRAVE, 'block');
  const peers = [await startCerbos(context, program, 'file'), await startCerbos(context, program, 'local')];
  for (const contender of [assize, ...peers]) await warmUp(context, contender);
  const outcomes: Outcome[] = [];
  for (const connections of CONNECTIONS) {
    const compared = await compare(context, 'cerbos', assize, peers.map(sideOf), connections);
    for (const of of compared) {
      const timesAsMany = of.rateRatio === undefined ? undefined : quotient(1, of.rateRatio);
      outcomes.push({ ...of, connections, timesAsMany });
    }
  }
  const titles = { name: 'server', timesAsMany: 'Assize does ×' };
  const table = tableOf(outcomes, ['connections', 'name', ...LOAD_COLUMNS, 'timesAsMany'], titles);
  const checks = outcomes.flatMap(({ connections, name, timesAsMany }) => {
    if (connections !== TARGET_CONNECTIONS || timesAsMany === undefined) return [];
    const what = `${assize.name}, ${TARGET_CONNECTIONS} connections: requests/s of ${name}`;
    return [atLeast(2.5, '×', timesAsMany, what)];
  });
  const note =
    "Neither of Cerbos's decision logs waits for the disk before the answer; Assize's evidence does.";
  return joinParts(TITLE, [{ tables: [table], checks, notes: [note] }], outcomes);
}

/** Neither waits for the disk before Cerbos answers: `file` appends to a file, `local` keeps a database. */
const DECISION_LOGS = { file: 'a file', local: 'its own store' };

/** The program itself: stopping the wrapper that the `cerbos` package has would leave it running. */
const CERBOS_PACKAGE = `@cerbos/cerbos-${process.platform}-${process.arch}`;

async function startCerbos(
  context: Context,
  program: string,
  log: keyof typeof DECISION_LOGS,
): Promise<Contender> {
  const folder = mkdtempSync(path.join(context.folder, 'cerbos-'));
  const policies = path.join(folder, 'policies');
  mkdirSync(policies);
  copyFileSync(
    path.join(import.meta.dirname, '../servers/cerbos-policy.yaml'),
    path.join(policies, 'policy.yaml'),
  );
  const port = await freePort();
  const settings = {
    'server.httpListenAddr': `127.0.0.1:${port}`,
    'server.grpcListenAddr': `127.0.0.1:${await freePort()}`,
    'storage.driver': 'disk',
    'storage.disk.directory': policies,
    'storage.disk.watchForChanges': 'false',
    'audit.enabled': 'true',
    'audit.accessLogsEnabled': 'false',
    'audit.decisionLogsEnabled': 'true',
    'audit.backend': log,
    'telemetry.disabled': 'true',
    ...(log === 'file'
      ? { 'audit.file.path': path.join(folder, 'decisions.log') }
      : { 'audit.local.storagePath': path.join(folder, 'decisions'), 'audit.local.retentionPeriod': '24h' }),
  };
  const set = Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`);
  const args = ['server', '--log-level=warn', ...set];
  const { pid, until } = startProcess(context, { name: 'cerbos', command: program, args });
  const base = `http://127.0.0.1:${port}`;
  const contender = {
    name: `Cerbos, decision log to ${DECISION_LOGS[log]}`,
    pid,
    url: `${base}/api/check/resources`,
    headers: { 'content-type': 'application/json' },
    body: questionOf(ORDINARY),
  };
  await until(() => answers({ url: `${base}/_cerbos/health`, method: 'GET' }));
  await assertJudges(contender, ORDINARY, 'EFFECT_ALLOW');
  await assertJudges(contender, GRAVE, 'EFFECT_DENY');
  return contender;
}

type CerbosRequest = Pick<EvaluationRequest, 'action' | 'agent_id' | 'context'>;

function questionOf({ action, agent_id, context }: CerbosRequest): string {
  return JSON.stringify({
    principal: { id: agent_id, roles: ['agent'], attr: {} },
    resources: [{ actions: [action], resource: { kind: 'agent_action', id: 'request', attr: context } }],
  });
}

async function assertJudges(contender: Contender, request: CerbosRequest, effect: string): Promise<void> {
  const answer = await askJson<object>({ ...contender, body: questionOf(request) });
  const text = JSON.stringify(answer);
  if (!text.includes(`"${request.action}":"${effect}"`))
    throw new Error(`Cerbos does not ${effect}: ${text}`);
}
