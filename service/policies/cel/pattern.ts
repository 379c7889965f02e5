/**
 * Regular expressions of RE2: matched in time that grows with the text alone, and counted on the way. The patterns are
 * compiled by `@bufbuild/re2`; its own search is not used, since it can't be stopped, and takes seconds for a pattern
 * and a text made for one another.
 */
import { RE2JS } from '@bufbuild/re2';
import { MAX_PATTERN_INSTRUCTIONS } from './limits.ts';
import { refuseCostly } from './pattern-bounds.ts';
import type { Run } from './values.ts';

type Program = ReturnType<RE2JS['re2']>['prog'];

/** The operations of RE2's instructions. */
const OP = {
  alternative: 1,
  alternativeMatch: 2,
  capture: 3,
  emptyWidth: 4,
  match: 6,
  nothing: 7,
  rune: 8,
} as const;

/** What is found is kept for the next search, up to here, so that a pattern made for it can't fill the memory. */
const MOST_STEPS_KEPT = 1000;
const UNITS_OF_A_CHARACTER = 4;
const UNITS_OF_AN_INSTRUCTION = 25;

/** Where the search can be between two characters. */
interface State {
  instructions: readonly number[];
  /** What of it holds, by what stands before and after. */
  resolved: (Resolved | undefined)[];
}

interface Resolved {
  matches: boolean;
  /** Instructions looked at to find it. */
  visited: number;
  /** The search that has paid for it last. */
  paidBy: number;
  /** The instructions that take a character. */
  taking: readonly number[];
  steps: Map<number, Step>;
}

interface Step {
  to: State;
  paidBy: number;
}

export class Pattern {
  private readonly program: Program;
  private readonly looksAround: boolean;
  /** The walk that came by each instruction last: cheaper than a set for each walk. */
  private readonly walked: Uint32Array;
  private walks = 0;
  private states = new Map<string, State>();
  private stepsKept = 0;
  private searches = 0;

  /** @throws Error that says why, where it is none or too large. */
  constructor(source: string) {
    this.program = compiled(source);
    const instructions = this.program.numInst();
    if (instructions > MAX_PATTERN_INSTRUCTIONS) {
      throw new Error(
        `the pattern is too large: ${instructions} instructions; at most ${MAX_PATTERN_INSTRUCTIONS}`,
      );
    }
    this.walked = new Uint32Array(instructions);
    this.looksAround = this.program.inst.some(({ op }) => op === OP.emptyWidth);
  }

  /** @returns whether any part of the text matches. */
  isIn(text: string, run: Run): boolean {
    this.searches += 1;
    try {
      return this.search(text, run);
    } finally {
      if (this.stepsKept > MOST_STEPS_KEPT) this.forget();
    }
  }

  private search(text: string, run: Run): boolean {
    run.spend(UNITS_OF_AN_INSTRUCTION + UNITS_OF_A_CHARACTER * text.length);
    let state = this.stateOf([this.program.start]);
    let before = -1;
    for (let place = 0; place <= text.length; ) {
      const rune = place < text.length ? (text.codePointAt(place) as number) : -1;
      const resolved = this.resolve(state, this.looksAround ? around(before, rune) : 0);
      if (resolved.paidBy !== this.searches) this.pay(resolved, resolved.visited, run);
      if (resolved.matches) return true;
      if (rune < 0) return false;
      const step = resolved.steps.get(rune) ?? this.take(resolved, rune);
      if (step.paidBy !== this.searches) this.pay(step, resolved.taking.length, run);
      state = step.to;
      before = rune;
      place += rune > 0xffff ? 2 : 1;
    }
    return false;
  }

  /** Each search pays for what it uses first, found before or not, so that its cost does not depend on other searches. */
  private pay(used: { paidBy: number }, instructions: number, run: Run): void {
    used.paidBy = this.searches;
    run.spend(UNITS_OF_AN_INSTRUCTION * (1 + instructions));
  }

  private take(resolved: Resolved, rune: number): Step {
    this.walks += 1;
    const next = [this.program.start];
    this.isNew(this.program.start);
    for (const place of resolved.taking) {
      const instruction = this.program.getInst(place);
      if (instruction.matchRune(rune) && this.isNew(instruction.out)) next.push(instruction.out);
    }
    const step = { to: this.stateOf(next), paidBy: 0 };
    resolved.steps.set(rune, step);
    this.stepsKept += 1;
    return step;
  }

  private isNew(place: number): boolean {
    if (this.walked[place] === this.walks) return false;
    this.walked[place] = this.walks;
    return true;
  }

  private forget(): void {
    this.states = new Map();
    this.stepsKept = 0;
  }

  private stateOf(instructions: number[]): State {
    // There are fewer instructions than characters.
    const key = String.fromCharCode(...Uint16Array.from(instructions).sort());
    const known = this.states.get(key);
    if (known !== undefined) return known;
    const state: State = { instructions, resolved: [] };
    this.states.set(key, state);
    return state;
  }

  /** Follows what takes no character. */
  private resolve(state: State, context: number): Resolved {
    const known = state.resolved[context];
    if (known !== undefined) return known;
    this.walks += 1;
    const open = [...state.instructions];
    const taking: number[] = [];
    let matches = false;
    let visited = 0;
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (!this.isNew(place)) continue;
      visited += 1;
      const { op, out, arg } = this.program.getInst(place);
      if (op >= OP.rune) taking.push(place);
      else if (op === OP.match) matches = true;
      else if (op === OP.alternative || op === OP.alternativeMatch) open.push(out, arg);
      else if (op === OP.nothing || op === OP.capture) open.push(out);
      else if (op === OP.emptyWidth && (arg & ~context) === 0) open.push(out);
    }
    const resolved = { matches, visited, paidBy: 0, taking, steps: new Map<number, Step>() };
    state.resolved[context] = resolved;
    return resolved;
  }
}

function compiled(source: string): Program {
  refuseCostly(source);
  try {
    return RE2JS.compile(source).re2().prog;
  } catch (error) {
    const said = (error as Error).message.replace(/^error parsing regexp: /, '');
    // What other engines have, and what keeps them from an end.
    const lacks = /\\[1-9]|\(\?<?[=!]/.test(source)
      ? '; RE2 has no backreferences and can not look ahead or behind'
      : '';
    throw new Error(`the pattern is not one of RE2: ${said}${lacks}`);
  }
}

const BEGIN_LINE = 1;
const END_LINE = 2;
const BEGIN_TEXT = 4;
const END_TEXT = 8;
const WORD_BOUNDARY = 16;
const NO_WORD_BOUNDARY = 32;

/** Which assertions hold between two characters, as bits of RE2's; -1 stands for the end of the text. */
function around(before: number, after: number): number {
  const begins = before < 0 ? BEGIN_TEXT | BEGIN_LINE : before === 0x0a ? BEGIN_LINE : 0;
  const ends = after < 0 ? END_TEXT | END_LINE : after === 0x0a ? END_LINE : 0;
  return begins | ends | (isWord(before) === isWord(after) ? NO_WORD_BOUNDARY : WORD_BOUNDARY);
}

function isWord(rune: number): boolean {
  return (
    (rune >= 0x61 && rune <= 0x7a) ||
    (rune >= 0x41 && rune <= 0x5a) ||
    (rune >= 0x30 && rune <= 0x39) ||
    rune === 0x5f
  );
}
