/**
 * Ready mappings for the tokens of usual platforms. Where one must know whose tokens they are, such as the organisation, it asks:
 * `$org` in an expression stands for what was said, always as one literal text.
 */
import { Failure } from '../foundation/failure.ts';
import type { WantedIssuer } from './issuer.ts';
import presets from './presets.json' with { type: 'json' };

type ReadyMapping = Omit<WantedIssuer['mapping'], 'scopes'>;

interface Preset {
  name: string;
  /** Its `iss`; left out where each has its own. */
  issuer?: string;
  asks: Readonly<Record<string, { says: string; default?: string }>>;
  mapping: ReadyMapping;
}

const PRESETS: Readonly<Record<string, Preset>> = presets;

export type Platform = keyof typeof presets;
export const PLATFORMS = Object.keys(presets) as readonly Platform[];

export interface ReadyIssuer {
  /** null where each has its own. */
  issuer: string | null;
  mapping: ReadyMapping;
}

/** @param said by the names that the platform asks for. @throws {Failure} `invalid` where one is missing or not asked for. */
export function readyIssuer(platform: Platform, said: ReadonlyMap<string, string>): ReadyIssuer {
  const { issuer = null, asks, mapping } = PRESETS[platform] as Preset;
  const values = new Map<string, string>();
  for (const [name, { says, default: initial }] of Object.entries(asks)) {
    const value = said.get(name) ?? initial;
    if (!value) throw new Failure('invalid', `Say ${says}: --set ${name}=…`);
    values.set(name, value);
  }
  const unasked = [...said.keys()].find((name) => !values.has(name));
  if (unasked !== undefined) {
    const asked = [...values.keys()].join(', ') || 'nothing';
    throw new Failure(
      'invalid',
      `The mapping for ${platform} does not ask for ${unasked}: it asks for ${asked}.`,
    );
  }
  const filled = Object.entries(mapping).map(([part, source]) => [part, fill(source, values, textLiteral)]);
  return {
    issuer: issuer === null ? null : fill(issuer, values, encodeURIComponent),
    mapping: Object.fromEntries(filled),
  };
}

/** Filled at once, so that what was said is never looked through for further names. */
function fill(text: string, values: ReadonlyMap<string, string>, write: (value: string) => string): string {
  return text.replaceAll(/\$([a-z_]+)/g, (_, name: string) => write(values.get(name) ?? ''));
}

/**
 * A text as CEL writes it: each character other than a plain one is an escape, so no reader can take it for the end. The
 * escapes are of code points, as CEL has no surrogates.
 */
export function textLiteral(text: string): string {
  const escaped = text.replaceAll(/[^\w ./:@-]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0;
    return `\\U${point.toString(16).padStart(8, '0')}`;
  });
  return `'${escaped}'`;
}

/** The part `scopes` for a list that does not depend on claims. */
export function scopesLiteral(scopes: readonly string[]): string {
  return `[${scopes.map(textLiteral).join(', ')}]`;
}
