/**
 * No sequence of calls, on any node, with restarts and clock jumps, takes an approval through an undocumented state,
 * uses it twice, or resolves it twice. Every answer is the one that the model expects.
 */
import fc from 'fast-check';
import type { Model } from './support/approvals/approval-model.ts';
import { anyStep, open, type Real } from './support/approvals/approval-steps.ts';
import {
  closeWorld,
  openWorld,
  requireToldOnce,
  requireTruth,
  type World,
} from './support/approvals/approval-world.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { runs } from './support/runner/runs.ts';

const RUNS = { sqlite: 12, postgres: 8 };
const MAX_STEPS = 30;

const anySettings = fc.record({ required: fc.integer({ min: 1, max: 3 }), separation: fc.boolean() });

testOnOneDatabase('goes-only-through-documented-states', async (location, t) => {
  const world = await openWorld(location);
  t.after(() => closeWorld(world));
  const steps = fc.commands([anyStep], { maxCommands: MAX_STEPS, size: 'max' });
  const property = fc.asyncProperty(anySettings, steps, async (settings, sequence) => {
    const begin = async (): Promise<{ model: Model; real: Real }> => {
      const model: Model = { ...settings, hours: 0, approvals: [] };
      const real = { world: setUp(world, settings), seen: new Map() };
      await open(model, world, 0, 0);
      return { model, real };
    };
    await fc.asyncModelRun(begin, sequence);
    await requireToldOnce(world);
  });
  await fc.assert(property, { numRuns: runs(RUNS[location.kind]) });
  await requireTruth(world);
});

function setUp(world: World, { required, separation }: Pick<Model, 'required' | 'separation'>): World {
  world.offset.ms = 0;
  world.settings.required = { high: required };
  world.settings.separationOfDuties = separation;
  return world;
}
