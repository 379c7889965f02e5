/** Finds the file system that a folder is on, from Linux's list of mounts. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Mount {
  /** The mount point. */
  point: string;
  /** Such as `ext4`, `overlay`, `nfs4`. */
  type: string;
}

/** @param root of the file system, `/`. @returns null where the system does not say. */
export function mountOf(folder: string, root: string): Mount | null {
  const mounts = mountsIn(root).filter(({ point }) => isIn(folder, point));
  // The longest is the innermost. If two have one mount point, the later covers the earlier.
  return mounts.reduce<Mount | null>(
    (best, mount) => (best === null || mount.point.length >= best.point.length ? mount : best),
    null,
  );
}

/** proc_pid_mountinfo(5): the fifth field is the mount point; the type follows a lone dash. */
function mountsIn(root: string): Mount[] {
  try {
    const lines = readFileSync(path.join(root, 'proc/self/mountinfo'), 'utf8').trim().split('\n');
    return lines.map((line) => {
      const [before = '', behind = ''] = line.split(' - ');
      return { point: unescaped(before.split(' ')[4] ?? '/'), type: behind.split(' ')[0] ?? '' };
    });
  } catch {
    return [];
  }
}

/** A space is `\040`. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

function isIn(folder: string, point: string): boolean {
  return point === '/' || folder === point || folder.startsWith(`${point}/`);
}
