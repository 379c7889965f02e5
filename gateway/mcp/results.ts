/** The part of a server's result that is reported: all that a model may read of it. */
import { type Answer, type Fields, isFields } from './message.ts';

/** No report shows bytes: that they stand here makes it say that something is missing, such as the words in a picture. */
const UNREAD = new Uint8Array();

/** @returns nothing where the server gave no result. */
export function resultOf(answer: Answer | undefined): { result?: Fields } {
  return answer === undefined || 'error' in answer ? {} : readIn(answer.result);
}

/** The result of a call, without what is meant for the client. */
export function readIn({ content, structuredContent }: Fields): { result: Fields } {
  return {
    result: {
      ...(Array.isArray(content) && { content: content.map(withoutBytes) }),
      ...(structuredContent !== undefined && { structuredContent }),
    },
  };
}

/** Base64 would take the room of the texts. */
function withoutBytes(block: unknown): unknown {
  if (!isFields(block)) return block;
  const { type, resource } = block;
  if (type === 'image' || type === 'audio') return { ...block, data: UNREAD };
  return isFields(resource) && 'blob' in resource
    ? { ...block, resource: { ...resource, blob: UNREAD } }
    : block;
}
