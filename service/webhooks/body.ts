/** The body of a webhook: the same bytes on every try, put together from the text as it is stored. */

/** @param data JSON. @param createdAt when it happened, ms since the epoch. */
export function bodyOf({ type, data, createdAt }: { type: string; data: string; createdAt: number }): string {
  const timestamp = new Date(createdAt).toISOString();
  return `{"type":${JSON.stringify(type)},"timestamp":"${timestamp}","data":${data}}`;
}
