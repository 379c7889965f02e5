/**
 * The tree of an expression as rules know it: what the parser of `@bufbuild/cel` reads, with its macros told by their
 * names and everything that rules are not offered refused in its place.
 */
import { parse } from '@bufbuild/cel';
import { MAX_BLANKS, MAX_LOOP_NESTING, MAX_NESTING, MAX_SOURCE_CHARACTERS, MAX_TOKENS } from './limits.ts';
import {
  asHasValue,
  asMethodOfOptional,
  asOptionalElement,
  asOptionalField,
  type Expr,
  type Kind,
  OPTIONAL_ELEMENT,
  OPTIONAL_FIELD,
  OPTIONAL_METHODS,
  type Parsed,
  withoutMarks,
} from './optional-syntax.ts';
import { withoutQuotes } from './quoted-fields.ts';
import { isOptional, type Loop, literalFrom, type Node, negated, SourceError } from './tree.ts';

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
  const { text: marked, optional } = withoutMarks(source);
  const { text, fields } = withoutQuotes(marked);
  const { expr, sourceInfo } = parsedFrom(text);
  if (expr === undefined) throw new SourceError(0, 'this does not read as CEL');
  const reader = new Reader(text, sourceInfo?.positions ?? {}, sourceInfo?.macroCalls ?? {}, {
    optional,
    fields,
  });
  const tree = reader.read(expr, 1);
  const [unread] = optional;
  if (unread !== undefined)
    throw new SourceError(unread, 'this ? asks for no field or element; has() needs none');
  return { tree, expr };
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
  /** Where the optional fields and elements stand that were not read yet. */
  private readonly optional: Set<number>;
  /** Quoted fields, by the names under which they were parsed. */
  private readonly fields: ReadonlyMap<string, string>;
  private loops = 0;

  constructor(
    source: string,
    positions: Record<string, number>,
    macros: Record<string, Expr>,
    { optional, fields }: { optional: Set<number>; fields: ReadonlyMap<string, string> },
  ) {
    this.source = source;
    this.positions = positions;
    this.macros = macros;
    this.optional = optional;
    this.fields = fields;
  }

  read(expr: Expr | undefined, depth: number): Node {
    if (expr === undefined) throw new SourceError(0, 'this does not read as CEL');
    const at = this.placeOf(expr);
    if (depth > MAX_NESTING) throw new SourceError(at, tooDeep);
    const { case: kind, value } = expr.exprKind;
    switch (kind) {
      case 'constExpr':
        return { at, kind: 'literal', value: literalFrom(value, at) };
      case 'identExpr':
        return { at, kind: 'name', name: value.name, isRooted: this.source.startsWith('.', at) };
      case 'selectExpr':
        return this.select(at, expr, value, depth);
      case 'callExpr':
        return this.call(at, expr, value, depth);
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

  private select(at: number, expr: Expr, value: Kind<'selectExpr'>, depth: number): Node {
    const operand = this.read(value.operand, depth + 1);
    const goesOn = isOptional(operand);
    value.field = this.fields.get(value.field) ?? value.field;
    const { field, testOnly } = value;
    if (!goesOn && !this.optional.delete(at))
      return { at, kind: testOnly ? 'has' : 'select', operand, field };
    this.optional.delete(at);
    const parts: Node[] = [operand, { at, kind: 'literal', value: field }];
    const found: Node = { at, kind: 'call', name: OPTIONAL_FIELD, method: false, parts };
    if (!testOnly) asOptionalField(expr, value, goesOn);
    else asHasValue(expr, value);
    return testOnly ? { at, kind: 'call', name: 'hasValue', method: true, parts: [found] } : found;
  }

  private call(at: number, expr: Expr, value: Kind<'callExpr'>, depth: number): Node {
    const { function: name, target, args } = value;
    const parts = (target === undefined ? args : [target, ...args]).map((part) => this.read(part, depth + 1));
    const goesOn = parts[0] !== undefined && isOptional(parts[0]);
    if (name === '_[_]' && (this.optional.delete(at) || goesOn)) {
      asOptionalElement(expr, value, goesOn);
      return { at, kind: 'call', name: OPTIONAL_ELEMENT, method: false, parts };
    }
    if (target !== undefined && goesOn && OPTIONAL_METHODS.includes(name)) asMethodOfOptional(expr, value);
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
    const [variable] = macro?.case === 'callExpr' ? macro.value.args : [];
    if (variable !== undefined && this.source.startsWith('.', this.placeOf(variable))) {
      throw new SourceError(this.placeOf(variable), `the variable of ${name}() is a name without a dot`);
    }
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

function callOf(expr: Expr | undefined): Kind<'callExpr'> | undefined {
  return expr?.exprKind.case === 'callExpr' ? expr.exprKind.value : undefined;
}

function argumentsOf(expr: Expr | undefined): readonly Expr[] {
  return callOf(expr)?.args ?? [];
}

function elementOf(expr: Expr | undefined): Expr | undefined {
  return expr?.exprKind.case === 'listExpr' ? expr.exprKind.value.elements[0] : undefined;
}
