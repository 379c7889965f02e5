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

/** The server's answer, which tells the model first what a human changed in the call. */
export function withNote(answer: Answer, note: string | undefined): Answer {
  if (note === undefined || 'error' in answer) return answer;
  const { result } = answer;
  // Up to 2025-11-25 a task gives its result by a request of its own; since then, with its state.
  const noted = isFields(result.result)
    ? { ...result, result: notedIn(result.result, note) }
    : notedIn(result, note);
  return { ...answer, result: noted };
}

function notedIn(result: Fields, note: string): Fields {
  const { content } = result;
  return Array.isArray(content) ? { ...result, content: [{ type: 'text', text: note }, ...content] } : result;
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
