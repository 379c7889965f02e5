/** Starts a program in a separate process, such as that of the person who approves, and shows its output. */
import { spawn } from 'node:child_process';
import path from 'node:path';

const APPROVE = path.join(import.meta.dirname, 'approve.ts');

/** Requests left by an earlier run keep waiting. */
export const STARTED_AT = process.env.EXAMPLE_STARTED_AT ?? new Date(performance.timeOrigin).toISOString();

export function approveInAnotherProcess(agentId: string): Promise<void> {
  return runInAnotherProcess(APPROVE, agentId);
}

export async function runInAnotherProcess(program: string, ...options: string[]): Promise<void> {
  const env = { ...process.env, EXAMPLE_STARTED_AT: STARTED_AT };
  const child = spawn(process.execPath, [program, ...options], { stdio: 'inherit', env });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${path.basename(program)} ended with ${code}.`);
}
