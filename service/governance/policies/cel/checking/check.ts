/**
 * Finds errors before a rule is accepted: unknown names, operators on types they don't take, comparisons that are
 * never true. A rule that works for at least some input is accepted.
 */
import { OPTIONAL_ELEMENT, OPTIONAL_FIELD } from '../syntax/optional-syntax.ts';
import { isOptional, type Node, SourceError } from '../syntax/tree.ts';
import { faultOfPattern, listed, sign, typeMismatch, unknownFunction } from './refusals.ts';
import {
  ANY,
  BOOL,
  comparable,
  either,
  FUNCTIONS,
  fits,
  LIST,
  MAP,
  METHODS,
  NUMBER,
  OPERATORS,
  OPTIONAL,
  OPTIONAL_PARTS,
  one,
  STRING,
  TYPE,
  TYPE_NAMES,
  type Type,
  typeOfLiteral,
  typeText,
  WITH_PATTERN,
} from './types.ts';

export interface Checked {
  type: Type;
  faults: SourceError[];
  /** The members of names that the rule uses, such as `variables.x`. */
  named: ReadonlySet<string>;
}

/** @param variables the type of each name. */
export function checkTypes(tree: Node, variables: Readonly<Record<string, Type>>): Checked {
  const faults: SourceError[] = [];
  const checker = new Checker(variables, faults);
  return { type: checker.typeOf(tree, {}), faults, named: checker.members };
}

type Locals = Readonly<Record<string, Type>>;

class Checker {
  private readonly variables: Readonly<Record<string, Type>>;
  private readonly faults: SourceError[];
  readonly members = new Set<string>();

  constructor(variables: Readonly<Record<string, Type>>, faults: SourceError[]) {
    this.variables = variables;
    this.faults = faults;
  }

  typeOf(node: Node, locals: Locals): Type {
    switch (node.kind) {
      case 'literal':
        return typeOfLiteral(node.value);
      case 'name':
        return this.name(node, locals);
      case 'select':
        return this.member(node, locals);
      case 'has':
        this.member(node, locals);
        return one(BOOL);
      case 'logic':
        for (const part of node.parts) this.bool(part, locals, `each side of ${node.name} must be a bool`);
        return one(BOOL);
      case 'choice': {
        const [condition, ...ways] = node.parts;
        this.bool(condition, locals, 'the condition before ? must be a bool');
        return either(ways.map((way) => this.value(way, locals)));
      }
      case 'list':
        return one(
          LIST,
          node.parts.length === 0 ? ANY : either(node.parts.map((part) => this.value(part, locals))),
        );
      case 'map':
        return this.map(node, locals);
      case 'loop':
        return this.loop(node, locals);
      case 'call':
        return this.call(node, locals);
    }
  }

  /** Returns the type of an expression that has to be a value. */
  private value(node: Node, locals: Locals): Type {
    const type = this.typeOf(node, locals);
    if (type.kinds !== OPTIONAL) return type;
    return this.refuse(node.at, "an optional value can't be used here: end it with orValue(…)");
  }

  private name(node: Extract<Node, { kind: 'name' }>, locals: Locals): Type {
    const type = this.named(node, locals);
    if (!type.isName) return type;
    return this.refuse(node.at, `${node.name} is not a value: name one of its members, as in ${node.name}.x`);
  }

  private named({ at, name, isRooted }: Extract<Node, { kind: 'name' }>, locals: Locals): Type {
    const local = own(locals, name);
    if (isRooted && local !== undefined) {
      return this.refuse(
        at,
        `.${name} is hidden by the variable of this loop: give that variable another name`,
      );
    }
    const type = local ?? own(this.variables, name);
    if (type !== undefined) return type;
    if (TYPE_NAMES.includes(name as (typeof TYPE_NAMES)[number])) return one(TYPE);
    return this.refuse(at, `there is no variable ${name}; there are ${listed(Object.keys(this.variables))}`);
  }

  private member(node: Extract<Node, { kind: 'select' | 'has' }>, locals: Locals): Type {
    const { operand } = node;
    if (operand.kind !== 'name') return this.field(node, this.typeOf(operand, locals));
    const of = this.named(operand, locals);
    const name = `${operand.name}.${node.field}`;
    if (of.isName && own(of.members ?? {}, node.field) === undefined) {
      const there = Object.keys(of.members ?? {}).map((one) => `${operand.name}.${one}`);
      return this.refuse(
        node.at,
        `there is no ${name} here; there ${there.length > 0 ? `are ${listed(there)}` : 'are none'}`,
      );
    }
    if (of.isName) this.members.add(name);
    return this.field(node, of);
  }

  private field(node: { at: number; field: string }, { kinds, element, members }: Type): Type {
    if ((kinds & MAP) === 0) return this.refuse(node.at, `${typeText({ kinds })} has no field ${node.field}`);
    if (members === undefined) return element ?? ANY;
    const known = own(members, node.field);
    if (known !== undefined) return known;
    const there = listed(Object.keys(members));
    return this.refuse(
      node.at,
      `there is no field ${node.field} here; there ${there ? `are ${there}` : 'are none'}`,
    );
  }

  private bool(node: Node, locals: Locals, because: string): void {
    const type = this.typeOf(node, locals);
    if ((type.kinds & BOOL) === 0) this.refuse(node.at, `${because}, but this is ${typeText(type)}`);
  }

  private map(node: Extract<Node, { kind: 'map' }>, locals: Locals): Type {
    const keys = node.keys.map((key) => {
      const type = this.typeOf(key, locals);
      if ((type.kinds & (STRING | NUMBER | BOOL)) === 0)
        this.refuse(key.at, `${typeText(type)} can't be a key`);
      return type;
    });
    const element = either(node.values.map((part) => this.value(part, locals)));
    return { kinds: MAP, element, keys: either(keys).kinds };
  }

  private loop(node: Extract<Node, { kind: 'loop' }>, locals: Locals): Type {
    const range = this.typeOf(node.range, locals);
    if ((range.kinds & (LIST | MAP)) === 0) {
      this.refuse(
        node.at,
        `${node.loop}() goes over a list or the keys of a map, but this is ${typeText(range)}`,
      );
    }
    const keys = (range.kinds & MAP) === 0 ? [] : [one(range.keys ?? ANY.kinds)];
    const elements = (range.kinds & LIST) === 0 ? [] : [range.element ?? ANY];
    const inner = { ...locals, [node.variable]: either([...elements, ...keys]) };
    if (node.test !== null) this.bool(node.test, inner, `the condition of ${node.loop}() must be a bool`);
    const step = node.step === null ? inner[node.variable] : this.value(node.step, inner);
    return node.loop === 'map' || node.loop === 'filter' ? one(LIST, step ?? ANY) : one(BOOL);
  }

  private call(node: Extract<Node, { kind: 'call' }>, locals: Locals): Type {
    const { at, name, method, parts } = node;
    const [first] = parts;
    if (first !== undefined && (isOptional(node) || (method && isOptional(first)))) {
      return this.optional(node, first, locals);
    }
    const operator = own(OPERATORS, name);
    const signatures = operator ?? own(method ? METHODS : FUNCTIONS, name);
    if (signatures === undefined) return this.refuse(at, unknownFunction(name, method));
    const types = parts.map((part) => this.typeOf(part, locals));
    // Two optional values can both be missing.
    if (/^_[=!]=_$/.test(name) && types.every(({ kinds }) => kinds === OPTIONAL)) return one(BOOL);
    const fitting = signatures.filter((signature) => fits(signature, types));
    const [, pattern] = parts;
    if (method && WITH_PATTERN.includes(name) && pattern !== undefined) {
      const wrong = faultOfPattern(name, pattern);
      if (wrong !== null) this.refuse(pattern.at, wrong);
    }
    if (fitting.length === 0)
      return this.refuse(at, typeMismatch(operator === undefined ? `${name}()` : sign(name), types));
    const [left, right] = types as [Type, Type];
    if ((name === '_==_' || name === '_!=_') && !comparable(left, right)) {
      return this.refuse(at, `${typeText(left)} is never equal to ${typeText(right)}`);
    }
    if (name === '@in' && right.kinds === LIST && right.element && !comparable(left, right.element)) {
      return this.refuse(at, `${typeText(left)} is never in a list of ${typeText(right.element)}`);
    }
    if (name === '_[_]') return this.element(at, [left, right]);
    return either(fitting.map(({ gives }) => gives));
  }

  /** Checks the expressions that give or take an optional value. */
  private optional({ at, name, parts }: Extract<Node, { kind: 'call' }>, first: Node, locals: Locals): Type {
    const of = this.typeOf(first, locals);
    const inner = of.kinds === OPTIONAL ? (of.element ?? ANY) : of;
    const [, second] = parts;
    if (name === OPTIONAL_FIELD && second?.kind === 'literal') {
      return one(OPTIONAL, this.field({ at, field: String(second.value) }, inner));
    }
    const other = second === undefined ? ANY : this.typeOf(second, locals);
    const wanted = OPTIONAL_PARTS[name];
    if (wanted === undefined) return this.refuse(at, typeMismatch(`${name}()`, [of]));
    if (parts.length !== wanted) {
      return this.refuse(at, `${name}() takes ${wanted === 1 ? 'nothing' : 'one value'}`);
    }
    if (name === 'hasValue') return one(BOOL);
    if (name === 'value') return inner;
    if (name === OPTIONAL_ELEMENT) return one(OPTIONAL, this.element(at, [inner, other]));
    if ((other.kinds === OPTIONAL) === (name === 'or')) {
      const both = either([inner, name === 'or' ? (other.element ?? ANY) : other]);
      return name === 'or' ? one(OPTIONAL, both) : both;
    }
    const taken = name === 'or' ? 'an optional value' : 'the value to use where there is none';
    return this.refuse(at, `${name}() takes ${taken}, but this is ${typeText(other)}`);
  }

  private element(at: number, types: readonly [Type, Type]): Type {
    const [of] = types;
    if (!OPERATORS['_[_]']?.some((signature) => fits(signature, types)))
      return this.refuse(at, typeMismatch('[]', types));
    return of.members === undefined ? (of.element ?? ANY) : either(Object.values(of.members));
  }

  private refuse(at: number, message: string): Type {
    this.faults.push(new SourceError(at, message));
    return ANY;
  }
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
