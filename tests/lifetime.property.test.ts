/**
 * Through any steps in any order, a service's evidence stays complete: every answer is in it, everything verifies,
 * and each earlier checkpoint is continued. Any later change to the evidence is found.
 */
import assert from 'node:assert/strict';
import {
  decodeBase64,
  exportVerifier,
  formatHash,
  leafHash,
  openCheckpoint,
  parseHash,
  parseProofFile,
  type VerifierKey,
  verifyConsistency,
  verifyProofFile,
} from '@assize/evidence-format';
import fc from 'fast-check';
import { stopSigning, untilSigned } from './support/databases/chains.ts';
import { newDatabase, testOnEachDatabase } from './support/databases/databases.ts';
import { anyFlip, type Flip, flipped } from './support/databases/stored-bits.ts';
import { type Exported, exportAs, reportOn } from './support/evidence/exports.ts';
import { requireAccountedFor } from './support/evidence/removals.ts';
import { ask, PRODUCTION_KEY, SURFACES } from './support/http/in-process.ts';
import {
  allDone,
  beginLife,
  EVIDENCE,
  endLife,
  type Life,
  publishedVerifiers,
} from './support/nodes/lifetime.ts';
import { keepCheckpoint, STEP_NAMES, take } from './support/nodes/lifetime-steps.ts';
import { runs } from './support/runner/runs.ts';
import { evaluateMany } from './support/truth/truth.ts';
import { untilTakenUp } from './support/truth/truth-parts.ts';

const RUNS = 1;
const FLIPS = 5;

const anyLife = fc.record({
  /** How many artifacts there are at the start: less than a tile, or some tiles. */
  start: fc.integer({ min: 0, max: 600 }),
  steps: fc.array(fc.record({ step: fc.constantFrom(...STEP_NAMES), n: fc.nat(9999), waits: fc.boolean() }), {
    minLength: 10,
    maxLength: 22,
  }),
  chosen: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
  flips: fc.array(anyFlip, { minLength: FLIPS, maxLength: FLIPS }),
});

testOnEachDatabase('stays-whole-in-any-life', async ({ kind }, t) => {
  const took: number[] = [];
  const property = fc.asyncProperty(anyLife, async ({ start, steps, chosen, flips }) => {
    const startedAt = performance.now();
    const { location, remove } = await newDatabase(kind);
    const life = await beginLife(location);
    try {
      await evaluateMany(life.open.service, start);
      for (const [place, { step, n, waits }] of steps.entries()) {
        if (place === steps.length >> 1) await keepCheckpoint(life, 0);
        await take(life, step, n, waits);
      }
      await allDone(life);
      await take(life, 'prune', 0, true);
      await requireWhole(life, chosen);
      await requireSeen(life, flips);
    } finally {
      await endLife(life);
      await remove();
    }
    took.push(Math.round(performance.now() - startedAt));
  });
  // A run can't be repeated to find a shorter one, because it depends on what happened at the same time.
  await fc.assert(property, { numRuns: runs(RUNS), endOnFailure: true });
  t.diagnostic(`ms: ${took.join(', ')}`);
});

async function requireWhole(life: Life, chosen: readonly number[]): Promise<void> {
  const { app, service } = life.open;
  await untilTakenUp(service);
  await untilSigned(service.db, life.chain);
  const verifiers = await publishedVerifiers(life);
  await requireSound(life);
  const truth = await ask(app, 'a', `${EVIDENCE}/truth-verification`);
  assert.deepEqual(
    {
      status: truth.status,
      overall_valid: truth.body.overall_valid,
      consistency_score: truth.body.consistency_score,
      gaps: truth.body.gaps,
    },
    { status: 200, overall_valid: true, consistency_score: 1, gaps: [] },
  );
  await requireExported(life, verifiers);
  for (const id of [...life.redacted.slice(-1), ...someOf(life.evaluations, chosen)]) {
    await requireProven(life, id, verifiers);
  }
  await requireContinued(life, verifiers);
}

/** Compares the answer with the rows themselves. */
async function requireSound({ open: { app, service }, chain }: Pick<Life, 'open' | 'chain'>): Promise<void> {
  const { body } = await ask(app, 'a', `${EVIDENCE}/verify?full=true`);
  assert.deepEqual(
    { valid: body.valid, first_invalid: body.first_invalid, open_alarms: body.open_alarms, mode: body.mode },
    { valid: true, first_invalid: null, open_alarms: 0, mode: 'full' },
  );
  assert.equal(body.verified_count + body.pruned_count + body.redacted_count, body.total_artifacts);
  const { verified, withheld } = await requireAccountedFor(service, chain);
  // An approval that expires meanwhile leaves an artifact, so both are asked again.
  if (verified + withheld > body.total_artifacts) return requireSound({ open: { app, service }, chain });
  assert.equal(body.verified_count, verified);
  assert.equal(body.pruned_count + body.redacted_count, withheld);
}

/**
 * The export is complete, with every answer in it, and continues every earlier checkpoint; earlier exports verify
 * too.
 */
async function requireExported({ open: { app }, ...life }: Life, verifierKeys: VerifierKey[]): Promise<void> {
  const { text } = await exportAs(app, { format: 'json' });
  for (const { note: trustedCheckpoint } of life.kept) {
    const verifier = exportVerifier({ verifierKeys, trustedCheckpoint });
    verifier.push(Buffer.from(text));
    const { verdict, problems, trusted, ...found } = verifier.finish();
    assert.deepEqual({ verdict, problems, trusted }, { verdict: 'sound', problems: [], trusted: true });
    assert.equal(found.trustedCheckpoint?.outcome, 'consistent');
    assert.equal(found.artifacts.verified + found.artifacts.withheld, found.artifacts.total);
  }
  const exported: Exported = JSON.parse(text);
  const ids = exported.segments.flatMap(({ artifacts }: Exported) => artifacts.map(({ id }: Exported) => id));
  assert.equal(new Set(ids).size, exported.manifest.tree_size);
  const lost = [...life.evaluations, ...life.others].filter((id) => !ids.includes(id));
  assert.deepEqual(lost, []);
  for (const id of life.exports) {
    const headers = SURFACES.a.credentials(PRODUCTION_KEY);
    const { statusCode, body } = await app.inject({ url: `${EVIDENCE}/export/${id}/download`, headers });
    assert.equal(statusCode, 200);
    const { verdict, problems } = reportOn(body);
    assert.deepEqual({ verdict, problems }, { verdict: 'sound', problems: [] });
  }
}

async function requireProven({ open: { app } }: Life, id: string, verifiers: VerifierKey[]): Promise<void> {
  const { body: proof } = await ask(app, 'a', `${EVIDENCE}/${id}/proof`);
  const { body: record } = await ask(app, 'a', `${EVIDENCE}/${id}`);
  const hash = leafHash(record.leaf);
  assert.deepEqual({ id: JSON.parse(record.leaf).id, hash: record.hash }, { id, hash: formatHash(hash) });
  assert.equal(Buffer.from(parseProofFile(proof).extra ?? []).toString('utf8'), record.leaf);
  const proven = verifyProofFile(proof, hash, verifiers);
  assert.ok(proven.fault === null, JSON.stringify(proven));
  assert.equal(proven.index, record.index);
}

async function requireContinued(life: Life, verifiers: VerifierKey[]): Promise<void> {
  const {
    open: { app },
    kept,
  } = life;
  const { body: note } = await ask(app, 'a', `${EVIDENCE}/checkpoint`);
  const newest = openCheckpoint(note, verifiers);
  assert.ok(newest.fault === null);
  const { size: to, root } = newest.checkpoint;
  for (const { note, size: from, root: fromRoot } of kept) {
    const { body } = await ask(app, 'a', `${EVIDENCE}/consistency?from=${from}`);
    // An approval that expires meanwhile leaves an artifact, and a newer checkpoint.
    if (body.to > to) return requireContinued(life, verifiers);
    assert.deepEqual({ from: body.from, to: body.to }, { from, to });
    assert.deepEqual(parseHash(body.from_root), Buffer.from(fromRoot));
    const hashes = body.proof.map((hash: string) => decodeBase64(hash));
    assert.ok(verifyConsistency({ from, to, hashes }, fromRoot, root), `from ${from} to ${to}`);
    const trusted = Buffer.from(note).toString('base64url');
    const { body: found } = await ask(app, 'a', `${EVIDENCE}/verify?trusted_checkpoint=${trusted}`);
    assert.equal(found.valid, true);
  }
}

/** Each stored bit counts: flipping one is found, and flipping it back makes everything sound again. */
async function requireSeen(life: Life, flips: readonly Flip[]): Promise<void> {
  const { app, service } = life.open;
  // Signing would repair an altered checkpoint, and raise the alarm itself.
  await stopSigning(service.signing);
  const valid = async () => (await ask(app, 'a', `${EVIDENCE}/verify?full=true`)).body.valid;
  for (const flip of flips) {
    const { where, back } = await flipped(service.db, life.chain, flip);
    assert.equal(await valid(), false, `not seen: ${where}`);
    await back();
    assert.equal(await valid(), true, `still seen: ${where}`);
  }
}

function someOf(ids: readonly string[], chosen: readonly number[]): string[] {
  return ids.length === 0 ? [] : chosen.map((n) => ids[n % ids.length] ?? '');
}
