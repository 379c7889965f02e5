/** A model that follows a script: it lists the orders, pays one back, and says so once the money is paid. */
import { BaseLlm, type BaseLlmConnection, type LlmRequest, type LlmResponse } from '@google/adk';
import { REFUND } from '../shared/orders.ts';

export class ScriptedModel extends BaseLlm {
  constructor() {
    super({ model: 'scripted' });
  }

  async *generateContentAsync({ contents }: LlmRequest): AsyncGenerator<LlmResponse, void> {
    const responses = contents.flatMap(({ parts = [] }) =>
      parts.flatMap(({ functionResponse }) => functionResponse ?? []),
    );
    const last = responses.at(-1);
    if (last === undefined) yield call('call-1', 'list_orders', {});
    else if (last.name === 'list_orders') yield call('call-2', 'pay_refund', { ...REFUND });
    else yield { content: { role: 'model', parts: [{ text: `Ann has her money back.` }] } };
  }

  async connect(): Promise<BaseLlmConnection> {
    throw new Error('The script is not for live connections.');
  }
}

/** Makes all its calls at once, and ends when each has an answer. */
export class ModelThatCalls extends BaseLlm {
  readonly #calls: readonly [name: string, args: Record<string, unknown>][];
  /** Its latest input. */
  read: LlmRequest['contents'] = [];

  constructor(calls: readonly [name: string, args: Record<string, unknown>][]) {
    super({ model: 'scripted' });
    this.#calls = calls;
  }

  async *generateContentAsync({ contents }: LlmRequest): AsyncGenerator<LlmResponse, void> {
    this.read = contents;
    const isAnswered = contents.some(({ parts = [] }) => parts.some((part) => part.functionResponse));
    const parts = this.#calls.map(([name, args], place) => ({
      functionCall: { id: `call-${place}`, name, args },
    }));
    yield { content: { role: 'model', parts: isAnswered ? [{ text: 'The end.' }] : parts } };
  }

  async connect(): Promise<BaseLlmConnection> {
    throw new Error('The script is not for live connections.');
  }
}

function call(id: string, name: string, args: Record<string, unknown>): LlmResponse {
  return { content: { role: 'model', parts: [{ functionCall: { id, name, args } }] } };
}
