/** One request at a time over HTTP, for what is not under load: waiting for a server, and checking its answers. */
import http from 'node:http';

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface Question {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/**
 * @param agent keeps the connection for the next question. Without it none is kept: whether a server accepts a new one
 * is what is asked while it starts.
 */
export function ask(question: Question, agent: http.Agent | false = false): Promise<Answer> {
  const { url, method = 'POST', body } = question;
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers: question.headers ?? {}, agent }, (response) => {
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

/** @returns null where nobody answers. */
export function askIfThere(question: Question): Promise<Answer | null> {
  return ask(question).catch(() => null);
}
