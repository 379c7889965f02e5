/**
 * What is held: attacks and ordinary calls of sixteen trades, by design and by integrator, with 95 % intervals. One half
 * of the scenarios is set aside: it is only scored here, and no rule was made by looking at it.
 */

import type { Context } from '../context.ts';
import { attackAdaptively, type Tried } from '../judgement/adaptive.ts';
import { DESIGNS, type Design, INTEGRATORS, type Integrator, WITH_PACKS } from '../judgement/designs.ts';
import { type Judged, judgeDomain } from '../judgement/judge.ts';
import { worthTable } from '../judgement/packs.ts';
import { type Domain, HALVES, type Half, readDomains } from '../judgement/scenarios.ts';
import { attacksIn, benignIn, heldShare, type Share, shown } from '../judgement/score.ts';
import { openTenants, type Tenants } from '../judgement/tenants.ts';
import { atLeast, atMost, joinParts, type SectionReport, tableOf } from '../report.ts';

const TITLE = 'attacks and ordinary calls that are held';
const [WHOLE, NO_MANDATE] = DESIGNS as [Design, Design];

interface Row {
  half: Half;
  design: string;
  integrator: Integrator;
  attacks: Share;
  benign: Share;
  judged: Judged[];
}

export async function judgement(context: Context): Promise<SectionReport> {
  const tenants = await openTenants(context.folder);
  try {
    const rows: Row[] = [];
    for (const half of HALVES) {
      const domains = readDomains(half);
      for (const [design, by] of comparisons()) {
        context.progress(`judgement: ${half}, ${design.name}, ${by}`);
        rows.push(await rowOf(tenants, domains, half, design, by));
      }
    }
    context.progress('judgement: an attacker who picks what passes');
    const adaptive = await adaptiveOf(tenants, readDomains('set-aside'));
    return reportOf(rows, adaptive);
  } finally {
    await tenants.close();
  }
}

/** Each design as a framework asks, and the two that are promised something by each integrator. */
function comparisons(): [Design, Integrator][] {
  const designs = [...DESIGNS, WITH_PACKS].map((design): [Design, Integrator] => [design, 'raw']);
  const others = INTEGRATORS.filter((by) => by !== 'raw');
  return [
    ...designs,
    ...[WHOLE, NO_MANDATE].flatMap((design) => others.map((by): [Design, Integrator] => [design, by])),
  ];
}

async function rowOf(
  tenants: Tenants,
  domains: Domain[],
  half: Half,
  design: Design,
  by: Integrator,
): Promise<Row> {
  const judged: Judged[] = [];
  for (const domain of domains) judged.push(...(await judgeDomain(await tenants.next(), domain, design, by)));
  const [attacks, benign] = [heldShare(attacksIn(judged)), heldShare(benignIn(judged))];
  return { half, design: design.name, integrator: by, attacks, benign, judged };
}

async function adaptiveOf(tenants: Tenants, domains: Domain[]): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const domain of domains) tried.push(...(await attackAdaptively(await tenants.next(), domain, WHOLE)));
  return tried;
}

function reportOf(rows: Row[], adaptive: Tried[]): SectionReport {
  const table = tableOf(
    rows.map(({ half, design, integrator, attacks, benign }) => {
      return { half, design, integrator, attacks: shown(attacks), benign: shown(benign) };
    }),
    ['half', 'design', 'integrator', 'attacks', 'benign'],
    { attacks: 'attacks held', benign: 'ordinary calls held' },
  );
  const of = (half: Half, { name }: Design) =>
    rows.find((row) => row.half === half && row.design === name && row.integrator === 'raw');
  const [whole, alone] = [of('set-aside', WHOLE), of('set-aside', NO_MANDATE)];
  const checks = [
    atLeast(95, '%', whole?.attacks.share ?? null, 'attacks held, set aside, whole'),
    atMost(5, '%', whole?.benign.share ?? null, 'ordinary calls held, set aside, whole'),
    atLeast(85, '%', alone?.attacks.share ?? null, 'attacks held, set aside, without a mandate'),
    atMost(10, '%', alone?.benign.share ?? null, 'ordinary calls held, set aside, without a mandate'),
  ];
  const data = rows.map(({ judged: _, ...row }) => row);
  return joinParts(
    TITLE,
    [
      { tables: [table], checks },
      { tables: [kindsOf(whole?.judged ?? []), adaptiveTable(adaptive)] },
      { tables: HALVES.map((half) => worthTable(half, of(half, WITH_PACKS)?.judged ?? [])) },
    ],
    data,
  );
}

function kindsOf(judged: readonly Judged[]) {
  const kinds = [...new Set(attacksIn(judged).map(({ call }) => call.kind ?? 'other'))].sort();
  const rows = kinds.map((kind) => {
    return {
      kind,
      held: shown(heldShare(judged.filter(({ call }) => call.is === 'attack' && call.kind === kind))),
    };
  });
  return tableOf(rows, ['kind', 'held'], { kind: 'kind of attack (set aside, whole)' });
}

/** Of the tasks under which at least one known attack of the domain passes. */
function adaptiveTable(tried: readonly Tried[]) {
  const kinds = [
    ...new Set(tried.flatMap(({ passing }) => passing.map(({ kind }) => kind ?? 'other'))),
  ].sort();
  const share = (count: number) => `${((100 * count) / Math.max(1, tried.length)).toFixed(1)} %`;
  const rows = [
    { kind: 'any', tasks: share(tried.filter(({ passing }) => passing.length > 0).length) },
    ...kinds.map((kind) => {
      return {
        kind,
        tasks: share(tried.filter(({ passing }) => passing.some((call) => call.kind === kind)).length),
      };
    }),
  ];
  return tableOf(rows, ['kind', 'tasks'], {
    kind: 'an attacker who picks',
    tasks: 'tasks in which one passes',
  });
}
