/**
 * The words for an action's effect and the targets it reaches. Tools, contents, records, mandates and laws all use
 * them, so they are few and closed.
 */

/**
 * `read` looks; `write` changes the caller's own things; `send` tells others; `share` gives access; `pay` moves
 * value; `book` commits to a date or an order; `delete` removes; `execute` runs code; `configure` changes access,
 * credentials, membership or security.
 */
export const EFFECTS = [
  'read',
  'write',
  'send',
  'share',
  'pay',
  'book',
  'delete',
  'execute',
  'configure',
] as const;
export type Effect = (typeof EFFECTS)[number];

export const TARGET_KINDS = [
  'email',
  'domain',
  'phone',
  'account',
  'url',
  'path',
  'channel',
  'person',
  'object',
  'program',
] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** The kind of a field that may hold several kinds: the text decides. */
export const DETECT = 'detect';
export type WrittenKind = TargetKind | typeof DETECT;

/**
 * `recipient` is told; `payee` gets value; `grantee` gets access; `place` is where something is read, written or run;
 * `object` is the thing acted on; `program` is run; `link` stands in an outgoing text.
 */
export const TARGET_ROLES = ['recipient', 'payee', 'grantee', 'place', 'object', 'program', 'link'] as const;
export type TargetRole = (typeof TARGET_ROLES)[number];

/** A target as written, before it is normalised. */
export interface WrittenTarget {
  kind: WrittenKind;
  role: TargetRole;
  text: string;
}

/** A target in the one form in which targets are compared. */
export interface Target {
  kind: TargetKind;
  value: string;
}

/** One target of one effect of an action, read from its arguments. A target that can't be read counts as unknown. */
export type Reach = (ReadReach | UnreadableReach) & {
  /** The target stands for someone whom the call does not name: the tool's entry names it as an object. */
  by_id?: true;
};

export interface ReadReach extends Target {
  effect: Effect;
  role: TargetRole;
  /** Its place in the arguments, such as `to[0]`. */
  path: string;
}

export interface UnreadableReach {
  effect: Effect;
  kind: WrittenKind;
  role: TargetRole;
  path: string;
  /** The reason, as a clause. */
  unreadable: string;
}
