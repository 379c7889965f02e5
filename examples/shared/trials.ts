/** Shared by the tests of the frameworks: a service for each, the approval that a call waits for, the reports. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Assize } from '@assize/client';
import { type Reached, testWithClient } from '../../tests/support/http/clients.ts';

const FRAMEWORKS = path.join(import.meta.dirname, '../node_modules');
/** A checkout may lack the frameworks, so tests load them as they run. */
export const skip = existsSync(FRAMEWORKS) ? false : 'run `npm ci --prefix examples` first';

export function testWithFrameworks(
  promise: string,
  body: (t: TestContext, reached: Reached) => Promise<void>,
): void {
  testWithClient(promise, async (t, reached) => (skip === false ? body(t, reached) : t.skip(skip)));
}

/** Waits until a call waits for a human. */
export async function openApproval(assize: Assize): Promise<string> {
  for (;;) {
    const [first] = (await assize.approvals.list()).items;
    if (first !== undefined) return first.approval_id;
    // Asking without a pause would soon be refused.
    await pause(50);
  }
}

/** @returns the reports, as `pay success`, in the order of the chain. */
export async function outcomes(assize: Assize): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of assize.evidence.list()) {
    const { artifact_type, action, payload } = await assize.evidence.find(id);
    if (artifact_type === 'action_executed')
      found.unshift(`${action} ${(payload as { outcome: string }).outcome}`);
  }
  return found;
}
