/**
 * Sends one batch by OTLP over HTTP, whose specification says which answers are worth another try. Errors are
 * reported without the headers, the address or the answer, any of which could hold a secret.
 */
import type { ISerializer } from '@opentelemetry/otlp-transformer';
import type { Outcome, Send } from './export-queue.ts';
import { type ExportSettings, PROTOCOLS } from './settings.ts';

const [PROTOBUF] = PROTOCOLS;
/** OTLP/HTTP, "Retryable response codes". */
const TRY_AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export function sender<Item>(
  { url, headers, protocol, timeoutMs }: ExportSettings,
  serializer: Pick<ISerializer<Item[], unknown>, 'serializeRequest'>,
): Send<Item> {
  const type = protocol === PROTOBUF ? 'application/x-protobuf' : 'application/json';
  return async (batch, stop) => {
    const body = written(() => serializer.serializeRequest([...batch]));
    if (body === undefined) return { kind: 'refused', reason: 'it could not be written' };
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body: Uint8Array.from(body),
        redirect: 'manual',
        signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
      });
      await answer.body?.cancel();
      return outcomeOf(answer);
    } catch (error) {
      return { kind: 'later', reason: faultOf(error), afterMs: null };
    }
  };
}

/** A batch that can't be serialized now can't be serialized later. */
function written(write: () => Uint8Array | undefined): Uint8Array | undefined {
  try {
    return write();
  } catch {
    return undefined;
  }
}

function outcomeOf({ ok, status, headers }: Response): Outcome {
  if (ok) return { kind: 'taken' };
  const reason = `the answer was ${status}`;
  if (!TRY_AGAIN.has(status)) return { kind: 'refused', reason };
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return { kind: 'later', reason, afterMs: seconds >= 0 ? seconds * 1000 : null };
}

/** The system's error code, or the class of the error. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed';
  if (error.name === 'TimeoutError') return 'there was no answer in time';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
