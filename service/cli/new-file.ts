/** Files that commands write: none takes the place of another unless that is said. */
import { writeFile } from 'node:fs/promises';

interface NewFileOptions {
  overwrite: boolean;
  /** That names the file. */
  option?: string;
  mode?: number;
  /** What else to say where the name is taken. */
  remark?: string;
}

export async function writeNewFile(
  file: string,
  contents: string | Uint8Array,
  { overwrite, option = '--out', mode, remark = '' }: NewFileOptions,
): Promise<void> {
  try {
    await writeFile(file, contents, { flag: overwrite ? 'w' : 'wx', flush: true, mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${file} is there already: name another with ${option}, or pass --overwrite.${remark}`);
  }
}
