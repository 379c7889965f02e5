/** Refuses requests before any route reads them. */

/** Thrown for a path that exists, with the methods it does answer. */
export class MethodNotAllowed extends Error {
  override readonly name = 'MethodNotAllowed';
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super('Method not allowed.');
    this.allow = allow;
  }
}

/** Thrown for a body that is compressed. RFC 9110, section 12.5.3: the answer says what is read. */
export class EncodedBody extends Error {
  override readonly name = 'EncodedBody';
}
