/**
 * The macros that go over a list or the keys of a map. Each turn pays for the nodes it evaluates, before it does, so
 * that loops in loops over a large input end where the units do.
 */
import { type Built, build, type Evaluate, noBool, type Places } from './build.ts';
import { UNITS_OF_A_MEMBER, UNITS_OF_A_NODE } from './limits.ts';
import type { Node } from './tree.ts';
import { Erred, isMap, keysOf, type Run, sizeOf, typeOf, type Value } from './values.ts';

type LoopNode = Extract<Node, { kind: 'loop' }>;

interface Turns {
  test: Evaluate | null;
  step: Evaluate | null;
  place: number;
  units: number;
}

export function buildLoop(node: LoopNode, places: Places): Built {
  const place = places.depth;
  const inner = { named: { ...places.named, [node.variable]: place }, depth: place + 1 };
  const range = build(node.range, places);
  const test = node.test === null ? null : build(node.test, inner);
  const step = node.step === null ? null : build(node.step, inner);
  const body = [test, step].filter((part) => part !== null);
  const nodes = body.reduce((all, part) => all + part.nodes, 1);
  const turns = {
    test: test?.evaluate ?? null,
    step: step?.evaluate ?? null,
    place,
    units: UNITS_OF_A_NODE * nodes,
  };
  const reads = body.reduce((all, part) => all | (part.reads & ~(2 << place)), range.reads);
  const loop = LOOPS[node.loop];
  const evaluate = (run: Run): Value => {
    const items = itemsOf(range.evaluate(run), run);
    return items instanceof Erred ? items : loop(items as readonly Value[], turns, run);
  };
  return { evaluate, reads, nodes: nodes + range.nodes };
}

function itemsOf(range: Value, run: Run): readonly Value[] | Erred {
  if (range instanceof Erred) return range;
  if (Array.isArray(range)) return range;
  if (!isMap(range)) return new Erred(`a loop does not go over ${typeOf(range)}`);
  run.spend(UNITS_OF_A_NODE + 2 * UNITS_OF_A_MEMBER * sizeOf(range));
  return keysOf(range);
}

const LOOPS: Readonly<Record<LoopNode['loop'], (items: readonly Value[], turns: Turns, run: Run) => Value>> =
  {
    exists: (items, turns, run) => untilDecided(true, items, turns, run),
    all: (items, turns, run) => untilDecided(false, items, turns, run),
    exists_one: (items, turns, run) => {
      let found = 0;
      for (const item of items) {
        const holds = tested(item, turns, run);
        if (holds instanceof Erred) return holds;
        if (holds) found += 1;
      }
      return found === 1;
    },
    map: gathered,
    filter: gathered,
  };

/** An error is passed by where another item decides. */
function untilDecided(decisive: boolean, items: readonly Value[], turns: Turns, run: Run): Value {
  let erred: Erred | null = null;
  for (const item of items) {
    const holds = tested(item, turns, run);
    if (holds === decisive) return decisive;
    if (holds instanceof Erred) erred ??= holds;
  }
  return erred ?? !decisive;
}

function gathered(items: readonly Value[], turns: Turns, run: Run): Value {
  const found: Value[] = [];
  for (const item of items) {
    const holds = tested(item, turns, run);
    if (holds instanceof Erred) return holds;
    if (!holds) continue;
    const value = turns.step === null ? item : turns.step(run);
    if (value instanceof Erred) return value;
    found.push(value);
  }
  return found;
}

/** Enters the turn; without a condition every item is taken. */
function tested(item: Value, { test, place, units }: Turns, run: Run): boolean | Erred {
  run.spend(units);
  run.locals[place] = item;
  if (test === null) return true;
  const holds = test(run);
  return typeof holds === 'boolean' || holds instanceof Erred ? holds : noBool(holds);
}
