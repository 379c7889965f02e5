/** Searches SQLite's file for damaged pages, and for indexes that differ from their tables. */
import { Thread } from '../../foundation/thread.ts';
import { Damaged } from '../files/damage.ts';
import type { DamageAnswer, DamageQuestion } from './damage-thread.ts';

/** @param pause is awaited before each table; the search ends if it rejects. */
export async function lookThroughSqlite(path: string, pause: () => Promise<void>): Promise<Damaged | null> {
  const module = new URL('./damage-thread.ts', import.meta.url);
  const thread = new Thread<DamageQuestion, DamageAnswer>(module, { data: { path } });
  try {
    const tables = await thread.ask('tables');
    if (!Array.isArray(tables)) return new Damaged(tables ?? '');
    for (const table of tables) {
      await pause();
      const found = await thread.ask({ table });
      if (found !== null) return new Damaged(`${table}: ${found}`);
    }
    return null;
  } finally {
    await thread.end();
  }
}
