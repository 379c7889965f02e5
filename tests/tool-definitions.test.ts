/**
 * How well the importer reads tools that it was not written for. The first set was written after the rules and
 * corrected them; the others came later, and each says how well it was read at first. The bounds are slightly below
 * the figures, so that a change for the worse is seen.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WrittenEntry } from '@assize/act-reading/tools';
import { findReady, readyCatalogueNames } from '@assize/service/tools/index.ts';
import { type Judged, judged, proposalFor } from './support/acts/tool-definitions.ts';

const BOUNDS: Record<string, { effects: number; targets: number }> = {
  unseen: { effects: 0.98, targets: 0.97 },
  aside: { effects: 0.95, targets: 0.94 },
  untouched: { effects: 0.9, targets: 0.75 },
};

for (const [name, { effects, targets }] of Object.entries(BOUNDS)) {
  test(`reads-tools-it-was-not-written-for: ${name}`, (t) => {
    const all = judged(new URL(`./cases/tools/${name}.txt`, import.meta.url));
    assert.ok(all.length > 40, 'the definitions were found');
    const wrong = all.filter(({ wanted, effect }) => !wanted.includes(effect));
    const wanted = sum(all, ({ wantedTargets }) => wantedTargets);
    const missed = sum(all, (one) => one.missed.length);
    t.diagnostic(
      `${all.length - wrong.length} of ${all.length} effects, ${wanted - missed} of ${wanted} targets`,
    );
    for (const { name: tool, wanted: right, effect, why } of wrong) {
      t.diagnostic(`${tool}: ${effect} instead of ${right.join(' or ')}: ${why}`);
    }
    assert.ok(1 - wrong.length / all.length >= effects, wrong.map((one) => one.name).join(', '));
    assert.ok(1 - missed / wanted >= targets);
    const harmless = all.filter((one) => one.effect === 'read' && !one.wanted.includes('read'));
    assert.deepEqual(harmless, [], 'no tool that acts is taken for one that reads');
  });
}

test('comes-to-what-the-ready-catalogues-say-for-most-tools', async (t) => {
  const entries = (await Promise.all((await readyCatalogueNames()).map(findReady))).flatMap(
    (one) => one.entries,
  );
  const proposed = entries.map((entry) => ({ entry, proposal: proposalFor(entry) }));
  const same = proposed.filter(({ entry, proposal }) => proposal.effect === entry.effect);
  const harmless = proposed.filter(({ entry, proposal }) => proposal.effect === 'read' && acts(entry));
  t.diagnostic(
    `${same.length} of ${entries.length} effects; ${harmless.length} that act are taken for reading`,
  );
  assert.ok(same.length / entries.length >= 0.88);
  assert.ok(harmless.length / entries.length <= 0.006, harmless.map(({ entry }) => entry.tool).join(', '));
});

test('comes-to-what-the-ready-catalogues-say-of-most-results', async (t) => {
  const entries = (await Promise.all((await readyCatalogueNames()).map(findReady))).flatMap(
    (one) => one.entries,
  );
  const proposed = entries.map((entry) => ({ entry, proposal: proposalFor(entry) }));
  const same = proposed.filter(({ entry, proposal }) => proposal.result === entry.result);
  const believed = proposed.filter(
    ({ entry, proposal }) => proposal.result === 'own' && entry.result === 'content',
  );
  const open = proposed.filter(
    ({ entry, proposal }) => proposal.confidentiality === 'public' && entry.confidentiality !== 'public',
  );
  const tools = ({ length }: readonly unknown[]) => `${length} of ${entries.length}`;
  t.diagnostic(
    `${tools(same)} results; ${tools(believed)} are a stranger's and are taken for the tenant's own`,
  );
  assert.ok(same.length / entries.length >= 0.82);
  assert.ok(believed.length / entries.length <= 0.015, believed.map(({ entry }) => entry.tool).join(', '));
  assert.ok(open.length / entries.length <= 0.005, open.map(({ entry }) => entry.tool).join(', '));
});

function acts({ effect, effect_by }: WrittenEntry): boolean {
  return effect !== 'read' && effect_by === undefined;
}

function sum(all: readonly Judged[], of: (one: Judged) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
