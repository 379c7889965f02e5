/** An issuer as the options of a command state it: with a mapping from a file, or a ready one. */
import { InvalidArgumentError } from 'commander';
import { Failure } from '../../foundation/failure.ts';
import {
  type IssuerChange,
  type Platform,
  readyIssuer,
  scopesLiteral,
  type WantedIssuer,
} from '../../issuers/index.ts';
import type { Scope } from '../../keys/index.ts';
import type { Run, TenantOptions } from '../command.ts';
import { readDocument } from '../documents.ts';
import { EXIT, Listing } from '../terminal.ts';

export interface DescribingOptions extends TenantOptions {
  name?: string;
  mapping?: string;
  algorithms?: string[];
  jwksUri?: string;
}

export interface AddOptions extends DescribingOptions {
  issuer?: string;
  audience: string;
  for?: Platform;
  set?: ReadonlyMap<string, string>;
  scopes?: Scope[];
}

export const LEAST_SCOPES: readonly Scope[] = ['governance:evaluate'];

/** @throws {Failure} `invalid`, with every fault and its place. */
export async function issuerStated(run: Run<AddOptions>): Promise<WantedIssuer> {
  const { options, refuse } = run;
  const { issuer: given, audience, mapping, for: platform, set, scopes } = options;
  if ((platform === undefined) === (mapping === undefined)) refuse('give one of --for and --mapping');
  if (platform === undefined && (set ?? scopes) !== undefined) refuse('--set and --scopes need --for');
  const ready = platform === undefined ? null : readyIssuer(platform, set ?? new Map());
  const issuer = given ?? ready?.issuer ?? refuse('--issuer is required: each has a URL of its own');
  const { requireWanted } = await schemas();
  const readyMapping = ready && { ...ready.mapping, scopes: scopesLiteral(scopes ?? LEAST_SCOPES) };
  return requireWanted({
    ...(await partsIn(options)),
    issuer,
    audience,
    ...(readyMapping && { mapping: readyMapping }),
  });
}

/** @throws {Failure} `invalid`, with every fault and its place. */
export async function changeStated({ options, refuse }: Run<DescribingOptions>): Promise<IssuerChange> {
  const parts = await partsIn(options);
  if (Object.keys(parts).length === 0) refuse('say what to change');
  const { requireChange } = await schemas();
  return requireChange(parts);
}

async function partsIn({ name, mapping, algorithms, jwksUri }: DescribingOptions): Promise<object> {
  return {
    ...(name !== undefined && { name }),
    ...(mapping !== undefined && { mapping: await readDocument(mapping) }),
    ...(algorithms !== undefined && { algorithms }),
    ...(jwksUri !== undefined && { jwks_uri: jwksUri === 'none' ? null : jwksUri }),
  };
}

/** Loaded only here: other commands need no schemas of the API. */
function schemas() {
  return import('../../http/a/access/issuer-document.ts');
}

/** Reads `name=value`, and adds it to the others. */
export function namedValue(text: string, others: ReadonlyMap<string, string> = new Map()) {
  const [, name, value] = /^(\w+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must be name=value.');
  if (others.has(name)) throw new InvalidArgumentError(`${name} is there twice.`);
  return new Map([...others, [name, value]]);
}

/** Faults of a mapping say in which part they are. */
export async function withPlaces<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const faults = error instanceof Failure ? error.details.faults : undefined;
    if (faults === undefined) throw error;
    throw new Listing(
      faults.map(({ field, message }) => `${field.join('.')}: ${message}`),
      EXIT.failed,
    );
  }
}
