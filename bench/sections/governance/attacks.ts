/**
 * Rules and requests made to hold up everyone else, in this process: how long the worst of them keeps an event loop,
 * where it is read, and where it is asked. Each must end as an error or be refused, never hold.
 */
import { loadCompiler } from '../../../service/governance/policies/index.ts';
import type { Context } from '../../context.ts';
import { median } from '../../statistics.ts';
import { figure } from '../../table.ts';
import type { Part } from '../evidence/stand.ts';

const TARGET_MS = 50;
const TIMES = 5;
/** Of a body, which is the most that a request may bring. */
const CHARACTERS = 250_000;
const MAX_RULES = 2000;
const RULES_OF_A_POLICY = 100;

const NUMBERS = { list: Array.from({ length: CHARACTERS / 2 }, (_, place) => place % 10) };
const TEXTS = { list: Array.from({ length: 1000 }, (_, place) => String(place).padStart(240, 'x')) };
const KEYS = { map: Object.fromEntries(Array.from({ length: 15_000 }, (_, place) => [`k${place}`, place])) };
const TEXT = {
  text: Array.from({ length: CHARACTERS }, (_, place) => 'ab'[((place * place * 31 + place) % 7) & 1]).join(
    '',
  ),
};
const LOOPS = 'context.list.all(a, context.list.all(b, a + b > -1.0))';

interface Attack {
  name: string;
  when: string;
  context: object;
  /** So many rules of this kind are asked at once. */
  rules?: number;
}

const ASKED: readonly Attack[] = [
  { name: 'loops in loops', when: LOOPS, context: NUMBERS },
  { name: `loops in loops, ${MAX_RULES} rules`, when: LOOPS, context: NUMBERS, rules: MAX_RULES },
  {
    name: 'loops of errors',
    when: 'context.list.exists(a, context.list.exists(b, b.x.y == a))',
    context: NUMBERS,
  },
  {
    name: 'calls that err, in loops',
    when: `context.list.exists(a, context.list.exists(b, bool("${'x'.repeat(1000)}")))`,
    context: { list: NUMBERS.list.slice(0, 60) },
    rules: 5,
  },
  {
    name: 'a list looked through in a loop',
    when: 'context.list.all(a, !(a + 100.0 in context.list))',
    context: NUMBERS,
  },
  {
    name: 'keys of a map, in loops',
    when: 'context.map.all(a, context.map.all(b, a != b || true))',
    context: KEYS,
  },
  {
    name: 'texts that grow in a loop',
    when: 'context.list.map(a, context.list.map(b, a + b)).size() > 0',
    context: TEXTS,
  },
  {
    name: 'texts looked through in a loop',
    when: 'context.list.all(a, context.list.all(b, !a.contains(b + "y")))',
    context: TEXTS,
  },
  { name: 'nested repeats in a pattern', when: 'context.text.matches("(a*)*(a+)+c")', context: TEXT },
  {
    name: 'a pattern with many states',
    when: 'context.text.matches("(a|b)*a(a|b){14}c")',
    context: TEXT,
  },
  {
    name: 'a pattern in a loop',
    when: 'context.list.all(a, context.list.all(b, !a.matches("[^x]y")))',
    context: TEXTS,
  },
];

const READ: readonly { name: string; when: string }[] = [
  { name: 'a source of 1 MB', when: `action == "${'a'.repeat(1024 * 1024)}"` },
  { name: 'open brackets', when: '['.repeat(4096) },
  { name: 'blanks', when: `true${' '.repeat(2000)}&& true` },
  { name: 'choices in choices', when: `${'true?false:'.repeat(300)}true` },
  { name: 'repeats of repeats in a pattern', when: 'action.matches("((((a{30}){30}){30}){30}){30}")' },
  { name: 'a nest in a pattern', when: `action.matches("${'('.repeat(1500)}a${')'.repeat(1500)}")` },
];

export interface Attacked {
  name: string;
  what: 'asked' | 'read';
  /** CPU time of the thread, which is what it takes where nobody else wants the machine: the median of a few. */
  cpuMs: number;
  /** As the clock has it. */
  medianMs: number;
  worstMs: number;
}

const { compilePolicy, faultsOfRules, policySet } = await loadCompiler();

/** @throws where one holds, or is taken. */
export function measureAttacks(context: Context): Attacked[] {
  context.progress(`governance: ${ASKED.length + READ.length} hostile rules`);
  return [
    ...ASKED.map((attack) => timed(attack.name, 'asked', asking(attack))),
    ...READ.map(({ name, when }) =>
      timed(name, 'read', () => {
        if (faultsOfRules([ruleOf(when, 0)]).length === 0) throw new Error(`${name}: was taken`);
      }),
    ),
  ];
}

function asking({ name, when, context, rules = 1 }: Attack): () => void {
  const all = Array.from({ length: rules }, (_, place) => ruleOf(when, place));
  const policies = [];
  for (let from = 0; from < rules; from += RULES_OF_A_POLICY) {
    const document = { description: '', rules: all.slice(from, from + RULES_OF_A_POLICY) };
    policies.push(compilePolicy(`p${from}`, 1, document));
  }
  const set = policySet(policies);
  const facts = {
    environment: 'production',
    risk_level: 'low',
    is_irreversible: false,
    approval: 'none' as const,
  };
  const input = { action: 'a', description: '', context: { ...context }, agent: {}, user: {}, facts };
  return () => {
    const matches = set.match(input);
    const held = matches.filter(({ erred }) => !erred);
    if (held.length > 0) throw new Error(`${name}: ${held.length} rules held`);
  };
}

function ruleOf(when: string, place: number) {
  return { id: `r${place}`, description: '', when, effect: 'block' as const, message: '' };
}

function timed(name: string, what: Attacked['what'], act: () => void): Attacked {
  const times = Array.from({ length: TIMES }, () => {
    const usedBefore = process.threadCpuUsage();
    const from = performance.now();
    act();
    const { user, system } = process.threadCpuUsage(usedBefore);
    return { ms: performance.now() - from, cpuMs: (user + system) / 1000 };
  });
  const all = times.map(({ ms }) => ms);
  const cpuMs = median(times.map((time) => time.cpuMs));
  return { name, what, cpuMs, medianMs: median(all), worstMs: Math.max(...all) };
}

export function attacksPart(all: readonly Attacked[]): Part {
  const slowest = all.reduce((worst, one) => (one.cpuMs > worst.cpuMs ? one : worst));
  return {
    tables: [
      {
        columns: ['hostile rule', 'is', 'CPU ms', 'ms', 'worst ms'],
        rows: all.map(({ name, what, cpuMs, medianMs, worstMs }) => [
          name,
          what,
          figure(cpuMs),
          figure(medianMs),
          figure(worstMs),
        ]),
      },
    ],
    checks: [
      {
        what: `how long the slowest hostile rule holds a thread (${slowest.name})`,
        figure: slowest.cpuMs,
        sense: 'at most',
        target: TARGET_MS,
        unit: 'ms of CPU',
      },
    ],
    notes: [],
  };
}
