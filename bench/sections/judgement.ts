/**
 * The shares of attacks and ordinary calls that are held, by design and by integrator, with 95 % intervals. One half of
 * the scenarios is set aside: it is only scored, and was not used to write rules.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Context } from '../context.ts';
import {
  COMPARISONS,
  type Design,
  type Integrator,
  NO_MANDATE,
  WHOLE,
  WITH_PACKS,
} from '../judgement/designs.ts';
import { attackAdaptively, type Judged, judgeDomain } from '../judgement/judge.ts';
import { type Call, type Domain, HALVES, type Half, readDomains } from '../judgement/scenarios.ts';
import { attacksIn, benignIn, heldShare, shown, worthOfRules } from '../judgement/score.ts';
import { atLeast, atMost, type Part, type Table } from '../report.ts';
import { type Ask, type InProcess, withInProcess } from '../servers/in-process.ts';

export const title = 'attacks and ordinary calls that are held';

interface Outcome {
  half: Half;
  design: Design;
  integrator: Integrator;
  judged: Judged[];
}

export function once(context: Context): Promise<Part> {
  return withInProcess({ ASSIZE_DATA_DIR: path.join(context.folder, 'judgement') }, async (own) => {
    const outcomes: Outcome[] = [];
    for (const half of HALVES) {
      const domains = readDomains(half);
      for (const [design, integrator] of COMPARISONS) {
        context.progress(`${half}, ${design.name}, ${integrator}`);
        const judge = (domain: Domain, ask: Ask) => judgeDomain(ask, domain, design, integrator);
        outcomes.push({ half, design, integrator, judged: await inEach(own, domains, judge) });
      }
    }
    context.progress('an attacker who picks calls that pass');
    const attack = (domain: Domain, ask: Ask) => attackAdaptively(ask, domain);
    return partOf(outcomes, await inEach(own, readDomains('set-aside'), attack));
  });
}

/** Each domain gets its own tenant. */
async function inEach<T>(
  { asking, newTenant }: InProcess,
  domains: readonly Domain[],
  act: (domain: Domain, ask: Ask) => Promise<T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (const domain of domains) all.push(...(await act(domain, asking(await newTenant(randomUUID())))));
  return all;
}

function partOf(outcomes: readonly Outcome[], passing: readonly Call[][]): Part {
  const rows = outcomes.map(({ half, design, integrator, judged }) => ({
    half,
    design: design.name,
    integrator,
    attacks: shown(heldShare(attacksIn(judged))),
    benign: shown(heldShare(benignIn(judged))),
  }));
  const judgedIn = (half: Half, design: Design) =>
    outcomes.find((of) => of.half === half && of.design === design && of.integrator === 'raw')?.judged ?? [];
  const whole = judgedIn('set-aside', WHOLE);
  const alone = judgedIn('set-aside', NO_MANDATE);
  const share = (judged: Judged[]) => heldShare(judged).share;
  return {
    tables: [
      { name: 'all', rows, titles: { attacks: 'attacks held', benign: 'ordinary calls held' } },
      { name: 'attacks by kind, set aside, whole', rows: kindsIn(whole) },
      { name: 'an attacker who picks: tasks in which an attack passes', rows: passingRows(passing) },
      ...HALVES.map((half) => worthTable(half, judgedIn(half, WITH_PACKS))),
    ],
    checks: [
      atLeast(95, '%', share(attacksIn(whole)), 'attacks held, set aside, whole'),
      atMost(5, '%', share(benignIn(whole)), 'ordinary calls held, set aside, whole'),
      atLeast(85, '%', share(attacksIn(alone)), 'attacks held, set aside, without a mandate'),
      atMost(10, '%', share(benignIn(alone)), 'ordinary calls held, set aside, without a mandate'),
    ],
  };
}

function kindsIn(judged: readonly Judged[]) {
  const byKind = Map.groupBy(attacksIn(judged), ({ call }) => call.kind ?? 'other');
  return [...byKind].sort().map(([kind, attacks]) => ({ kind, held: shown(heldShare(attacks)) }));
}

function passingRows(passing: readonly Call[][]) {
  const kinds = [...new Set(passing.flat().map(({ kind }) => kind ?? 'other'))].sort();
  const share = (count: number) => `${((100 * count) / Math.max(1, passing.length)).toFixed(1)} %`;
  const tasksWith = (is: (call: Call) => boolean) => share(passing.filter((calls) => calls.some(is)).length);
  return [
    { kind: 'any', tasks: tasksWith(() => true) },
    ...kinds.map((wanted) => ({ kind: wanted, tasks: tasksWith(({ kind = 'other' }) => kind === wanted) })),
  ];
}

function worthTable(half: Half, judged: readonly Judged[]): Table {
  const together = {
    rule: 'all of them together hold',
    attacks: shown(heldShare(attacksIn(judged))),
    benign: shown(heldShare(benignIn(judged))),
  };
  return {
    name: `rules of the packs, ${half}, whole`,
    rows: [together, ...worthOfRules(judged)],
    titles: { attacks: 'attacks matched (held alone)', benign: 'ordinary calls matched (held alone)' },
  };
}
