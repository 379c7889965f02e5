/** A disk of a few megabytes, which a test can fill. */
import { execFileSync } from 'node:child_process';
import type { TestContext } from 'node:test';
import { temporaryFolder } from './databases.ts';

/** Removed when the test ends. @param size such as `6m`. @returns where it is mounted. */
export function smallDisk(t: TestContext, size: string): string {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder.path]);
  t.after(() => {
    execFileSync('umount', ['--lazy', folder.path]);
    folder.remove();
  });
  return folder.path;
}

/** @returns a reason to skip, or false. */
export function whyNotMount(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a disk of its own needs root on Linux';
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder.path], { stdio: 'pipe' });
    execFileSync('umount', [folder.path], { stdio: 'pipe' });
    return false;
  } catch {
    return 'disks may not be mounted here';
  } finally {
    folder.remove();
  }
}
