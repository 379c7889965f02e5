/** Collects what the entries of one act say of its arguments into one reading. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { Effect, Target } from '../targets/index.ts';
import type { ToolEntry, ToolTarget } from '../tools/index.ts';
import { countWork } from '../work.ts';
import { type Allowance, allowance, type Found, MAX_ELEMENTS, readPath } from './arguments/arguments.ts';
import { asDone } from './as-done.ts';
import { effectsOf, everyEffectOf, gravestOf } from './effects.ts';
import { mergeFacts } from './facts.ts';
import { messagesIn } from './messages.ts';
import { amountOf } from './money/amount.ts';
import { type ContentsRead, readContents } from './read-contents.ts';
import type { Readers } from './readers.ts';
import type { Reading } from './reading.ts';
import { strayTargets } from './stray-targets.ts';
import { unreadRuns } from './unread-runs.ts';
import { whoBehindIds } from './who-behind-ids.ts';

type ReadTarget = Target | { unreadable: string };

interface ReadAt {
  path: string;
  targets: readonly ReadTarget[];
}

/** Targets of one act. Each is compared with what is known. */
export const MAX_REACHES = 500;

export class Collector {
  readonly effects = new Set<Effect>();
  readonly #reading: Reading;
  readonly #readers: Readers;
  readonly #allowed: Allowance = allowance();
  readonly #read = new Map<string, readonly ReadTarget[]>();
  readonly #reached = new Set<string>();
  /** The places of the targets that entries name. */
  readonly #places = new Set<string>();
  /** An entry says that something runs, and no command that was read says what. */
  #runs = false;
  #isFull = false;

  constructor(reading: Reading, readers: Readers) {
    this.#reading = reading;
    this.#readers = readers;
  }

  add(entry: ToolEntry, given: JsonObject): void {
    const contents = readContents(entry, given, this.#allowed, this.#readers);
    const effects = effectsOf(entry, given, this.#allowed);
    if (contents.replaceExecute) effects.delete('execute');
    if (effects.has('execute')) this.#runs = true;
    const told = asDone(contents, effects);
    for (const { effect } of told.acts) effects.add(effect);
    this.#addContents(told);
    this.#addMessages(entry, given, effects);
    for (const target of entry.targets) this.#addTarget(target, given, effects);
    for (const effect of effects) this.effects.add(effect);
    this.#addStrays(entry, given, effects);
    // Naming a program says what runs, with or without a command for it.
    const isProgramNamed = this.#reading.reaches.some(({ role }) => role === 'program');
    if (contents.missing !== null && !isProgramNamed) this.#reading.contents.push(contents.missing);
    if (entry.amount !== undefined) {
      const amount = amountOf(entry.amount, given, this.#allowed);
      if (typeof amount === 'number')
        this.#reading.amount_usd = Math.max(amount, this.#reading.amount_usd ?? 0);
      else if (amount !== null) this.#reading.contents.push({ ...amount, kind: 'amount' });
    }
  }

  /** Call this after the last entry. */
  finish(given: JsonObject): void {
    this.#addUnreadRuns(given);
    this.#reading.reaches = whoBehindIds(this.#reading.reaches);
  }

  #addUnreadRuns(given: JsonObject): void {
    const { contents, reaches } = this.#reading;
    if (!this.#runs || contents.some(({ kind }) => RUN.includes(kind))) return;
    const looked = {
      targets: this.#places,
      contents: new Set(contents.map(({ path }) => path)),
      isNamed: reaches.some(({ role }) => role === 'program'),
      isCommand: (text: string) => this.#isCommand(text),
    };
    for (const path of unreadRuns(given, looked, this.#allowed))
      contents.push({ path, kind: 'code', unreadable: NO_CONTENT });
  }

  /** Whether more is found in the text than code that runs. */
  #isCommand(text: string): boolean {
    countWork(text.length);
    return this.#readers.readContent('code', text, {}).acts.length > 1;
  }

  /** Adds all that the tool may do, because nothing of the call can be read. */
  addUnreadable(entry: ToolEntry, unreadable: string): void {
    const effects = everyEffectOf(entry);
    for (const effect of effects) this.effects.add(effect);
    for (const target of entry.targets) {
      for (const effect of target.effect === undefined ? effects : [target.effect]) {
        this.effects.add(effect);
        this.#reach(effect, target, target.path, { unreadable });
      }
    }
    const { contents } = this.#reading;
    for (const { path, kind } of entry.contents) contents.push({ path, kind, unreadable });
    if (entry.amount !== undefined) contents.push({ path: entry.amount.path, kind: 'amount', unreadable });
    if (entry.contents.length === 0 && gravestOf(effects) !== undefined)
      contents.push({ path: '$', kind: 'text', unreadable });
  }

  #addContents({ contents, acts, facts }: ContentsRead): void {
    this.#reading.contents.push(...contents);
    // No copy needed: these facts already belong to this reading.
    if (isEmpty(this.#reading.facts)) this.#reading.facts = facts;
    else mergeFacts(this.#reading.facts, facts);
    for (const act of acts) {
      const { effect, what, targets, risk_level, irreversible, beyond_mandates, particulars, path } = act;
      this.#reading.acts.push({
        effect,
        what,
        ...(risk_level !== undefined && { risk_level }),
        ...(irreversible === true && { irreversible }),
        ...(beyond_mandates === true && { beyond_mandates }),
        ...(particulars !== undefined && { particulars: [...particulars] }),
      });
      for (const { kind, role, text, unreadable } of targets) {
        const read = unreadable === undefined ? this.#normalised(kind, text) : [{ unreadable }];
        for (const each of read) this.#reach(effect, { kind, role }, path, each);
      }
    }
  }

  #addTarget(target: ToolTarget, given: JsonObject, effects: ReadonlySet<Effect>): void {
    const found = readPath(given, target.path, this.#allowed);
    for (const { path, targets } of this.#targetsIn(found, target)) {
      this.#places.add(path);
      for (const effect of target.effect === undefined ? effects : [target.effect]) {
        this.effects.add(effect);
        for (const each of targets) this.#reach(effect, target, path, each);
      }
    }
  }

  /** Skips a call that only reads, because a search may be for any address. */
  #addStrays(entry: ToolEntry, given: JsonObject, effects: ReadonlySet<Effect>): void {
    const effect = gravestOf(effects);
    if (effect === undefined) return;
    const named = new Set([...this.#places, ...entry.contents.map(({ path }) => path)]);
    for (const { path, kind, role, text, effect: by } of strayTargets(
      given,
      effect,
      (at) => named.has(at),
      this.#allowed,
    )) {
      for (const read of this.#normalised(kind, text)) {
        if (kind !== 'account' || !('unreadable' in read)) this.#reach(by, { kind, role }, path, read);
      }
    }
  }

  /** Skips a call that only reads, because it writes to no one. */
  #addMessages(entry: ToolEntry, given: JsonObject, effects: Set<Effect>): void {
    if (gravestOf(effects) === undefined) return;
    const named = new Set(entry.contents.map(({ path }) => path));
    // Its own allowance, so that looking everywhere leaves enough for the places that the entry names.
    const allowed = allowance();
    const { mails, broken } = messagesIn(given, (at) => named.has(at), allowed);
    if (allowed.left <= 0 && effects.has('send'))
      this.#reading.contents.push({ path: '$', kind: 'text', unreadable: TOO_MANY_ELEMENTS });
    for (const path of broken) this.#reading.contents.push({ path, kind: 'text', unreadable: BROKEN });
    const contents = mails.map(({ path }) => ({ path, kind: 'text' as const }));
    const told = asDone(readContents({ ...entry, contents }, given, this.#allowed, this.#readers), effects);
    this.#addContents(told);
    for (const { effect } of told.acts) effects.add(effect);
  }

  *#targetsIn(found: Found, { kind, path: written }: ToolTarget): Generator<ReadAt> {
    if ('unreadable' in found) {
      yield { path: written, targets: [found] };
      return;
    }
    for (const { path, value } of found.values) {
      if (Array.isArray(value)) {
        const inner = readPath(value, '[*]', this.#allowed);
        if ('unreadable' in inner) yield { path, targets: [inner] };
        else
          for (const each of inner.values)
            yield { path: path + each.path, targets: this.#text(kind, each.value) };
      } else yield { path, targets: this.#text(kind, value) };
    }
  }

  #text(kind: ToolTarget['kind'], value: JsonValue): readonly ReadTarget[] {
    if (typeof value === 'string') return this.#normalised(kind, value);
    if (typeof value === 'number') return this.#normalised(kind, String(value));
    return [{ unreadable: `it is ${typeof value === 'boolean' ? 'true or false' : 'no text'}` }];
  }

  #normalised(kind: ToolTarget['kind'], text: string): readonly ReadTarget[] {
    const key = `${kind} ${text}`;
    let read = this.#read.get(key);
    if (read === undefined) {
      if (this.#read.size >= MAX_REACHES) return [TOO_MANY];
      countWork(text.length);
      read = this.#readers.normalise(kind, text);
      this.#read.set(key, read);
    }
    return read;
  }

  /** Adds a target once. */
  #reach(
    effect: Effect,
    { kind, role }: Pick<ToolTarget, 'kind' | 'role'>,
    path: string,
    read: ReadTarget,
  ): void {
    const key = JSON.stringify([effect, role, read]);
    if (this.#isFull || this.#reached.has(key)) return;
    this.#isFull = this.#reached.size >= MAX_REACHES;
    const told = this.#isFull ? TOO_MANY : read;
    this.#reached.add(key);
    this.#reading.reaches.push(
      'unreadable' in told
        ? { effect, kind, path, role, unreadable: told.unreadable }
        : { effect, kind: told.kind, path, role, value: told.value },
    );
  }
}

const TOO_MANY_ELEMENTS = `the arguments have more than ${MAX_ELEMENTS} elements`;
const BROKEN = 'it has a line break, behind which a mail program reads another header';
/** Contents that say what runs. */
const RUN: readonly Reading['contents'][number]['kind'][] = ['shell', 'sql', 'mongo', 'code'];
const NO_CONTENT = 'the tool runs something, and its entry names no content there';
const TOO_MANY = { unreadable: `the action has more than ${MAX_REACHES} targets` };

function isEmpty(facts: JsonObject): boolean {
  for (const _ in facts) return false;
  return true;
}
