/** Shared by all groups of routes: how to ask a path, and how to read page after page. */
import type { ApiRequest, CallOptions, Connection } from '../connection.ts';

export class Resource {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  protected get<T>(path: string, options: CallOptions = {}, query?: ApiRequest['query']): Promise<T> {
    return this.connection.json({
      method: 'GET',
      path,
      repeatable: true,
      ...options,
      ...(query && { query }),
    });
  }

  /** A change is sent once: a second request could do it twice, or fail because it is done. */
  protected send<T>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<T> {
    return this.connection.json({ method, path, body, repeatable: method !== 'POST', ...options });
  }
}

/** An id as one part of a path. */
export function part(id: string): string {
  return encodeURIComponent(id);
}

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** All items of all pages, read as needed. */
export async function* eachOf<Item>(page: (cursor?: string) => Promise<Page<Item>>): AsyncGenerator<Item> {
  for (let cursor: string | undefined; ; ) {
    const { items, next_cursor } = await page(cursor);
    yield* items;
    if (next_cursor === null) return;
    cursor = next_cursor;
  }
}
