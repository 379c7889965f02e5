/**
 * Finds where strings, names and comments of SQL begin and end in a dialect, and writes the text in PostgreSQL's
 * quoting. Dialects that place them differently read different statements in one text, so the caller reads each.
 */
import type { Dialect, Lexed, Statement } from './dialects.ts';
import { quotedByGoogle } from './google-quotes.ts';

/** A parser recurses one level for each operator and parenthesis. */
const MAX_TERMS = 2_500;
const MAX_TOKENS = 20_000;

export class TooComplex extends Error {}

/** @returns null for a text that the dialect would refuse: an unclosed quote, or an unknown character. */
export function lex(text: string, dialect: Dialect): Lexed | null {
  const lexer = new Lexer(text, dialect);
  return lexer.run()
    ? { statements: lexer.statements, shape: lexer.shape.join(), hasComments: lexer.hasComments }
    : null;
}

const PARAMETER = /\?(?![|&?])|:[A-Za-z_]\w*|%s|%\([\w.]+\)s|\$\d+|\$\{[\w.]+\}|\{\{ *[\w.]+ *\}\}/y;
const WORD = /[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*/uy;
const SPACE = /\s+/y;
const DOLLAR = /\$(?:[A-Za-z_]\w*)?\$/y;

class Lexer {
  readonly statements: Statement[] = [];
  readonly shape: string[] = [];
  hasComments = false;
  private readonly text: string;
  private readonly dialect: Dialect;
  private at = 0;
  private out: string[] = [];
  private start = 0;
  private keywords: string[] = [];
  private tokens = 0;
  private isBroken = false;
  /** The number of terms in each open parenthesis. */
  private terms = [0];

  constructor(text: string, dialect: Dialect) {
    this.text = text;
    this.dialect = dialect;
  }

  run(): boolean {
    while (this.at < this.text.length) {
      if (this.space() || this.comment()) continue;
      this.count();
      if (!(this.quoted() ?? this.plain())) return false;
    }
    this.endStatement();
    return !this.isBroken;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0] ?? null;
  }

  private emit(length: number, text: string): true {
    this.at += length;
    this.out.push(text);
    return true;
  }

  private space(): boolean {
    const found = this.match(SPACE);
    return found !== null && this.emit(found.length, ' ');
  }

  private count(): void {
    this.tokens += 1;
    const last = this.terms.length - 1;
    this.terms[last] = (this.terms[last] ?? 0) + 1;
    const depth =
      this.terms.length > 1 ? this.terms.reduce((sum, terms) => sum + terms, 0) : (this.terms[0] ?? 0);
    if (this.tokens > MAX_TOKENS || depth > MAX_TERMS || this.terms.length > 100) {
      throw new TooComplex('it is too long or nested too deep');
    }
  }

  private comment(): boolean {
    const { text, at, dialect } = this;
    const two = text.slice(at, at + 2);
    const isLine =
      (two === '--' && (dialect !== 'mysql' || /^(?:\s|$)/.test(text.slice(at + 2, at + 3)))) ||
      ((dialect === 'mysql' || dialect === 'bigquery') && text[at] === '#');
    if (isLine) {
      const end = text.indexOf('\n', at);
      return this.skip(end < 0 ? text.length : end);
    }
    if (two !== '/*') return false;
    // MySQL executes the text inside such a comment.
    const run = dialect === 'mysql' ? /^\/\*M?!\d*/.exec(text.slice(at, at + 12)) : null;
    if (run !== null) {
      const end = text.indexOf('*/', at);
      this.shape.push(`r${at}`);
      if (end < 0) return this.skip(text.length);
      this.opened = end;
      return this.emit(run[0].length, ' ');
    }
    return this.skip(this.endOfComment());
  }
  /** Where a comment that is executed ends. */
  private opened = -1;

  private endOfComment(): number {
    const { text, dialect } = this;
    let depth = 1;
    const marks = /\/\*|\*\//g;
    marks.lastIndex = this.at + 2;
    for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
      if (mark[0] === '*/') depth -= 1;
      else if (dialect === 'postgres' || dialect === 'mssql') depth += 1;
      if (depth === 0) return marks.lastIndex;
    }
    // SQLite accepts an unclosed comment; the others refuse it.
    return dialect === 'sqlite' ? text.length : -1;
  }

  private skip(end: number): boolean {
    this.hasComments = true;
    if (end < 0) {
      this.isBroken = true;
      this.at = this.text.length;
      return true;
    }
    this.shape.push(`c${this.at}-${end}`);
    return this.emit(end - this.at, ' ');
  }

  /** @returns null if nothing quoted begins here; false if it has no end. */
  private quoted(): boolean | null {
    const { text, at, dialect } = this;
    const char = text[at];
    if (dialect === 'bigquery') {
      const found = quotedByGoogle(text, at);
      if (found === null || found === 'open') return found === null ? null : false;
      this.shape.push(`q${at}-${found.end}`);
      return this.emit(found.end - at, found.text);
    }
    if (char === "'") return this.string(1, dialect === 'mysql');
    if (char === '"') return dialect === 'mysql' ? this.string(1, true) : this.name('"');
    if (char === '`') return dialect === 'mysql' || dialect === 'sqlite' ? this.name('`') : false;
    if (char === '[' && (dialect === 'mssql' || dialect === 'sqlite')) return this.name(']');
    if (dialect === 'postgres' && (char === 'e' || char === 'E') && text[at + 1] === "'")
      return this.string(2, true);
    if (/[bxnBXN]/.test(char ?? '') && text[at + 1] === "'") return this.string(2, false);
    const tag = char === '$' ? this.match(DOLLAR) : null;
    if (tag === null) return null;
    if (dialect !== 'postgres') return false;
    const end = text.indexOf(tag, at + tag.length);
    if (end < 0) return false;
    const length = end + tag.length - at;
    this.shape.push(`q${at}-${at + length}`);
    return this.emit(length, text.slice(at, at + length));
  }

  /** Writes a string with doubled quotes only. */
  private string(before: number, hasEscapes: boolean): boolean {
    const quote = this.text[this.at + before - 1] as string;
    let value = '';
    for (let at = this.at + before; at < this.text.length; at += 1) {
      const char = this.text[at] as string;
      if (char === '\\' && hasEscapes) {
        at += 1;
        value += this.text[at] ?? '';
      } else if (char !== quote) value += char;
      else if (this.text[at + 1] === quote) {
        value += quote;
        at += 1;
      } else {
        this.shape.push(`q${this.at}-${at + 1}`);
        return this.emit(at + 1 - this.at, `'${value.replaceAll("'", "''")}'`);
      }
    }
    return false;
  }

  private name(close: string): boolean {
    let value = '';
    for (let at = this.at + 1; at < this.text.length; at += 1) {
      const char = this.text[at] as string;
      if (char !== close) value += char;
      else if (this.text[at + 1] === close && !(close === ']' && this.dialect === 'sqlite')) {
        value += close;
        at += 1;
      } else {
        // In other dialects, `a[1]` is an index, and hides nothing.
        if (close !== ']' || /['"`;\\#[(]|--|\/\*/.test(value)) this.shape.push(`q${this.at}-${at + 1}`);
        return value !== '' && this.emit(at + 1 - this.at, `"${value.replaceAll('"', '""')}"`);
      }
    }
    return false;
  }

  private plain(): boolean {
    const { text, at, dialect } = this;
    const parameter = this.match(PARAMETER);
    if (parameter !== null && text[at - 1] !== ':')
      return this.emit(
        parameter.length,
        parameter.startsWith('$') && !parameter.startsWith('${') ? parameter : '$1',
      );
    const word = this.match(WORD);
    if (word !== null) {
      if (this.keywords.length < 4) this.keywords.push(word.toUpperCase());
      return this.emit(word.length, word);
    }
    const char = text[at] as string;
    if (dialect === 'mssql' && char === '#') {
      const table = /^##?\w+/.exec(text.slice(at, at + 130))?.[0];
      return table !== undefined && this.emit(table.length, `"${table}"`);
    }
    const two = text.slice(at, at + 2);
    if (dialect === 'mysql' && (two === '||' || two === '&&'))
      return this.emit(2, two === '||' ? ' OR ' : ' AND ');
    if (at === this.opened && two === '*/') return this.emit(2, ' ');
    return this.mark(char);
  }

  private mark(char: string): boolean {
    if (char === '(') this.terms.push(0);
    else if (char === ')' && this.terms.length > 1) this.terms.pop();
    else if (char === ',') this.terms[this.terms.length - 1] = 0;
    else if (char === ';') {
      this.terms = [0];
      this.at += 1;
      this.endStatement();
      return true;
    } else if (this.dialect !== 'postgres' && char === '#') return false;
    else if (this.dialect === 'mysql' && char === '[') return false;
    return /[\x20-\x7e]/.test(char) && char !== '\\' && this.emit(1, char);
  }

  private endStatement(): void {
    const text = this.out.join('').trim();
    const written = this.text.slice(this.start, this.at).replace(/;$/, '');
    if (text !== '') this.statements.push({ written, text, keywords: this.keywords });
    this.out = [];
    this.start = this.at;
    this.keywords = [];
  }
}
