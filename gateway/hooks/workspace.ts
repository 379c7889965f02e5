/** The folders that agents were installed to work in, and where a call stands among them. */
import path from 'node:path';

/** The service judges this too, and an approval covers it. */
export interface Place {
  cwd?: string;
  /** The innermost workspace that contains the current folder. */
  workspace?: string;
  /** There are workspaces, but the current folder is in none of them. */
  outside_workspace?: true;
}

export function placeOf(cwd: string | undefined, workspaces: readonly string[]): Place {
  if (cwd === undefined) return workspaces.length === 0 ? {} : { outside_workspace: true };
  const [workspace] = workspaces
    .filter((folder) => isWithin(folder, cwd))
    .sort((one, other) => other.length - one.length);
  if (workspace !== undefined) return { cwd, workspace };
  return workspaces.length === 0 ? { cwd } : { cwd, outside_workspace: true };
}

function isWithin(folder: string, place: string): boolean {
  const between = path.relative(folder, path.resolve(place));
  return between !== '..' && !between.startsWith(`..${path.sep}`) && !path.isAbsolute(between);
}
