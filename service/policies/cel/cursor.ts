/** Where the reader of a source stands, and how much it has read: what is too deep or too long ends here. */
import { MAX_NESTING, MAX_NODES } from './limits.ts';
import { SourceError } from './source-error.ts';
import type { Token } from './tokens.ts';
import type { Node } from './tree.ts';

export class Cursor {
  private readonly tokens: readonly Token[];
  private nodes = 0;
  private depth = 0;
  protected place = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  protected get next(): Token {
    return this.tokens[this.place] as Token;
  }

  protected atEnd(): boolean {
    return this.next.kind === 'end';
  }

  protected takes(sign: string): boolean {
    const { kind, text } = this.next;
    if (text !== sign || (kind !== 'sign' && kind !== 'name')) return false;
    this.place += 1;
    return true;
  }

  protected expect(sign: string, other?: string): void {
    if (!this.takes(sign)) throw this.unexpected(other === undefined ? sign : `${sign} or ${other}`);
  }

  protected unexpected(wanted: string): SourceError {
    const { at, kind, text } = this.next;
    return new SourceError(
      at,
      `${wanted} should stand here, not ${kind === 'end' ? 'the end of the rule' : text}`,
    );
  }

  protected inside(read: () => Node): Node {
    this.depth += 1;
    this.refuseDepth(0);
    const node = read();
    this.depth -= 1;
    return node;
  }

  protected refuseDepth(chained: number): void {
    if (this.depth + chained <= MAX_NESTING) return;
    throw new SourceError(
      this.next.at,
      `the rule is nested too deeply; at most ${MAX_NESTING} levels are taken`,
    );
  }

  protected node(node: Node): Node {
    this.nodes += 1;
    if (this.nodes <= MAX_NODES) return node;
    throw new SourceError(node.at, `the rule is too long; at most ${MAX_NODES} parts are taken`);
  }
}
