/** A model that follows a script: it lists the orders, pays one back, and says so. */
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';
import { REFUND } from '../shared/orders.ts';

type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

const USAGE: Generated['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Asks for all of these calls at once. */
export function calls(...asked: [toolName: string, args: object][]): Generated {
  const content = asked.map(([toolName, args]) => ({
    type: 'tool-call' as const,
    toolCallId: `call-${toolName}`,
    toolName,
    input: JSON.stringify(args),
  }));
  return { content, finishReason: { unified: 'tool-calls', raw: undefined }, usage: USAGE, warnings: [] };
}

export function says(text: string): Generated {
  return {
    content: [{ type: 'text', text }],
    finishReason: { unified: 'stop', raw: undefined },
    usage: USAGE,
    warnings: [],
  };
}

export function modelOf(...script: Generated[]): MockLanguageModelV4 {
  return new MockLanguageModelV4({ doGenerate: script, doStream: script.map(streamed) });
}

type Streamed = Awaited<ReturnType<MockLanguageModelV4['doStream']>>;
type StreamPart = Streamed['stream'] extends ReadableStream<infer Part> ? Part : never;

/** The same, part by part. */
function streamed({ content, finishReason, usage }: Generated): Streamed {
  const parts: StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  for (const part of content) {
    if (part.type === 'tool-call') parts.push(part);
    if (part.type !== 'text') continue;
    parts.push({ type: 'text-start', id: 'text' }, { type: 'text-delta', id: 'text', delta: part.text });
    parts.push({ type: 'text-end', id: 'text' });
  }
  return { stream: convertArrayToReadableStream([...parts, { type: 'finish', finishReason, usage }]) };
}

export function scriptedModel(): MockLanguageModelV4 {
  return modelOf(
    calls(['list_orders', {}]),
    calls(['pay_refund', { ...REFUND }]),
    says('Ann has her money back.'),
  );
}
