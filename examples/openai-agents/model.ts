/** A model that follows a script: it lists the orders, pays one back, and says so. */
import { type Model, type ModelRequest, type ModelResponse, type StreamEvent, Usage } from '@openai/agents';
import { REFUND } from '../shared/orders.ts';

type Output = ModelResponse['output'];

export function calls(name: string, args: object, callId = `call-${name}`): Output[number] {
  return { type: 'function_call', callId, name, arguments: JSON.stringify(args), status: 'completed' };
}

export function says(text: string): Output[number] {
  return {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  };
}

const SCRIPT: readonly Output[] = [
  [calls('list_orders', {})],
  [calls('pay_refund', REFUND)],
  [says('Ann has her money back.')],
];

/** Gives the outputs in turn, and keeps its inputs. */
export class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #script: readonly Output[];

  constructor(script: readonly Output[] = SCRIPT) {
    this.#script = script;
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const output = this.#script[this.requests.length];
    this.requests.push(request);
    if (output === undefined) throw new Error('The script is over.');
    return { usage: new Usage(), output };
  }

  async *getStreamedResponse(request: ModelRequest): AsyncGenerator<StreamEvent> {
    const { output } = await this.getResponse(request);
    const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
    const id = `response-${this.requests.length}`;
    // The type of a streamed output is narrower, but a script holds nothing else.
    yield { type: 'response_done', response: { id, usage, output: output as never } };
  }
}
