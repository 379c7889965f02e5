/**
 * The auditor's part: checks that each record of the agent's actions in this run is in the signed chain, unaltered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Assize, NotFoundError } from '@assize/client';
import { checkProof } from '@assize/client/proof';
import { STARTED_AT } from './second-process.ts';

export async function verifyEvidence(assize: Assize, agentId: string): Promise<void> {
  const keys = (await assize.evidence.verifierKeys()).keys.map(({ vkey }) => vkey);
  const seen: string[] = [];
  for await (const { id } of assize.evidence.list()) {
    const artifact = await assize.evidence.find(id);
    if (artifact.created_at < STARTED_AT) break;
    if (artifact.actor !== agentId || artifact.artifact_type === 'trust_update') continue;
    checkProof(await proofOf(assize, id), artifact, keys);
    seen.unshift(`${artifact.artifact_type} ${artifact.action} ${artifact.verdict}`);
  }
  for (const line of seen) console.log(`evidence: ${line}`);
  console.log(`evidence: ${seen.length} records proven`);
}

/** A checkpoint is signed within a second of a record. */
async function proofOf(assize: Assize, id: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await assize.evidence.proof(id);
    } catch (error) {
      if (!(error instanceof NotFoundError) || tries === 100) throw error;
      await pause(100);
    }
  }
}
