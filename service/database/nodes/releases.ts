/** The version of this program, all minor versions so far, and which of them may serve one database together. */
import servicePackage from '../../package.json' with { type: 'json' };

/** Such as `0.1.0`. */
export const PROGRAM: string = servicePackage.version;

/** Each minor version, oldest first. The release of a new one adds it. */
export const MINORS: readonly string[] = ['0.1'];

/** @param version such as `0.1.0`, or already a minor version. */
export function minorOf(version: string): string {
  return version.split('.', 2).join('.');
}

/** Compares two minor versions. */
export function isBelow(one: string, other: string): boolean {
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [numbersOf(one), numbersOf(other)];
  return major === otherMajor ? minor < otherMinor : major < otherMajor;
}

function numbersOf(minor: string): number[] {
  return minor.split('.').map(Number);
}

/** The previous minor version, whose programs may serve beside this one; the version itself if it is the first. */
export function oldestBeside(minor: string, minors: readonly string[]): string {
  const place = minors.indexOf(minor);
  return minors[Math.max(0, place - 1)] ?? minor;
}

/** The newest of minor versions; null of none. */
export function newestOf(minors: readonly string[]): string | null {
  return minors.reduce<string | null>(
    (newest, minor) => (newest === null || isBelow(newest, minor) ? minor : newest),
    null,
  );
}
