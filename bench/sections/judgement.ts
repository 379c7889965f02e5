/**
 * The shares of attacks and ordinary calls that are held, by design and by integrator, with 95 % intervals. Two parts of
 * the scenarios are only scored: those set aside were not used to write rules, the unseen ones were written after them.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Context } from '../context.ts';
import { COMPARISONS, type Design, type Integrator, WHOLE, WITH_PACKS } from '../judgement/designs.ts';
import { attackAdaptively, type Judged, judgeDomain } from '../judgement/judge.ts';
import { readRealServers, realToolTables } from '../judgement/real-tools.ts';
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
      if (domains.length === 0) continue;
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
  const judgedIn = (half: Half, design: Design) =>
    outcomes.find((of) => of.half === half && of.design === design && of.integrator === 'raw')?.judged ?? [];
  const scored = SCORED.filter((half) => judgedIn(half, WHOLE).length > 0);
  return {
    tables: [
      { name: 'all', rows: outcomes.map(rowOf), titles: TITLES },
      ...scored.map((half) => {
        return { name: `attacks by kind, ${half}, ${WHOLE.name}`, rows: kindsIn(judgedIn(half, WHOLE)) };
      }),
      { name: 'an attacker who picks: tasks in which an attack passes', rows: passingRows(passing) },
      ...HALVES.filter((half) => judgedIn(half, WITH_PACKS).length > 0).map((half) =>
        worthTable(half, judgedIn(half, WITH_PACKS)),
      ),
      ...realToolTables(readRealServers()),
    ],
    checks: scored.flatMap((half) => checksOf(half, judgedIn(half, WHOLE))),
  };
}

const SCORED: readonly Half[] = ['set-aside', 'unseen'];
const TITLES = {
  attacks: 'attacks held',
  benign: 'ordinary calls held',
  new_party: 'for a new party',
  beyond_plan: 'beyond the plan',
};

const isFor = (kind: Judged['heldFor']) => (judged: Judged) => judged.heldFor === kind;
const isForAnother = (judged: Judged) => judged.heldFor !== 'new_party';

function rowOf({ half, design, integrator, judged }: Outcome) {
  const benign = benignIn(judged);
  const part = (kind: Judged['heldFor']) => `${heldShare(benign, isFor(kind)).share.toFixed(1)} %`;
  return {
    half,
    design: design.name,
    integrator,
    attacks: shown(heldShare(attacksIn(judged))),
    benign: shown(heldShare(benign)),
    new_party: part('new_party'),
    beyond_plan: part('beyond_plan'),
    other: part('other'),
  };
}

function checksOf(half: Half, judged: readonly Judged[]) {
  const benign = benignIn(judged);
  const of = `${half}, ${WHOLE.name}`;
  return [
    atLeast(95, '%', heldShare(attacksIn(judged)).share, `attacks held, ${of}`),
    atMost(
      5,
      '%',
      heldShare(benign, isForAnother).share,
      `ordinary calls held other than for a new party, ${of}`,
    ),
    atMost(
      12,
      '%',
      heldShare(benign, isFor('new_party')).share,
      `ordinary calls held for a new party, ${of}`,
    ),
  ];
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
    name: `rules of the packs, ${half}, ${WHOLE.name}`,
    rows: [together, ...worthOfRules(judged)],
    titles: { attacks: 'attacks matched (held alone)', benign: 'ordinary calls matched (held alone)' },
  };
}
