/**
 * A Cerbos server with its decision log on, and a policy that asks of the same attributes what Assize's laws ask of
 * them. It answers over its REST API, as Assize does.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EvaluationRequest } from '../../service/evaluation/index.ts';
import { type Context, cleanEnvironment } from '../context.ts';
import { ask, askIfThere } from '../http.ts';
import type { Contender } from '../load/measure.ts';
import { findPeer } from '../peers.ts';
import { freePort, startProcess, waitFor } from '../processes.ts';
import { GRAVE, ORDINARY } from '../question.ts';

/**
 * `file` appends each decision to a log; `local` keeps them in a database of its own. Neither waits for the disk
 * before it answers.
 */
export type DecisionLog = 'file' | 'local';

/**
 * The program itself, which the `cerbos` package would only wrap: stopping a wrapper would leave it running. The lock
 * file knows the one for Linux on x64; on another platform its package is installed by hand.
 */
export const CERBOS_PACKAGE = `@cerbos/cerbos-${process.platform}-${process.arch}`;

export function findCerbos(): string | null {
  return findPeer(CERBOS_PACKAGE);
}

export async function startCerbos(context: Context, program: string, log: DecisionLog): Promise<Contender> {
  const folder = mkdtempSync(path.join(context.folder, 'cerbos-'));
  const policies = path.join(folder, 'policies');
  mkdirSync(policies);
  const [httpPort, grpcPort] = [await freePort(), await freePort()];
  const config = path.join(folder, 'cerbos.json');
  writeFileSync(config, JSON.stringify(configuration(folder, policies, log, httpPort, grpcPort)));
  writeFileSync(path.join(policies, 'agent_action.json'), JSON.stringify(POLICY));
  const started = startProcess(context, {
    name: 'cerbos',
    command: program,
    args: ['server', `--config=${config}`, '--log-level=warn'],
    environment: cleanEnvironment(context.environment),
  });
  const base = `http://127.0.0.1:${httpPort}`;
  const contender = {
    name: `Cerbos, decision log to ${log === 'file' ? 'a file' : 'its own store'}`,
    pid: started.pid,
    url: `${base}/api/check/resources`,
    headers: { 'content-type': 'application/json' },
    body: questionOf(ORDINARY),
  };
  const health = { url: `${base}/_cerbos/health`, method: 'GET' } as const;
  await waitFor('Cerbos', async () => (await askIfThere(health))?.status === 200, started);
  await assertJudges(contender, ORDINARY, 'EFFECT_ALLOW');
  await assertJudges(contender, GRAVE, 'EFFECT_DENY');
  return contender;
}

function configuration(
  folder: string,
  policies: string,
  log: DecisionLog,
  httpPort: number,
  grpcPort: number,
) {
  return {
    server: { httpListenAddr: `127.0.0.1:${httpPort}`, grpcListenAddr: `127.0.0.1:${grpcPort}` },
    storage: { driver: 'disk', disk: { directory: policies, watchForChanges: false } },
    audit: {
      enabled: true,
      accessLogsEnabled: false,
      decisionLogsEnabled: true,
      backend: log,
      ...(log === 'file'
        ? { file: { path: path.join(folder, 'decisions.log') } }
        : { local: { storagePath: path.join(folder, 'decisions'), retentionPeriod: '24h' } }),
    },
    telemetry: { disabled: true },
  };
}

const attribute = (name: string) => `request.resource.attr.${name}`;

/** Refuses what is grave and cannot be undone; allows what risk, money, confidence and trust allow. */
const POLICY = {
  apiVersion: 'api.cerbos.dev/v1',
  resourcePolicy: {
    resource: 'agent_action',
    version: 'default',
    rules: [
      {
        name: 'grave-and-irreversible',
        actions: ['*'],
        effect: 'EFFECT_DENY',
        roles: ['agent'],
        condition: {
          match: {
            all: {
              of: [
                { expr: `${attribute('risk_level')} == "critical"` },
                { expr: `has(${attribute('is_irreversible')}) && ${attribute('is_irreversible')}` },
              ],
            },
          },
        },
      },
      {
        name: 'within-bounds',
        actions: ['*'],
        effect: 'EFFECT_ALLOW',
        roles: ['agent'],
        condition: {
          match: {
            all: {
              of: [
                { expr: `${attribute('risk_level')} in ["low", "medium"]` },
                {
                  expr: `${attribute('estimated_cost_usd')} <= ${attribute('budget_remaining_usd')} * 0.8`,
                },
                { expr: `${attribute('confidence_score')} >= 0.5` },
                { expr: `${attribute('trust_score')} >= 20.0` },
              ],
            },
          },
        },
      },
    ],
  },
};

type Asked = Pick<EvaluationRequest, 'action' | 'agent_id' | 'context'>;

function questionOf({ action, agent_id, context }: Asked): string {
  return JSON.stringify({
    principal: { id: agent_id, roles: ['agent'], attr: {} },
    resources: [{ actions: [action], resource: { kind: 'agent_action', id: 'request', attr: context } }],
  });
}

async function assertJudges(contender: Contender, request: Asked, effect: string): Promise<void> {
  const { status, body } = await ask({ ...contender, body: questionOf(request) });
  const answer = JSON.parse(body) as { results?: { actions?: Record<string, string> }[] };
  const given = answer.results?.[0]?.actions?.[request.action];
  if (status !== 200 || given !== effect) {
    throw new Error(`Cerbos answered ${given ?? body} (${status}) to ${request.action}, not ${effect}`);
  }
}
