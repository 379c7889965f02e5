/** Sends one request at a time, for everything that is not under load. */
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Question {
  url: string;
  method?: Method;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** @param agent keeps the connection for the next question. Without an agent, each question opens its own. */
export async function ask(question: Question, agent: http.Agent | false = false): Promise<Answer> {
  const { url, method = 'POST', headers = {}, body } = question;
  const request = http.request(url, { method, headers, agent }).end(body);
  // An error after the answer has begun also appears when reading it.
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

export function answers(question: Question): Promise<boolean> {
  return ask(question).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** @throws if the status is not in the two hundreds. */
export async function askJson<T>(question: Question): Promise<T> {
  const { status, body } = await ask(question);
  if (status < 200 || status > 299)
    throw new Error(`${question.url} answered ${status}: ${body.slice(0, 500)}`);
  return (body === '' ? null : JSON.parse(body)) as T;
}
