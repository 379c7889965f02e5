/** Hostile rules in this process: how long each holds a thread when it is read or asked. It must err or be refused. */
import { loadCompiler } from '../../../service/governance/policies/compiled/index.ts';
import { NO_ACT } from '../../../service/governance/policies/index.ts';
import type { Context } from '../../context.ts';
import { atMost, type Part, tableOf } from '../../report.ts';
import { median } from '../../statistics.ts';

const TIMES = 5;
/** The most that the body of a request may bring. */
const CHARACTERS = 250_000;
const MAX_RULES = 2000;
const RULES_OF_A_POLICY = 100;

const letterAt = (place: number) => 'ab'[((place * place * 31 + place) % 7) & 1];
const NUMBERS = { list: Array.from({ length: CHARACTERS / 2 }, (_, place) => place % 10) };
const SOME_NUMBERS = { list: NUMBERS.list.slice(0, 60) };
const TEXTS = { list: Array.from({ length: 1000 }, (_, place) => String(place).padStart(240, 'x')) };
const KEYS = { map: Object.fromEntries(Array.from({ length: 15_000 }, (_, place) => [`k${place}`, place])) };
const TEXT = { text: Array.from({ length: CHARACTERS }, (_, place) => letterAt(place)).join('') };

const inLoops = (loop: 'all' | 'exists', condition: string) =>
  `context.list.${loop}(a, context.list.${loop}(b, ${condition}))`;
const LOOPS = inLoops('all', 'a + b > -1.0');

/** By name: the condition, the context of the request, and how many rules of the kind are asked at once. */
const ASKED: Readonly<Record<string, readonly [when: string, context: object, rules?: number]>> = {
  'loops in loops': [LOOPS, NUMBERS],
  [`loops in loops, ${MAX_RULES} rules`]: [LOOPS, NUMBERS, MAX_RULES],
  'loops of errors': [inLoops('exists', 'b.x.y == a'), NUMBERS],
  'calls that err, in loops': [inLoops('exists', `bool("${'x'.repeat(1000)}")`), SOME_NUMBERS, 5],
  'a list looked through in a loop': ['context.list.all(a, !(a + 100.0 in context.list))', NUMBERS],
  'keys of a map, in loops': ['context.map.all(a, context.map.all(b, a != b || true))', KEYS],
  'texts that grow in a loop': ['context.list.map(a, context.list.map(b, a + b)).size() > 0', TEXTS],
  'texts looked through in a loop': [inLoops('all', '!a.contains(b + "y")'), TEXTS],
  'nested repeats in a pattern': ['context.text.matches("(a*)*(a+)+c")', TEXT],
  'a pattern with many states': ['context.text.matches("(a|b)*a(a|b){14}c")', TEXT],
  'a pattern in a loop': [inLoops('all', '!a.matches("[^x]y")'), TEXTS],
};

const READ: Readonly<Record<string, string>> = {
  'a source of 1 MB': `action == "${'a'.repeat(1024 * 1024)}"`,
  'open brackets': '['.repeat(4096),
  blanks: `true${' '.repeat(2000)}&& true`,
  'choices in choices': `${'true?false:'.repeat(300)}true`,
  'repeats of repeats in a pattern': 'action.matches("((((a{30}){30}){30}){30}){30}")',
  'a nest in a pattern': `action.matches("${'('.repeat(1500)}a${')'.repeat(1500)}")`,
};

const { compilePolicy, faultsOfRules, policySet } = await loadCompiler();

/** @throws when a hostile rule applies, or is accepted. */
export function measureAttacks(context: Context) {
  const [asked, read] = [Object.entries(ASKED), Object.entries(READ)];
  context.progress(`governance: ${asked.length + read.length} hostile rules`);
  const refuse = (name: string, when: string) => () => {
    if (faultsOfRules([ruleOf(when, 0)]).length === 0) throw new Error(`${name}: was accepted`);
  };
  return [
    ...asked.map(([name, attack]) => timed(name, 'asked', asking(name, ...attack))),
    ...read.map(([name, when]) => timed(name, 'read', refuse(name, when))),
  ];
}

function asking(name: string, when: string, context: object, count = 1): () => void {
  const rules = Array.from({ length: count }, (_, place) => ruleOf(when, place));
  const policies = [];
  for (let from = 0; from < count; from += RULES_OF_A_POLICY) {
    const document = { description: '', rules: rules.slice(from, from + RULES_OF_A_POLICY) };
    policies.push(compilePolicy(`p${from}`, 1, document));
  }
  const set = policySet(policies);
  const approval = 'none' as const;
  const facts = { environment: 'production', risk_level: 'low', is_irreversible: false, approval };
  const input = {
    action: 'a',
    description: '',
    context: { ...context },
    agent: {},
    user: {},
    facts,
    act: NO_ACT,
  };
  return () => {
    const applied = set.match(input).filter(({ erred }) => !erred);
    if (applied.length > 0) throw new Error(`${name}: ${applied.length} rules applied`);
  };
}

function ruleOf(when: string, place: number) {
  return { id: `r${place}`, description: '', when, effect: 'block' as const, message: '' };
}

/** The CPU time of the thread is how long it takes on an idle machine. */
function timed(hostileRule: string, is: 'asked' | 'read', act: () => void) {
  const times = Array.from({ length: TIMES }, () => {
    const usedBefore = process.threadCpuUsage();
    const from = performance.now();
    act();
    const { user, system } = process.threadCpuUsage(usedBefore);
    return { ms: performance.now() - from, cpuMs: (user + system) / 1000 };
  });
  const all = times.map(({ ms }) => ms);
  const cpuMs = median(times.map((time) => time.cpuMs));
  return { hostileRule, is, cpuMs, medianMs: median(all), worstMs: Math.max(...all) };
}

export function attacksPart(all: ReturnType<typeof measureAttacks>): Part {
  const slowest = all.reduce((worst, one) => (one.cpuMs > worst.cpuMs ? one : worst));
  const table = tableOf(all, ['hostileRule', 'is', 'cpuMs', 'medianMs', 'worstMs']);
  const what = `how long the slowest hostile rule holds a thread (${slowest.hostileRule})`;
  return { tables: [table], checks: [atMost(50, 'ms of CPU', slowest.cpuMs, what)] };
}
