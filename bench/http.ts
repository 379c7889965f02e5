/** One request at a time over HTTP, for what is not under load: waiting for a server, and checking its answers. */
import http from 'node:http';

export interface Answer {
  status: number;
  body: string;
}

export interface Question {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export function ask({ url, method = 'POST', headers = {}, body }: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Connections are not kept: whether a server accepts a new one is what is asked while it starts.
    const request = http.request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
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
