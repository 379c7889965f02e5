/**
 * Checks a plan. A model's plan counts only as far as the accepted catalogue has its tools and effects, and the task
 * has its parties and amounts word for word. Everything else is dropped, and told. Pure.
 */

import { possibleEffectsOf } from '@assize/act-reading/act';
import { isPattern, readName, readPattern } from '@assize/act-reading/names';
import {
  DETECT,
  EFFECTS,
  type Effect,
  normalise,
  TARGET_KINDS,
  type Target,
  type WrittenKind,
} from '@assize/act-reading/targets';
import { type Catalogue, CURRENCY_PATTERN, MAX_NAME_CHARACTERS } from '@assize/act-reading/tools';
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import {
  type CheckedPlan,
  type CheckedStep,
  type Dropped,
  MAX_AMOUNT,
  MAX_COUNT,
  MAX_PARTIES,
  MAX_STEPS,
  type WantedPlan,
} from './plan.ts';
import { type TaskSays, taskSays } from './task-says.ts';

const MEMBERS: readonly string[] = ['tool', 'effects', 'parties', 'amount', 'currency', 'count'];
const CURRENCY = new RegExp(CURRENCY_PATTERN);
const MAX_DROPPED = 200;
const MAX_SHOWN = 120;

/** @param catalogue as it is in force, with what was accepted and has not changed. */
export function checkedPlan(catalogue: Catalogue, task: string, { by, steps }: WantedPlan): CheckedPlan {
  const dropped: Dropped[] = [];
  const drop = (step: number, field: string, value: JsonValue | undefined, reason: string) => {
    if (dropped.length < MAX_DROPPED) dropped.push({ step, field, value: shownValue(value), reason });
  };
  if (!Array.isArray(steps)) {
    drop(0, 'steps', steps, 'it is not a list of steps');
    return { steps: [], dropped };
  }
  const check = new StepCheck(catalogue, by === 'model' ? taskSays(task) : null, drop);
  const read = steps.slice(0, MAX_STEPS).flatMap((step, place) => check.step(step, place));
  if (steps.length > MAX_STEPS) {
    drop(MAX_STEPS, 'steps', steps.length - MAX_STEPS, `a plan has at most ${MAX_STEPS} steps`);
  }
  return { steps: read, dropped };
}

type Drop = (step: number, field: string, value: JsonValue | undefined, reason: string) => void;

class StepCheck {
  readonly #catalogue: Catalogue;
  /** null where the plan is believed. */
  readonly #says: TaskSays | null;
  readonly #drop: Drop;

  constructor(catalogue: Catalogue, says: TaskSays | null, drop: Drop) {
    this.#catalogue = catalogue;
    this.#says = says;
    this.#drop = drop;
  }

  /** Returns one step, or none. */
  step(written: JsonValue, place: number): CheckedStep[] {
    if (!isObject(written)) {
      this.#drop(place, 'step', written, 'it is not a step');
      return [];
    }
    for (const name of Object.keys(written)) {
      if (!MEMBERS.includes(name))
        this.#drop(place, name.slice(0, MAX_SHOWN), written[name], 'a step has no such member');
    }
    const { tool } = written;
    const fault = this.#faultOfTool(tool);
    if (fault !== null) {
      this.#drop(place, 'tool', tool, fault);
      return [];
    }
    const effects = this.#effectsOf(tool as string, written.effects, place);
    if (effects.length === 0) return [];
    return [
      {
        tool: tool as string,
        effects,
        parties: this.#partiesOf(written.parties, place),
        ...this.#moneyOf(written, place),
        ...this.#countOf(written.count, place),
      },
    ];
  }

  #faultOfTool(tool: JsonValue | undefined): string | null {
    if (typeof tool !== 'string' || tool.length > MAX_NAME_CHARACTERS) return 'it is not the name of a tool';
    const isReadable = isPattern(tool) ? readPattern({ tool }) !== null : readName(tool) !== null;
    if (!isReadable) return 'its name may pose as that of another tool';
    return this.#says === null ? null : this.#faultInCatalogue(tool);
  }

  #faultInCatalogue(tool: string): string | null {
    if (isPattern(tool))
      return this.#catalogue.ofPattern(tool) === null ? 'the catalogue does not have this pattern' : null;
    const match = this.#catalogue.match(tool);
    if (!('unlisted' in match)) return null;
    switch (match.unlisted) {
      case 'changed':
        return 'the tool has changed since it was accepted';
      case 'ambiguous':
        return 'the catalogue has several tools of this name';
      default:
        return 'the catalogue does not have this tool';
    }
  }

  /** Returns what the tool may do by its entries; null where the catalogue does not have it. */
  #possible(tool: string): Effect[] | null {
    if (isPattern(tool)) {
      const found = this.#catalogue.ofPattern(tool);
      return found === null ? null : possibleEffectsOf(found.entry);
    }
    const match = this.#catalogue.match(tool);
    return 'unlisted' in match ? null : match.all.flatMap(({ entry }) => possibleEffectsOf(entry));
  }

  #effectsOf(tool: string, written: JsonValue | undefined, place: number): Effect[] {
    const possible = this.#possible(tool);
    if (written === undefined) {
      if (possible === null) this.#drop(place, 'effects', tool, 'the catalogue does not say what it does');
      return EFFECTS.filter((effect) => possible?.includes(effect));
    }
    if (!Array.isArray(written)) {
      this.#drop(place, 'effects', written, 'it is not a list of effects');
      return [];
    }
    for (const effect of written.slice(0, MAX_PARTIES)) {
      if (!EFFECTS.some((known) => known === effect))
        this.#drop(place, 'effects', effect, 'there is no such effect');
      else if (!this.#may(possible, effect))
        this.#drop(place, 'effects', effect, 'the tool does not have this effect');
    }
    const found = EFFECTS.filter((effect) => written.includes(effect) && this.#may(possible, effect));
    if (found.length === 0) this.#drop(place, 'tool', tool, 'no effect of it is left');
    return found;
  }

  #may(possible: readonly Effect[] | null, effect: JsonValue): boolean {
    return this.#says === null || possible?.some((one) => one === effect) === true;
  }

  #partiesOf(written: JsonValue | undefined, place: number): Target[] {
    if (written === undefined) return [];
    if (!Array.isArray(written)) {
      this.#drop(place, 'parties', written, 'it is not a list of parties');
      return [];
    }
    if (written.length > MAX_PARTIES) {
      this.#drop(place, 'parties', written.length - MAX_PARTIES, `a step has at most ${MAX_PARTIES} parties`);
    }
    return written.slice(0, MAX_PARTIES).flatMap((party) => {
      const target = this.#partyOf(party);
      if (typeof target !== 'string') return [target];
      this.#drop(place, 'parties', isObject(party) ? party.value : party, target);
      return [];
    });
  }

  /** Returns the party, or why it does not count. */
  #partyOf(written: JsonValue): Target | string {
    if (!isObject(written) || typeof written.value !== 'string') return 'it is not a party';
    const { kind = DETECT, value } = written;
    if (!KINDS.some((known) => known === kind)) return 'there is no such kind of party';
    const [target, ...others] = normalise(kind as WrittenKind, value);
    if (target === undefined || others.length > 0) return 'it is not one party';
    if ('unreadable' in target) return target.unreadable;
    return this.#says === null || this.#says.party(target) ? target : 'the task does not name it';
  }

  #moneyOf({ amount, currency }: JsonObject, place: number): Pick<CheckedStep, 'amount' | 'currency'> {
    const money: Pick<CheckedStep, 'amount' | 'currency'> = {};
    if (amount !== undefined) {
      const fault = this.#faultOfAmount(amount);
      if (fault === null) money.amount = amount as number;
      else this.#drop(place, 'amount', amount, fault);
    }
    if (currency !== undefined) {
      const isCode = typeof currency === 'string' && CURRENCY.test(currency);
      if (isCode && this.#says?.currency(currency) !== false) money.currency = currency;
      else
        this.#drop(
          place,
          'currency',
          currency,
          isCode ? 'the task does not name it' : 'it is not a currency',
        );
    }
    return money;
  }

  #faultOfAmount(amount: JsonValue): string | null {
    if (typeof amount !== 'number' || amount <= 0 || amount > MAX_AMOUNT) return 'it is not an amount';
    return this.#says?.amount(amount) === false ? 'the task does not state it' : null;
  }

  #countOf(count: JsonValue | undefined, place: number): Pick<CheckedStep, 'count'> {
    if (count === undefined) return {};
    if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MAX_COUNT)
      return { count };
    this.#drop(place, 'count', count, `it is not a whole number from 1 to ${MAX_COUNT}`);
    return {};
  }
}

const KINDS: readonly WrittenKind[] = [...TARGET_KINDS, DETECT];

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shownValue(value: JsonValue | undefined): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '(a list)' : '(an object)';
  const plain = String(value ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
  return plain.length <= MAX_SHOWN ? plain : `${plain.slice(0, MAX_SHOWN - 1)}…`;
}
