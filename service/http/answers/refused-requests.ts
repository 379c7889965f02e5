/** Refuses requests before any route reads them. */

/** Thrown for a path that exists, with the methods that it does accept. */
export class MethodNotAllowed extends Error {
  override readonly name = 'MethodNotAllowed';
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super('Method not allowed.');
    this.allow = allow;
  }
}

/** Thrown for a compressed body. RFC 9110, section 12.5.3: the answer says which encodings are accepted. */
export class EncodedBody extends Error {
  override readonly name = 'EncodedBody';
}
