/** The notes of one reading of SQL: its acts, and the facts that rules see of its statements. */
import type { JsonObject } from '@assize/evidence-format';
import {
  type Act,
  type ContentTarget,
  listed,
  MAX_LISTED,
  type Particular,
  shown,
  target,
} from '../content.ts';
import type { Effect } from '../targets/index.ts';
import { kindOfFunction } from './functions.ts';

export class UnreadableSql extends Error {}

/** How a change is bounded: without a WHERE, by one that is always true, or by one that chooses rows. */
export type Where = 'none' | 'always_true' | 'bounded';

export interface StatementFact {
  kind: string;
  tables: string[];
  /** null if this kind of statement has no WHERE. */
  where: Where | null;
}

const MAX_STATEMENTS = 1_000;

export class SqlNotes {
  readonly acts: Act[] = [];
  readonly statements: StatementFact[] = [];
  readonly functions: string[] = [];
  readonly grants: { privileges: string[]; on: string[]; to: string[] }[] = [];
  hasComments = false;
  dialects: string[] = [];
  private readonly keys = new Set<string>();

  add(act: Act): void {
    const isOpen = act.targets.length === 0 && act.effect !== 'read' && act.effect !== 'write';
    if (isOpen)
      act.targets = [target('program', 'program', `sql ${this.statements.at(-1)?.kind ?? 'statement'}`)];
    const key = `${act.effect} ${act.risk_level} ${act.what} ${act.targets.map(({ text }) => text).join('\n')} ${JSON.stringify(act.particulars)}`;
    if (this.keys.has(key)) return;
    this.keys.add(key);
    this.acts.push(act);
  }

  statement(kind: string, tables: readonly string[], where: Where | null = null): StatementFact {
    if (this.statements.length >= MAX_STATEMENTS) throw new UnreadableSql('it has too many statements');
    const fact = { kind, tables: listed(tables), where };
    this.statements.push(fact);
    return fact;
  }

  /** Adds an act on tables, or on other objects of the database. */
  does(effect: Effect, what: string, names: readonly string[], more: Partial<Act> = {}): void {
    const role = effect === 'read' ? 'place' : 'object';
    const targets = names.slice(0, MAX_LISTED).map((name) => target('object', role, name));
    if (names.length > MAX_LISTED)
      targets.push(target('object', role, '…', 'there are more of them than are listed'));
    this.add({ effect, what: named(what, names), targets, ...more });
  }

  /** @param to the roles that receive it. */
  configures(what: string, to: readonly string[] = []): void {
    const targets = to.map((name): ContentTarget => target('object', 'grantee', name));
    this.add({ effect: 'configure', what: named(what, to), targets, risk_level: 'high' });
  }

  changes(
    kind: 'update' | 'delete',
    tables: readonly string[],
    where: Where,
    particulars: readonly Particular[],
  ): void {
    this.statement(kind, tables, where);
    const isAll = where !== 'bounded';
    const all =
      where === 'none' ? ', all of it,' : isAll ? ', all of it by a condition that is always true,' : '';
    const more: Partial<Act> = {
      ...(isAll && { irreversible: true, risk_level: 'high', beyond_mandates: true }),
      ...told(particulars),
    };
    if (kind === 'update') this.does('write', `changes rows${all} of`, tables, more);
    else this.does('delete', `deletes rows${all} of`, tables, { irreversible: true, ...more });
  }

  calls(name: string): void {
    this.functions.push(name);
    const found = kindOfFunction(name);
    if (found === null) return;
    const targets = [target('object', 'program', name)];
    this.add({
      effect: found.effect,
      what: `${found.what} ${shown(name)}`,
      targets,
      ...(found.risk_level !== undefined && { risk_level: found.risk_level }),
    });
  }

  facts(): JsonObject {
    const kinds = this.statements.map(({ kind }) => kind);
    return {
      statements: this.statements
        .slice(0, MAX_LISTED)
        .map(({ kind, tables, where }) => ({ kind, tables, where })),
      kinds: listed(kinds),
      tables: listed(this.statements.flatMap(({ tables }) => tables)),
      functions: listed(this.functions),
      grants: this.grants.slice(0, MAX_LISTED).map(({ privileges, on, to }) => ({
        privileges: listed(privileges),
        on: listed(on),
        to: listed(to),
      })),
      several: this.statements.length > 1,
      comments: this.hasComments,
      unbounded: this.statements.some(({ where }) => where === 'none' || where === 'always_true'),
      dialects: this.dialects,
    };
  }
}

/** Leaves `particulars` out if there are none. */
export const told = (particulars: readonly Particular[]): Pick<Act, 'particulars'> =>
  particulars.length > 0 ? { particulars: [...particulars] } : {};

function named(what: string, names: readonly string[]): string {
  if (names.length === 0) return what.replace(/ (?:of|in|to|from|by|for|the table|into)$/, '');
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return `${what} ${names
    .slice(0, 3)
    .map((name) => shown(name))
    .join(', ')}${more}`;
}
