/**
 * Finds what can never work before a rule is taken: names that nothing has, operators on kinds they don't take,
 * comparisons that are never true. What may work for some input is left to the evaluation.
 */
import { patternOf } from './pattern.ts';
import { type Node, SourceError } from './syntax.ts';
import {
  ANY,
  BOOL,
  DOUBLE,
  either,
  FUNCTIONS,
  INT,
  inWords,
  LIST,
  MAP,
  METHODS,
  NUMBER,
  OPERATORS,
  one,
  type Signature,
  STRING,
  TYPE,
  TYPE_NAMES,
  type Type,
} from './types.ts';

export interface Checked {
  type: Type;
  faults: SourceError[];
}

/** @param variables what each name stands for. */
export function check(tree: Node, variables: Readonly<Record<string, Type>>): Checked {
  const faults: SourceError[] = [];
  const type = new Checker(variables, faults).typeOf(tree, {});
  return { type, faults };
}

type Locals = Readonly<Record<string, Type>>;

class Checker {
  private readonly variables: Readonly<Record<string, Type>>;
  private readonly faults: SourceError[];

  constructor(variables: Readonly<Record<string, Type>>, faults: SourceError[]) {
    this.variables = variables;
    this.faults = faults;
  }

  typeOf(node: Node, locals: Locals): Type {
    switch (node.kind) {
      case 'literal':
        return typeOfLiteral(node.value);
      case 'name':
        return this.name(node.at, node.name, locals);
      case 'select':
        return this.member(node, locals);
      case 'has':
        this.member(node, locals);
        return one(BOOL);
      case 'logic':
        for (const part of node.parts) this.bool(part, locals, `${node.name} joins bools`);
        return one(BOOL);
      case 'choice': {
        const [condition, ...ways] = node.parts;
        this.bool(condition, locals, 'a choice is by a bool');
        return either(ways.map((way) => this.typeOf(way, locals)));
      }
      case 'list':
        return one(
          LIST,
          node.parts.length === 0 ? ANY : either(node.parts.map((part) => this.typeOf(part, locals))),
        );
      case 'map':
        return this.map(node, locals);
      case 'loop':
        return this.loop(node, locals);
      case 'call':
        return this.call(node, locals);
    }
  }

  private name(at: number, name: string, locals: Locals): Type {
    const type = own(locals, name) ?? own(this.variables, name);
    if (type !== undefined) return type;
    if (TYPE_NAMES.includes(name as (typeof TYPE_NAMES)[number])) return one(TYPE);
    return this.refuse(at, `there is no variable ${name}; there are ${listed(Object.keys(this.variables))}`);
  }

  private member(node: Extract<Node, { kind: 'select' | 'has' }>, locals: Locals): Type {
    const { kinds, element, members } = this.typeOf(node.operand, locals);
    if ((kinds & MAP) === 0) return this.refuse(node.at, `${inWords({ kinds })} has no field ${node.field}`);
    if (members === undefined) return element ?? ANY;
    const known = own(members, node.field);
    if (known !== undefined) return known;
    return this.refuse(
      node.at,
      `there is no field ${node.field} here; there are ${listed(Object.keys(members))}`,
    );
  }

  private bool(node: Node, locals: Locals, because: string): void {
    const type = this.typeOf(node, locals);
    if ((type.kinds & BOOL) === 0) this.refuse(node.at, `${because}, and this is ${inWords(type)}`);
  }

  private map(node: Extract<Node, { kind: 'map' }>, locals: Locals): Type {
    const keys = node.keys.map((key) => {
      const type = this.typeOf(key, locals);
      if ((type.kinds & (STRING | NUMBER | BOOL)) === 0)
        this.refuse(key.at, `${inWords(type)} can't be a key`);
      return type;
    });
    const element = either(node.values.map((part) => this.typeOf(part, locals)));
    return { kinds: MAP, element, keys: either(keys).kinds };
  }

  private loop(node: Extract<Node, { kind: 'loop' }>, locals: Locals): Type {
    const range = this.typeOf(node.range, locals);
    if ((range.kinds & (LIST | MAP)) === 0) {
      this.refuse(
        node.at,
        `${node.loop}() goes over a list or the keys of a map, and this is ${inWords(range)}`,
      );
    }
    const keys = (range.kinds & MAP) === 0 ? [] : [one(range.keys ?? ANY.kinds)];
    const elements = (range.kinds & LIST) === 0 ? [] : [range.element ?? ANY];
    const inner = { ...locals, [node.variable]: either([...elements, ...keys]) };
    if (node.test !== null) this.bool(node.test, inner, `the condition of ${node.loop}() is a bool`);
    const step = node.step === null ? inner[node.variable] : this.typeOf(node.step, inner);
    return node.loop === 'map' || node.loop === 'filter' ? one(LIST, step ?? ANY) : one(BOOL);
  }

  private call(node: Extract<Node, { kind: 'call' }>, locals: Locals): Type {
    const { at, name, method, parts } = node;
    const operator = own(OPERATORS, name);
    const signatures = operator ?? own(method ? METHODS : FUNCTIONS, name);
    if (signatures === undefined) return this.refuse(at, unknownFunction(name, method));
    const types = parts.map((part) => this.typeOf(part, locals));
    const fitting = signatures.filter((signature) => fits(signature, types));
    if (name === 'matches' && method) this.pattern(parts[1]);
    if (fitting.length === 0)
      return this.refuse(at, misfit(operator === undefined ? `${name}()` : sign(name), types));
    const [left, right] = types as [Type, Type];
    if ((name === '_==_' || name === '_!=_') && !comparable(left, right)) {
      return this.refuse(at, `${inWords(left)} is never equal to ${inWords(right)}`);
    }
    if (name === '@in' && right.kinds === LIST && right.element && !comparable(left, right.element)) {
      return this.refuse(at, `${inWords(left)} is never in a list of ${inWords(right.element)}`);
    }
    if (name === '_[_]')
      return left.members === undefined ? (left.element ?? ANY) : either(Object.values(left.members));
    return either(fitting.map(({ gives }) => gives));
  }

  /** It is known when the rule is read, or the rule is not taken: an agent must not choose it. */
  private pattern(node: Node | undefined): void {
    if (node === undefined) return;
    if (node.kind !== 'literal' || typeof node.value !== 'string') {
      this.refuse(node.at, 'the pattern of matches() has to be written out');
      return;
    }
    try {
      patternOf(node.value);
    } catch (error) {
      this.refuse(node.at, (error as Error).message);
    }
  }

  private refuse(at: number, message: string): Type {
    this.faults.push(new SourceError(at, message));
    return ANY;
  }
}

function fits({ takes }: Signature, types: readonly Type[]): boolean {
  return (
    takes.length === types.length &&
    takes.every((kinds, place) => (kinds & (types[place] as Type).kinds) !== 0)
  );
}

function comparable(left: Type, right: Type): boolean {
  const widened = (kinds: number): number => ((kinds & NUMBER) === 0 ? kinds : kinds | NUMBER);
  return (widened(left.kinds) & widened(right.kinds)) !== 0;
}

function typeOfLiteral(value: unknown): Type {
  if (value === null) return one(16);
  const kinds = { boolean: BOOL, bigint: INT, number: DOUBLE, string: STRING } as Record<string, number>;
  return one(kinds[typeof value] ?? 0);
}

function misfit(what: string, types: readonly Type[]): string {
  const said = `${what} does not take ${types.map(inWords).join(' and ') || 'nothing'}`;
  const [left, right] = types;
  if (left === undefined || right === undefined) return said;
  if (what === '%') return `${said}: it takes ints alone; numbers of the input are doubles, so write int(…)`;
  const mixed =
    (left.kinds === INT && (right.kinds & DOUBLE) !== 0) ||
    (right.kinds === INT && (left.kinds & DOUBLE) !== 0);
  return mixed ? `${said}: numbers of the input are doubles, so write 2.0 and not 2, or double(…)` : said;
}

function unknownFunction(name: string, method: boolean): string {
  if (name === 'has') return 'has() asks for a field by its name, as in has(context.amount)';
  if (['exists', 'all', 'exists_one', 'map', 'filter'].includes(name)) {
    return `${name}() takes the name of a variable and an expression, as in context.items.${name}(item, …)`;
  }
  const there = Object.keys(method ? METHODS : FUNCTIONS);
  if (method && own(FUNCTIONS, name) !== undefined) return `${name} is no method: write ${name}(…)`;
  if (!method && own(METHODS, name) !== undefined) return `${name} is a method: write x.${name}(…)`;
  return `there is no ${method ? 'method' : 'function'} ${name}(); there are ${listed(there)}`;
}

function sign(name: string): string {
  return name === '@in' ? 'in' : name.replaceAll('_', '');
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
