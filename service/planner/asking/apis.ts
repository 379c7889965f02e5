/** The two APIs of models: what is asked of each, and where its answer has the plan. */
import { PLAN_PROMPT, PLAN_SCHEMA } from '@assize/client/planning';
import { type JsonObject, type JsonValue, parseJson } from '@assize/evidence-format';
import type { PlannerApi } from '../setting.ts';

export interface Question {
  model: string;
  maxOutputTokens: number;
  /** The task and the tools. */
  message: string;
}

export interface Answered {
  /** As the model wrote it. */
  text: string;
  inputTokens: number | null;
  outputTokens: number | null;
}

export interface ModelApi {
  path: string;
  headers(key: string): Record<string, string>;
  /** From the one that asks for the most to one that more servers know. */
  bodies: readonly ((question: Question) => JsonObject)[];
  read(answer: JsonValue): Answered;
}

/** The answer of a model can't be used. The message is a sentence that repeats nothing of it. */
export class NoPlan extends Error {
  override readonly name = 'NoPlan';
}

const NAME = 'plan';
const DESCRIPTION = 'Takes the plan of the task.';
const MAX_TEXT_CHARACTERS = 65_536;

const openai: ModelApi = {
  path: '/chat/completions',
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  bodies: [
    ({ maxOutputTokens, ...question }) => ({
      ...messagesOf(question),
      max_completion_tokens: maxOutputTokens,
      response_format: {
        type: 'json_schema',
        json_schema: { name: NAME, strict: true, schema: PLAN_SCHEMA as JsonObject },
      },
    }),
    ({ maxOutputTokens, ...question }) => ({
      ...messagesOf(question),
      max_tokens: maxOutputTokens,
      response_format: { type: 'json_object' },
    }),
  ],
  read(answer) {
    const [choice] = listOf(membersOf(answer).choices);
    const { message, finish_reason } = membersOf(choice);
    if (finish_reason === 'length') throw new NoPlan('Its answer was cut off: allow more output tokens.');
    const { content, refusal } = membersOf(message);
    if (typeof refusal === 'string' && refusal !== '') throw new NoPlan('It refused to plan this task.');
    const { prompt_tokens, completion_tokens } = membersOf(membersOf(answer).usage);
    return answered(textIn(content), prompt_tokens, completion_tokens);
  },
};

function messagesOf({ model, message }: Pick<Question, 'model' | 'message'>): JsonObject {
  const messages = [
    { role: 'system', content: PLAN_PROMPT },
    { role: 'user', content: message },
  ];
  return { model, messages };
}

const anthropic: ModelApi = {
  path: '/v1/messages',
  headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  bodies: [
    ({ model, maxOutputTokens, message }) => ({
      model,
      max_tokens: maxOutputTokens,
      system: PLAN_PROMPT,
      messages: [{ role: 'user', content: message }],
      tools: [{ name: NAME, description: DESCRIPTION, input_schema: PLAN_SCHEMA as JsonObject }],
      tool_choice: { type: 'tool', name: NAME },
    }),
  ],
  read(answer) {
    const { content, stop_reason, usage } = membersOf(answer);
    if (stop_reason === 'max_tokens') throw new NoPlan('Its answer was cut off: allow more output tokens.');
    const used = listOf(content).find((part) => membersOf(part).type === 'tool_use');
    const text = used === undefined ? textIn(content) : JSON.stringify(membersOf(used).input ?? null);
    const { input_tokens, output_tokens } = membersOf(usage);
    return answered(text, input_tokens, output_tokens);
  },
};

export const MODEL_APIS: Record<PlannerApi, ModelApi> = { openai, anthropic };

/** @throws {NoPlan} */
export function readAnswer({ read }: ModelApi, bytes: Uint8Array): Answered {
  let answer: JsonValue;
  try {
    answer = parseJson(Buffer.from(bytes).toString());
  } catch {
    throw new NoPlan('Its answer is not JSON.');
  }
  return read(answer);
}

/** Some servers give the text in parts. */
function textIn(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => membersOf(part).text)
    .filter((text) => typeof text === 'string')
    .join('');
}

function answered(text: string, inputTokens: unknown, outputTokens: unknown): Answered {
  if (text === '') throw new NoPlan('Its answer does not have the form of its API.');
  if (text.length > MAX_TEXT_CHARACTERS) throw new NoPlan('Its answer is too long.');
  // Half a character can be in no evidence.
  return {
    text: text.toWellFormed(),
    inputTokens: countOf(inputTokens),
    outputTokens: countOf(outputTokens),
  };
}

function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

function membersOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
