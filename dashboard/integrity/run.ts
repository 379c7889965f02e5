/** Follows a long read of the API by its events: `progress`, then `result` or `error`. */
import { useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';

export interface Run<Result> {
  /** 0 to 1; null while nothing runs. */
  done: number | null;
  result: Result | null;
  failure: string | null;
  start: () => void;
}

/** @param url is read with `Accept: text/event-stream`. @param onEnd is called after a result. */
export function useRun<Result>(url: string, onEnd: () => void): Run<Result> {
  const [done, setDone] = useState<number | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const start = async () => {
    running.current?.abort();
    running.current = new AbortController();
    setDone(0);
    setFailure(null);
    setResult(null);
    try {
      for await (const { event, data } of eventsOf(url, running.current.signal)) {
        if (event === 'progress') setDone(data.total > 0 ? data.done / data.total : 0);
        else if (event === 'result') setResult(data as Result);
        else if (event === 'error') throw new ApiError(0, data);
      }
      onEnd();
    } catch (error) {
      if (!running.current.signal.aborted) setFailure((error as Error).message);
    } finally {
      setDone(null);
    }
  };
  return { done, result, failure, start: () => void start() };
}

interface Received {
  event: string;
  data: ReturnType<typeof JSON.parse>;
}

async function* eventsOf(url: string, signal: AbortSignal): AsyncGenerator<Received> {
  const answer = await fetch(url, { headers: { accept: 'text/event-stream' }, signal });
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => null));
  const type = answer.headers.get('content-type') ?? '';
  if (!type.includes('text/event-stream')) {
    yield { event: 'result', data: await answer.json() };
    return;
  }
  const texts = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
  let rest = '';
  for await (const text of texts as AsyncIterable<string>) {
    const blocks = `${rest}${text}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}
