/**
 * Reads the source of a rule into its tree, in time that grows with its length. The grammar is that of CEL without
 * what JSON has no values for (unsigned numbers, bytes, messages), which is refused in its place. Its names for operators
 * are those of the language definition.
 */
import { Cursor } from './cursor.ts';
import { MAX_LOOP_NESTING, MAX_SOURCE_CHARACTERS } from './limits.ts';
import { SourceError } from './source-error.ts';
import { type Token, tokensOf } from './tokens.ts';
import { LOOPS, type Loop, type Node } from './tree.ts';

/** @throws SourceError */
export function readTree(source: string): Node {
  if (source.length > MAX_SOURCE_CHARACTERS) {
    throw new SourceError(
      0,
      `the rule has ${source.length} characters; at most ${MAX_SOURCE_CHARACTERS} are taken`,
    );
  }
  return new Reader(tokensOf(source)).whole();
}

/** Loosest first; each binds the operators of a row from the left. */
const OPERATORS: readonly (readonly string[])[] = [
  ['<', '<=', '>', '>=', '==', '!=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];
const KEYWORDS = ['true', 'false', 'null', 'in'];
const RESERVED =
  'as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  );

class Reader extends Cursor {
  private loops = 0;

  whole(): Node {
    if (this.atEnd()) throw new SourceError(0, 'the rule is empty');
    const tree = this.expression();
    if (!this.atEnd()) throw this.unexpected('an operator or the end of the rule');
    return tree;
  }

  private expression(): Node {
    return this.inside(() => {
      const condition = this.logic('||');
      const at = this.next.at;
      if (!this.takes('?')) return condition;
      const yes = this.logic('||');
      this.expect(':');
      return this.node({ at, kind: 'choice', parts: [condition, yes, this.expression()] });
    });
  }

  private logic(name: '||' | '&&'): Node {
    const part = (): Node => (name === '||' ? this.logic('&&') : this.binary(0));
    const parts = [part()];
    const at = this.next.at;
    while (this.takes(name)) parts.push(part());
    return parts.length === 1 ? (parts[0] as Node) : this.node({ at, kind: 'logic', name, parts });
  }

  private binary(row: number): Node {
    const signs = OPERATORS[row];
    if (signs === undefined) return this.unary();
    let left = this.binary(row + 1);
    for (let chained = 1; ; chained += 1) {
      const { at, text } = this.next;
      if (!signs.some((sign) => this.takes(sign))) return left;
      this.refuseDepth(chained);
      const parts = [left, this.binary(row + 1)];
      left = this.node({ at, kind: 'call', name: text === 'in' ? '@in' : `_${text}_`, method: false, parts });
    }
  }

  private unary(): Node {
    const { at } = this.next;
    if (this.takes('!')) {
      return this.inside(() =>
        this.node({ at, kind: 'call', name: '!_', method: false, parts: [this.unary()] }),
      );
    }
    if (!this.takes('-')) return this.member();
    const { kind, value } = this.next;
    if (kind === 'int')
      return this.member(this.node({ at, kind: 'literal', value: this.int(-(value as bigint)) }));
    return this.inside(() => {
      const part = this.unary();
      if (kind === 'double' && part.kind === 'literal')
        return { at, kind: 'literal', value: -(value as number) };
      return this.node({ at, kind: 'call', name: '-_', method: false, parts: [part] });
    });
  }

  private member(first?: Node): Node {
    let operand = first ?? this.primary();
    for (let chained = 1; ; chained += 1) {
      const { at } = this.next;
      if (this.takes('.')) {
        const field = this.fieldName();
        operand = this.takes('(')
          ? this.method(at, operand, field)
          : this.node({ at, kind: 'select', operand, field });
      } else if (this.takes('[')) {
        const parts = [operand, this.expression()];
        this.expect(']');
        operand = this.node({ at, kind: 'call', name: '_[_]', method: false, parts });
      } else if (operand.kind === 'select' && this.next.text === '{') {
        throw new SourceError(operand.at, `rules have no messages such as ${operand.field}{}`);
      } else return operand;
      this.refuseDepth(chained);
    }
  }

  private method(at: number, operand: Node, name: string): Node {
    const loop = (name === 'existsOne' ? 'exists_one' : name) as Loop;
    if (!LOOPS.includes(loop)) {
      return this.node({ at, kind: 'call', name, method: true, parts: [operand, ...this.until(')')] });
    }
    this.loops += 1;
    if (this.loops > MAX_LOOP_NESTING) {
      throw new SourceError(at, `at most ${MAX_LOOP_NESTING} loops stand inside one another`);
    }
    const parts = this.until(')');
    this.loops -= 1;
    const [variable, first, second] = parts;
    const fitting = parts.length === 2 || (loop === 'map' && parts.length === 3);
    if (variable?.kind !== 'name' || first === undefined || !fitting) {
      return this.node({ at, kind: 'call', name, method: true, parts: [operand, ...parts] });
    }
    const plainMap = loop === 'map' && second === undefined;
    const [test, step] = plainMap ? [null, first] : [first, second ?? null];
    return this.node({ at, kind: 'loop', loop, range: operand, variable: variable.name, test, step });
  }

  private primary(): Node {
    const token = this.next;
    const { at, kind, text, value } = token;
    if (kind === 'int') return this.node({ at, kind: 'literal', value: this.int(value as bigint) });
    if (kind === 'double' || kind === 'string') {
      this.place += 1;
      return this.node({ at, kind: 'literal', value: value as string | number });
    }
    if (kind === 'name') return this.named(token);
    if (this.takes('(')) {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (this.takes('[')) return this.node({ at, kind: 'list', parts: this.until(']') });
    if (this.takes('{')) return this.map(at);
    if (text === '.') throw new SourceError(at, 'rules have no namespaces: write the name without the dot');
    throw this.unexpected('a value');
  }

  private named({ at, text }: Token): Node {
    this.place += 1;
    if (text === 'true' || text === 'false')
      return this.node({ at, kind: 'literal', value: text === 'true' });
    if (text === 'null') return this.node({ at, kind: 'literal', value: null });
    if (text === 'in' || RESERVED.includes(text))
      throw new SourceError(at, `${text} is reserved and can't be a name`);
    if (this.next.text === '{') throw new SourceError(at, `rules have no messages such as ${text}{}`);
    if (!this.takes('(')) return this.node({ at, kind: 'name', name: text });
    const parts = this.until(')');
    const [only] = parts;
    if (text === 'has' && parts.length === 1 && only?.kind === 'select') return { ...only, at, kind: 'has' };
    return this.node({ at, kind: 'call', name: text, method: false, parts });
  }

  private map(at: number): Node {
    const keys: Node[] = [];
    const values: Node[] = [];
    while (!this.takes('}')) {
      if (keys.length > 0) this.expect(',', '}');
      if (keys.length > 0 && this.takes('}')) break;
      keys.push(this.expression());
      this.expect(':');
      values.push(this.expression());
    }
    return this.node({ at, kind: 'map', keys, values });
  }

  /** Expressions with commas between, up to the bracket that closes; a list may have a last comma. */
  private until(bracket: ')' | ']'): Node[] {
    const parts: Node[] = [];
    while (!this.takes(bracket)) {
      if (parts.length > 0) this.expect(',', bracket);
      if (parts.length > 0 && bracket === ']' && this.takes(bracket)) break;
      parts.push(this.expression());
    }
    return parts;
  }

  private fieldName(): string {
    const { kind, text, value } = this.next;
    if (kind !== 'quoted name' && (kind !== 'name' || KEYWORDS.includes(text)))
      throw this.unexpected('the name of a field');
    this.place += 1;
    return kind === 'name' ? text : (value as string);
  }

  private int(value: bigint): bigint {
    const { at, text } = this.next;
    this.place += 1;
    if (BigInt.asIntN(64, value) === value) return value;
    throw new SourceError(at, `${text} is greater than an int can be; as a double it is ${text}.0`);
  }
}
