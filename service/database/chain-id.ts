/** The published names of chains. Threads that read evidence load this file, and little else. */

/** The published name of a chain, fixed for ever: `chn_` + 12 hex. */
export function chainId(chain: number): string {
  return `chn_${chain.toString(16).padStart(12, '0')}`;
}

/** The number of the chain with this published name; null for anything else. */
export function chainNumber(name: string): number | null {
  const hex = /^chn_([0-9a-f]{12})$/.exec(name)?.[1];
  return hex === undefined ? null : Number.parseInt(hex, 16);
}
