/** Starts the process of the person who approves, and shows what it prints. */
import { spawn } from 'node:child_process';
import path from 'node:path';

const APPROVE = path.join(import.meta.dirname, 'approve.ts');

export async function approveInAnotherProcess(agentId: string): Promise<void> {
  const child = spawn(process.execPath, [APPROVE, agentId], { stdio: 'inherit' });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The approving process ended with ${code}.`);
}
