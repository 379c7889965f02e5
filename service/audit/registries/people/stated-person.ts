/** Collects what evidence states about one member, in the order of the chain, and notes sign-ins made with something it never stated. */
import type { JsonObject } from '@assize/evidence-format';
import { BACKUP_CODES, isPassing, SESSION } from '../../../members/record/index.ts';
import type { Act } from '../../comparing/acts.ts';

type Place = Pick<Act, 'position' | 'id'>;

/** A sign-in, or a change of sign-in, that does not match the earlier statements. */
interface Unstated extends Place {
  action: string;
  name: string;
  value: string | null;
}

export class StatedPerson {
  /** By its subject; null if it is gone. */
  readonly values = new Map<string, string | null>();
  /** Otherwise a payload is gone, or an earlier version wrote it, and the next sign-in states the person. */
  isWhole = false;
  /** Some payload is gone, so a session or a link may have had its record. */
  hasGaps = false;
  /** The last record of them. */
  last: Place | null = null;
  /** The last time at which they could begin a session, ms since the epoch. */
  begunAt = Number.NEGATIVE_INFINITY;
  unstated: Unstated[] = [];
  readonly #sessions = new Set<string>();

  /** A join, or the statement of an earlier member, which states everything. */
  begin(person: JsonObject): void {
    this.values.clear();
    this.#set(person);
    this.isWhole = true;
  }

  forget(): void {
    this.isWhole = false;
    this.hasGaps = true;
  }

  /** A change states what it changed, and the address, which never changes. */
  change(place: Place, action: string, { email, ...changed }: JsonObject): void {
    this.#set(changed);
    // The person signed in with the result of a change, and the sign-in was recorded first.
    this.unstated = this.unstated.filter(({ name, value }) => !(name in changed) || changed[name] !== value);
    if (typeof email !== 'string' || !this.isWhole || this.values.get('email') === email) return;
    this.unstated.push({ ...place, action, name: 'email', value: email });
  }

  /** A sign-in states the means with which it was made. */
  signIn(place: Place, { session_id, way, person }: JsonObject): void {
    this.#sessions.add(String(session_id));
    if (typeof person !== 'object' || person === null) return;
    const stated = person as JsonObject;
    const mayDiffer = (name: string) =>
      isPassing(name) || (name.startsWith(BACKUP_CODES) && String(way).includes('backup code'));
    for (const [name, value] of Object.entries(stated)) {
      if (!this.isWhole || mayDiffer(name)) this.values.set(name, value as string);
    }
    if (!this.isWhole) this.#keepOnly(stated);
    this.isWhole = true;
    for (const name of new Set([...this.values.keys(), ...Object.keys(stated)])) {
      const value = (stated[name] ?? null) as string | null;
      if (isPassing(name) || (this.values.get(name) ?? null) === value) continue;
      this.unstated.push({ ...place, action: 'member.sign_in', name, value });
    }
  }

  /** An earlier version names only a session. */
  mayHave(name: string): boolean {
    return this.hasGaps || this.#isNamedAlone(name);
  }

  #isNamedAlone(name: string): boolean {
    return (
      name.startsWith(SESSION) && !this.values.has(name) && this.#sessions.has(name.slice(SESSION.length))
    );
  }

  #set(person: JsonObject): void {
    for (const [name, value] of Object.entries(person)) this.values.set(name, value as string | null);
  }

  #keepOnly(stated: JsonObject): void {
    for (const name of this.values.keys()) {
      if (!isPassing(name) && stated[name] === undefined) this.values.delete(name);
    }
  }
}
