/** Sends one request at a time, for everything that is not under load. */
import http from 'node:http';

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

/**
 * @param agent keeps the connection for the next question. Without an agent each question opens its own, which tells
 * whether a server that starts accepts connections yet.
 */
export function ask(question: Question, agent: http.Agent | false = false): Promise<Answer> {
  const { url, method = 'POST', headers = {}, body } = question;
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      const { statusCode: status = 0, headers } = response;
      response.once('end', () => resolve({ status, headers, body: text }));
      response.once('error', reject);
    });
    request.once('error', reject);
    request.end(body);
  });
}

/** Whether a server is there and answers with 200. */
export function answers(question: Question): Promise<boolean> {
  return ask(question).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** @throws when the status is not in the two hundreds. */
export async function askJson<T>(question: Question): Promise<T> {
  const { status, body } = await ask(question);
  if (status < 200 || status > 299)
    throw new Error(`${question.url} answered ${status}: ${body.slice(0, 500)}`);
  return (body === '' ? null : JSON.parse(body)) as T;
}
