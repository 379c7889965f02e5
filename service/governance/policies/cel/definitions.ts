/**
 * The names that a policy defines for its rules: expressions, as `variables.x`, and lists, as `lists.x`. A variable is
 * evaluated when a rule first asks for it, at most once for each question, and its error is the error of that rule.
 */
import { type CelInput, type CelMap, type CelValue, celMap } from '@bufbuild/cel';
import { isOverBudget, spend } from './checking/meter.ts';
import { ANY, DOUBLE, LIST, mapWith, one, STRING, type Type, VARIABLES } from './checking/types.ts';
import { type Expression, readExpression, type SourceFault } from './expression.ts';
import { MAX_VARIABLE_NESTING } from './syntax/limits.ts';
import { NamedLists, type WrittenLists } from './syntax/named-lists.ts';

export interface WrittenVariable {
  name: string;
  expression: string;
}

export interface WrittenDefinitions {
  variables?: readonly WrittenVariable[];
  lists?: WrittenLists;
}

/** With the place of the variable among the others, from 0. */
export interface VariableFault extends SourceFault {
  variable: string;
  place: number;
}

interface Variable {
  expression: Expression;
  type: Type;
  /** How many variables build on one another, including this one. */
  depth: number;
}

export class Definitions {
  readonly lists: NamedLists;
  readonly faults: VariableFault[] = [];
  /** The texts with which its variables compare the action or the agent, and the texts in its lists. */
  readonly compared: string[];
  readonly #variables = new Map<string, Variable | null>();
  readonly #listTypes: Readonly<Record<string, Type>>;
  readonly #hasVariables: boolean;

  constructor({ variables = [], lists = {} }: WrittenDefinitions) {
    this.lists = new NamedLists(lists);
    this.compared = Object.values(lists).flatMap((values) =>
      values.filter((value) => typeof value === 'string'),
    );
    this.#listTypes = Object.fromEntries(
      Object.entries(lists).map(([name, values]) => [
        name,
        one(LIST, values.length === 0 ? ANY : one(kindsOf(values))),
      ]),
    );
    this.#hasVariables = variables.length > 0;
  }

  /** The types of the names that a rule, or the next variable, can use. */
  get types(): Readonly<Record<string, Type>> {
    const types: Record<string, Type> = { ...VARIABLES };
    const variables = [...this.#variables].map(([name, known]) => [name, known?.type ?? ANY]);
    if (this.#hasVariables) types.variables = { ...mapWith(Object.fromEntries(variables)), isName: true };
    if (this.#hasLists) types.lists = { ...mapWith(this.#listTypes), isName: true };
    return types;
  }

  get #hasLists(): boolean {
    return Object.keys(this.#listTypes).length > 0;
  }

  /** Returns the values for one question. @param inputs the values of the input, by name. */
  valuesWith(inputs: Record<string, CelInput>): Record<string, CelInput> {
    const values = { ...inputs };
    if (this.#hasLists) values.lists = this.lists.map;
    if (this.#hasVariables) values.variables = this.#evaluatedOnce(values);
    return values;
  }

  /** Reads a variable, which can name those before it. @param place among the others, from 0. */
  add({ name, expression: source }: WrittenVariable, place: number): void {
    const addFault = (fault: SourceFault) => this.faults.push({ variable: name, place, ...fault });
    if (this.#variables.has(name)) {
      addFault({ line: 1, column: 1, message: 'another variable of this policy has the same name' });
      return;
    }
    const { expression, type, named, faults } = readExpression(source, this);
    const depth = 1 + Math.max(0, ...[...named].map((one) => this.#depthOf(one)));
    faults.forEach(addFault);
    if (depth > MAX_VARIABLE_NESTING) {
      const message = `at most ${MAX_VARIABLE_NESTING} variables may build on one another`;
      addFault({ line: 1, column: 1, message });
    }
    this.compared.push(...(expression?.compared ?? []));
    this.#variables.set(name, expression === null ? null : { expression, type, depth });
  }

  #depthOf(named: string): number {
    const [root, name = ''] = named.split('.');
    return root === 'variables' ? (this.#variables.get(name)?.depth ?? 0) : 0;
  }

  #evaluatedOnce(values: Record<string, CelInput>): CelMap {
    const known = new Map<string, CelValue>();
    const map: CelMap & { get: CelMap['get']; has: CelMap['has'] } = celMap(new Map());
    map.has = (name) => this.#variables.has(String(name));
    map.get = (name) => {
      const before = known.get(String(name));
      if (before !== undefined) return before;
      const variable = this.#variables.get(String(name));
      if (variable === undefined || variable === null) return undefined;
      spend(variable.expression.units);
      const value = variable.expression.evaluate(values) as CelValue;
      // Another rule may have enough units left.
      if (!isOverBudget()) known.set(String(name), value);
      return value;
    };
    return map;
  }
}

function kindsOf(values: WrittenLists[string]): number {
  return values.reduce<number>((kinds, value) => kinds | (typeof value === 'string' ? STRING : DOUBLE), 0);
}
