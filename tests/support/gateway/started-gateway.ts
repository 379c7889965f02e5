/** A gateway in a process of its own, and the human who approves one of its calls. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import type { GatewayConfiguration } from '@assize/gateway/configuration/configuration.ts';
import { until } from '../until.ts';
import type { Body, World } from './world.ts';

const PROGRAM = path.join(import.meta.dirname, 'gateway-process.ts');

export interface GatewayProcess {
  process: ChildProcess;
  ended: Promise<unknown>;
  /** @returns once the wrapped server has answered. */
  ready(): Promise<unknown>;
  /** @returns the answer; undefined if the gateway ends without one. */
  pay(to: string): Promise<Body | undefined>;
}

/** @param flags of Node. */
export function startGateway(
  t: TestContext,
  configuration: GatewayConfiguration,
  flags: readonly string[] = [],
): GatewayProcess {
  const child = spawn(process.execPath, [...flags, PROGRAM], {
    env: { ...process.env, GATEWAY: JSON.stringify(configuration) },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  t.after(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {});
  const lines: Body[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  let last = 0;
  const ask = async (method: string, params = {}) => {
    last += 1;
    const id = last;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const answer = () => lines.find((line) => line.id === id);
    await until(() => isOver || answer() !== undefined);
    return answer();
  };
  return {
    process: child,
    ended,
    ready: () => ask('ping'),
    pay: (to) => ask('tools/call', { name: 'pay', arguments: { to } }),
  };
}

/** Approves the first approval for this call, and no other. */
export async function approveOnce({ approvals, human }: World, to: string): Promise<void> {
  const isOfCall = ({ context }: Body) => context.arguments.to === to;
  let found: Body | undefined;
  await until(async () => {
    found = (await approvals('pending')).find(isOfCall);
    return found !== undefined;
  });
  await human.approvals.approve(found.approval_id);
}
