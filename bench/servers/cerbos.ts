/**
 * A Cerbos server with its decision log on, and a policy over the attributes that Assize's laws look at. It answers
 * over its REST API, as Assize does.
 */
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { EvaluationRequest } from '../../service/evaluation/index.ts';
import type { Context } from '../context.ts';
import { answers, askJson } from '../http.ts';
import type { Contender } from '../load/measure.ts';
import { freePort, startProcess } from '../processes.ts';
import { GRAVE, ORDINARY } from '../question.ts';

/** Neither waits for the disk before Cerbos answers: `file` appends to a file, `local` keeps a database. */
const DECISION_LOGS = { file: 'a file', local: 'its own store' };

/** The program itself: stopping the wrapper that the `cerbos` package has would leave it running. */
export const CERBOS_PACKAGE = `@cerbos/cerbos-${process.platform}-${process.arch}`;

export async function startCerbos(
  context: Context,
  program: string,
  log: keyof typeof DECISION_LOGS,
): Promise<Contender> {
  const folder = mkdtempSync(path.join(context.folder, 'cerbos-'));
  const policies = path.join(folder, 'policies');
  mkdirSync(policies);
  copyFileSync(path.join(import.meta.dirname, 'cerbos-policy.yaml'), path.join(policies, 'policy.yaml'));
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

type Asked = Pick<EvaluationRequest, 'action' | 'agent_id' | 'context'>;

function questionOf({ action, agent_id, context }: Asked): string {
  return JSON.stringify({
    principal: { id: agent_id, roles: ['agent'], attr: {} },
    resources: [{ actions: [action], resource: { kind: 'agent_action', id: 'request', attr: context } }],
  });
}

async function assertJudges(contender: Contender, request: Asked, effect: string): Promise<void> {
  const answer = await askJson<object>({ ...contender, body: questionOf(request) });
  const text = JSON.stringify(answer);
  if (!text.includes(`"${request.action}":"${effect}"`))
    throw new Error(`Cerbos does not ${effect}: ${text}`);
}
