/** A long answer of the API that arrives step by step: its progress, then its result or an error. */
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { Button, type ButtonLook } from '../ui/forms/button.tsx';
import { Card, Row, Stack } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';

/** One of the three. */
export interface RunStep<Result> {
  progress?: { done: number; total: number };
  result?: Result;
  error?: unknown;
}

export interface Run<Result> {
  /** 0 to 1; null while nothing runs. */
  done: number | null;
  result: Result | null;
  failure: string | null;
  start: () => void;
  stop: () => void;
}

const IDLE = { done: null, result: null, failure: null };

/** @param onEnd is called after a result. */
export function useRun<Result>(
  stepsOf: (signal: AbortSignal) => AsyncIterable<RunStep<Result>>,
  onEnd?: () => void,
): Run<Result> {
  const [state, setState] = useState<Pick<Run<Result>, 'done' | 'result' | 'failure'>>(IDLE);
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  const start = async () => {
    stop();
    running.current = new AbortController();
    const { signal } = running.current;
    setState({ ...IDLE, done: 0 });
    try {
      for await (const { progress, result, error } of stepsOf(signal)) {
        if (progress) setState({ ...IDLE, done: progress.done / Math.max(1, progress.total) });
        if (result) setState({ ...IDLE, result });
        if (error) throw new ApiError(0, error);
      }
      onEnd?.();
    } catch (error) {
      if (!signal.aborted) setState({ ...IDLE, failure: (error as Error).message });
    }
  };
  return { ...state, start: () => void start(), stop };
}

/** The pieces of an answer that end with the separator, as they arrive. */
export async function* piecesOf(answer: Response, separator: string): AsyncGenerator<string> {
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => null));
  const texts = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
  let rest = '';
  for await (const text of texts as AsyncIterable<string>) {
    const pieces = `${rest}${text}`.split(separator);
    rest = pieces.pop() ?? '';
    yield* pieces;
  }
}

/** @param done 0 to 1. */
export function Progress({ done, label }: { done: number; label: string }) {
  return (
    <span role="status">
      <progress value={done} aria-label={label} /> {Math.round(done * 100)} %
    </span>
  );
}

interface RunCardProps {
  title: string;
  about?: string;
  act: string;
  look?: ButtonLook;
  run: Run<unknown>;
  children: ReactNode;
}

export function RunCard({ title, about, act, look, run: { done, failure, start }, children }: RunCardProps) {
  return (
    <Card title={title}>
      <Stack>
        {about && <p>{about}</p>}
        <Row>
          <Button look={look} busy={done !== null} onClick={start}>
            {act}
          </Button>
          {done !== null && <Progress done={done} label={title} />}
        </Row>
        {failure && <Notice tone="bad">{failure}</Notice>}
        {children}
      </Stack>
    </Card>
  );
}
