/** Loads the libraries and tables that read contents. They are large, and a command that judges nothing needs none. */
import { loadPrograms } from '../shell/programs/load.ts';
import { loadSql } from '../sql/load.ts';
import { loadLinks } from '../text/links.ts';
import { loadSecrets } from '../text/secrets.ts';

let loading: Promise<unknown> | null = null;

/** Await it once before the first content is read. Calling it again is free. */
export async function loadReaders(): Promise<void> {
  loading ??= Promise.all([loadSql(), loadLinks(), loadSecrets(), loadPrograms()]);
  await loading;
}
