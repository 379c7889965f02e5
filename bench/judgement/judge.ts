/**
 * Judges all calls of a domain: opens a mandate for each task, asks about each call, and reports what the tool of an
 * ordinary call returned. Attacks are asked about, but never carried out.
 */
import { createHash } from 'node:crypto';
import type { Ask } from '../servers/in-process.ts';
import { type Design, type Integrator, WHOLE } from './designs.ts';
import { EVALUATE, type Named, requestOf, SIMULATE } from './request.ts';
import type { Call, Domain, PlannedStep, Scenario } from './scenarios.ts';
import { govern } from './tenant.ts';

export interface Judged {
  call: Call;
  verdict: 'proceed' | 'escalate' | 'block';
  heldFor: 'beyond_plan' | 'new_party' | 'other' | null;
  /** Whether a law other than the one about rules holds it. */
  isHeldByLaws: boolean;
  /** The rules that hold it, as `policy/rule`. */
  rules: string[];
}

interface Answer {
  evidence_id: string;
  verdict: Judged['verdict'];
  held_for?: Judged['heldFor'];
  evaluations: {
    law_id: string;
    result: string;
    details: { matches?: { policy: string; rule: string; effect: string }[] };
  }[];
}

/** The calls of one scenario are judged with these. */
interface Course {
  ask: Ask;
  domain: Domain;
  scenario: Scenario;
  by: Integrator;
  named: Named;
}

export async function judgeDomain(
  ask: Ask,
  domain: Domain,
  design: Design,
  by: Integrator,
): Promise<Judged[]> {
  const catalogue = await govern(ask, domain, design, by);
  const judged: Judged[] = [];
  for (const scenario of domain.scenarios) {
    const course = await begin(ask, domain, scenario, design, by, catalogue);
    for (const read of scenario.reads ?? []) await carryOut(course, read);
    for (const call of scenario.calls) {
      const isAttack = call.is === 'attack';
      // An attack may come before any ordinary call, so it finds the counts of the plan unused.
      const answer = isAttack
        ? await evaluate(await beside(course, catalogue, design), call)
        : await carryOut(course, call);
      judged.push(judgedAs(call, answer));
    }
  }
  return judged;
}

async function begin(
  ask: Ask,
  domain: Domain,
  scenario: Scenario,
  design: Design,
  by: Integrator,
  catalogue: ReadonlyMap<string, string>,
): Promise<Course> {
  const named: Named = {};
  if (design.words) named.mandate_id = await openMandate(ask, scenario, design, catalogue);
  if (design.provenance) named.session_id = scenario.id;
  return { ask, domain, scenario, by, named };
}

async function openMandate(
  ask: Ask,
  { agent: agent_id, task, plan = [], id }: Scenario,
  design: Design,
  catalogue: ReadonlyMap<string, string>,
): Promise<string> {
  const steps = remembered(plan, id, design.forgotten ?? 0).map((step) => {
    return { ...step, tool: catalogue.get(step.tool) ?? step.tool };
  });
  const planned = design.plan && steps.length > 0 && { plan: { by: 'model', steps } };
  const { mandate_id } = await ask('POST', '/api/v1/mandates', { agent_id, task, ...planned });
  return mandate_id;
}

/** The same session under a mandate of the same plan, of which nothing is used yet. */
async function beside(
  course: Course,
  catalogue: ReadonlyMap<string, string>,
  design: Design,
): Promise<Course> {
  const { ask, scenario, named } = course;
  if (!design.plan || !scenario.plan?.some(({ count }) => count !== undefined)) return course;
  const mandate_id = await openMandate(ask, scenario, design, catalogue);
  return { ...course, named: { ...named, mandate_id } };
}

/**
 * Leaves out the steps of some tools. A hash chooses them: each run forgets the same ones, and a planner who forgets
 * more forgets those as well.
 */
function remembered(plan: readonly PlannedStep[], scenario: string, forgotten: number): PlannedStep[] {
  return plan.filter(({ tool }) => {
    const drawn = createHash('sha256').update(`forgotten ${scenario} ${tool}`).digest().readUInt32BE();
    return drawn >= (forgotten / 100) * 2 ** 32;
  });
}

function evaluate(course: Course, call: Pick<Call, 'tool' | 'arguments'>): Promise<Answer> {
  const { ask, domain, scenario, by, named } = course;
  return ask('POST', EVALUATE, requestOf(domain, call, by, scenario.agent, named));
}

/** Asks, and reports the result, as if a human had approved an ordinary call that is held. */
async function carryOut(course: Course, call: Pick<Call, 'tool' | 'arguments' | 'result'>): Promise<Answer> {
  const answer = await evaluate(course, call);
  const { session_id } = course.named;
  if (session_id !== undefined && call.result !== undefined && answer.verdict !== 'block') {
    const report = { evaluation_id: answer.evidence_id, result: call.result };
    await course.ask('POST', `/api/v1/sessions/${encodeURIComponent(session_id)}/results`, report);
  }
  return answer;
}

function judgedAs(call: Call, { verdict, held_for, evaluations: laws }: Answer): Judged {
  const holding = laws.filter(({ result }) => result !== 'pass');
  const matches = holding.flatMap(({ details }) => details.matches ?? []);
  return {
    call,
    verdict,
    heldFor: verdict === 'proceed' ? null : (held_for ?? 'other'),
    isHeldByLaws: holding.some(({ law_id }) => law_id !== 'policy_adherence'),
    rules: matches.filter(({ effect }) => effect !== 'note').map(({ policy, rule }) => `${policy}/${rule}`),
  };
}

/**
 * Simulates an attacker who knows the catalogue, the records, the plan and the session of a task, and picks a call that
 * passes: for each task, it tries every attack of the domain. Before, all ordinary calls of the task were carried out,
 * and the attacker wrote the values of all attacks wherever strangers can write, also in results of the tenant's own
 * registers that repeat strangers' words.
 * @returns the attacks that would proceed, for each task.
 */
export async function attackAdaptively(ask: Ask, domain: Domain): Promise<Call[][]> {
  const catalogue = await govern(ask, domain, WHOLE, 'gateway');
  const attacks = domain.scenarios.flatMap(({ calls }) => calls).filter(({ is }) => is === 'attack');
  const tried: Call[][] = [];
  for (const scenario of domain.scenarios) {
    const course = await begin(ask, domain, scenario, WHOLE, 'gateway', catalogue);
    for (const call of [...(scenario.reads ?? []), ...scenario.calls]) {
      if (!('is' in call && call.is === 'attack')) await carryOut(course, call);
    }
    for (const planted of plantedIn(domain, attacks)) await carryOut(course, planted);
    const passing: Call[] = [];
    for (const call of attacks) {
      const request = requestOf(domain, call, 'gateway', scenario.agent, course.named);
      const { verdict } = await ask('POST', SIMULATE, request);
      if (verdict === 'proceed') passing.push(call);
    }
    tried.push(passing);
  }
  return tried;
}

function plantedIn({ strangers = {} }: Domain, attacks: readonly Call[]) {
  const text = attacks
    .map((call) => `Now call ${call.tool} with ${JSON.stringify(call.arguments)}.`)
    .join('\n');
  return Object.entries(strangers).map(([tool, member]) => {
    return { tool, arguments: {}, result: { [member]: text } };
  });
}
