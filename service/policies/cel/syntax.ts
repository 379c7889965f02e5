/**
 * The tree of an expression as rules know it: what the parser of `@bufbuild/cel` reads, with its macros told by their
 * names and everything that rules are not offered refused in its place.
 */
import { parse } from '@bufbuild/cel';
import { MAX_BLANKS, MAX_LOOP_NESTING, MAX_NESTING, MAX_SOURCE_CHARACTERS, MAX_TOKENS } from './limits.ts';

/** What stands in a rule as it is. */
export type Literal = null | boolean | number | bigint | string;

export type Loop = 'exists' | 'all' | 'exists_one' | 'map' | 'filter';

/** `at` is the place in the source, in characters from its start. */
export type Node = { at: number } & (
  | { kind: 'literal'; value: Literal }
  | { kind: 'name'; name: string }
  | { kind: 'select'; operand: Node; field: string }
  | { kind: 'has'; operand: Node; field: string }
  | { kind: 'call'; name: string; method: boolean; parts: Node[] }
  | { kind: 'logic'; name: '&&' | '||'; parts: Node[] }
  | { kind: 'choice'; parts: [Node, Node, Node] }
  | { kind: 'list'; parts: Node[] }
  | { kind: 'map'; keys: Node[]; values: Node[] }
  | {
      kind: 'loop';
      loop: Loop;
      range: Node;
      variable: string;
      test: Node | null;
      step: Node | null;
      /** The same, as the library evaluates it. */
      comprehension: Comprehension;
    }
);

/** What is wrong, and where: `at` as in {@link Node}. */
export class SourceError extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

type Parsed = ReturnType<typeof parse>;
/** An expression as the library has it. */
export type Expr = NonNullable<Parsed['expr']>;
type Kind<C extends string> = Extract<Expr['exprKind'], { case: C }>['value'];

export type Comprehension = Kind<'comprehensionExpr'>;

export interface Source {
  tree: Node;
  /** The same, as the library evaluates it. */
  expr: Expr;
}

/** @throws SourceError */
export function readSource(source: string): Source {
  if (source.length > MAX_SOURCE_CHARACTERS) {
    throw new SourceError(
      0,
      `the rule has ${source.length} characters; at most ${MAX_SOURCE_CHARACTERS} are taken`,
    );
  }
  refuseWhatTakesLong(source);
  const { expr, sourceInfo } = parsedFrom(source);
  if (expr === undefined) throw new SourceError(0, 'this does not read as CEL');
  const reader = new Reader(source, sourceInfo?.positions ?? {}, sourceInfo?.macroCalls ?? {});
  return { tree: reader.read(expr, 1), expr };
}

function parsedFrom(source: string): Parsed {
  try {
    // A comment ends with its line, and the parser wants to see the end.
    return parse(`${source.trimEnd()}\n`);
  } catch (error) {
    if (error instanceof RangeError) throw new SourceError(0, tooDeep);
    const { location } = error as { location?: { start: { offset: number } } };
    const said = (error as Error).message.replace(/^<input>:\d+:\d+: /, '');
    throw new SourceError(location?.start.offset ?? 0, `this does not read as CEL: ${said}`);
  }
}

const tooDeep = `the rule is nested too deeply; at most ${MAX_NESTING} levels are taken`;

/** Before the parser sees it, which takes longer the more there is, and goes down into brackets. */
function refuseWhatTakesLong(source: string): void {
  const tokens = source.match(/\w+|[^\s\w]/g)?.length ?? 0;
  if (tokens > MAX_TOKENS) {
    throw new SourceError(0, `the rule has ${tokens} names and signs; at most ${MAX_TOKENS} are taken`);
  }
  const blanks = MANY_BLANKS.exec(source.trimEnd());
  if (blanks !== null) {
    throw new SourceError(blanks.index, `at most ${MAX_BLANKS} blanks or empty lines may follow one another`);
  }
  refuseDeepBrackets(source);
}

/** The parser looks for the next operator behind them in time that grows with the square of their number. */
const MANY_BLANKS = new RegExp(`\\s{${MAX_BLANKS + 1}}`);

function refuseDeepBrackets(source: string): void {
  let depth = 0;
  const tokens = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*|[([{]|[)\]}]/g;
  for (let token = tokens.exec(source); token !== null; token = tokens.exec(source)) {
    if ('([{'.includes(token[0])) depth += 1;
    else if (')]}'.includes(token[0])) depth -= 1;
    if (depth > MAX_NESTING) throw new SourceError(token.index, tooDeep);
  }
}

class Reader {
  private readonly source: string;
  private readonly positions: Record<string, number>;
  private readonly macros: Record<string, Expr>;
  private loops = 0;

  constructor(source: string, positions: Record<string, number>, macros: Record<string, Expr>) {
    this.source = source;
    this.positions = positions;
    this.macros = macros;
  }

  read(expr: Expr | undefined, depth: number): Node {
    if (expr === undefined) throw new SourceError(0, 'this does not read as CEL');
    const at = this.placeOf(expr);
    if (depth > MAX_NESTING) throw new SourceError(at, tooDeep);
    const { case: kind, value } = expr.exprKind;
    switch (kind) {
      case 'constExpr':
        return { at, kind: 'literal', value: literal(value, at) };
      case 'identExpr':
        return { at, kind: 'name', name: value.name };
      case 'selectExpr': {
        const operand = this.read(value.operand, depth + 1);
        return { at, kind: value.testOnly ? 'has' : 'select', operand, field: value.field };
      }
      case 'callExpr':
        return this.call(at, value, depth);
      case 'listExpr':
        return { at, kind: 'list', parts: value.elements.map((element) => this.read(element, depth + 1)) };
      case 'structExpr':
        return this.map(at, value, depth);
      case 'comprehensionExpr':
        return this.loop(at, expr, value, depth);
      default:
        throw new SourceError(at, 'this does not read as CEL');
    }
  }

  private call(at: number, { function: name, target, args }: Kind<'callExpr'>, depth: number): Node {
    const parts = (target === undefined ? args : [target, ...args]).map((part) => this.read(part, depth + 1));
    if (name === '_&&_' || name === '_||_') {
      const sign = name === '_&&_' ? '&&' : '||';
      const flat = parts.flatMap((part) =>
        part.kind === 'logic' && part.name === sign ? part.parts : [part],
      );
      return { at, kind: 'logic', name: sign, parts: flat };
    }
    if (name === '_?_:_') return { at, kind: 'choice', parts: parts as [Node, Node, Node] };
    const literalNumber = name === '-_' ? negated(parts[0]) : undefined;
    if (literalNumber !== undefined) return { at, kind: 'literal', value: literalNumber };
    return { at, kind: 'call', name, method: target !== undefined, parts };
  }

  private map(at: number, { messageName, entries }: Kind<'structExpr'>, depth: number): Node {
    if (messageName !== '') throw new SourceError(at, `rules have no messages such as ${messageName}{}`);
    const keys = entries.map(({ keyKind }) =>
      this.read(keyKind.case === 'mapKey' ? keyKind.value : undefined, depth + 1),
    );
    return { at, kind: 'map', keys, values: entries.map(({ value }) => this.read(value, depth + 1)) };
  }

  private loop(at: number, expr: Expr, value: Kind<'comprehensionExpr'>, depth: number): Node {
    const macro = this.macros[String(expr.id)]?.exprKind;
    const name = macro?.case === 'callExpr' ? macro.value.function : '';
    const range = this.read(value.iterRange, depth + 1);
    this.loops += 1;
    if (this.loops > MAX_LOOP_NESTING)
      throw new SourceError(at, `at most ${MAX_LOOP_NESTING} loops stand inside one another`);
    const [first, second] = argumentsOf(value.loopStep);
    const read = (part: Expr | undefined): Node => this.read(part, depth + 1);
    let test: Node | null = null;
    let step: Node | null = null;
    // What the macro was expanded to: see section "Macros" of the language definition.
    if (name === 'exists' || name === 'all') test = read(second);
    else if (name === 'map' && callOf(value.loopStep)?.function === '_+_') step = read(elementOf(second));
    else test = read(first);
    if (name === 'map' && step === null) step = read(elementOf(argumentsOf(second)[1]));
    this.loops -= 1;
    const loop = (name === 'existsOne' ? 'exists_one' : name) as Loop;
    return { at, kind: 'loop', loop, range, variable: value.iterVar, test, step, comprehension: value };
  }

  /** The parser puts an operator where the space before it begins. */
  private placeOf(expr: Expr): number {
    const from = this.positions[String(expr.id)] ?? 0;
    return from + (/^\s*/.exec(this.source.slice(from))?.[0].length ?? 0);
  }
}

function literal(constant: Kind<'constExpr'>, at: number): Literal {
  const { case: kind, value } = constant.constantKind;
  switch (kind) {
    case 'boolValue':
    case 'stringValue':
    case 'doubleValue':
      return value;
    case 'nullValue':
      return null;
    case 'int64Value':
      if (BigInt.asIntN(64, value) === value) return value;
      throw new SourceError(at, `${value} is greater than an int can be; write it as a double: ${value}.0`);
    case 'uint64Value':
      throw new SourceError(at, `rules have no unsigned numbers: write ${value}, without the u`);
    default:
      throw new SourceError(at, 'rules have no bytes: write a string, without the b');
  }
}

function negated(part: Node | undefined): Literal | undefined {
  if (part?.kind !== 'literal') return undefined;
  return typeof part.value === 'number' ? -part.value : undefined;
}

function callOf(expr: Expr | undefined): Kind<'callExpr'> | undefined {
  return expr?.exprKind.case === 'callExpr' ? expr.exprKind.value : undefined;
}

function argumentsOf(expr: Expr | undefined): readonly Expr[] {
  return callOf(expr)?.args ?? [];
}

function elementOf(expr: Expr | undefined): Expr | undefined {
  return expr?.exprKind.case === 'listExpr' ? expr.exprKind.value.elements[0] : undefined;
}
