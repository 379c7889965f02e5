/**
 * The meaning of the claims of an issuer's tokens: the environment, the agent, the person and the scopes, each as an
 * expression in CEL with the bounds of a policy's rule. A claim can never grant the scopes that make keys or members.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { Failure, type Fault } from '../foundation/failure.ts';
import {
  BOOL,
  type Expression,
  JSON_VALUE,
  LIST,
  MAP,
  NamedLists,
  RuleError,
  RuleQuestion,
  readExpression,
  resultOf,
  STRING,
  type Type,
} from '../governance/policies/cel/index.ts';
import { DEFAULT_SCOPES, MANAGES_KEYS, SCOPES, type Scope } from '../keys/index.ts';
import { ENVIRONMENTS, type Environment } from '../tenants/index.ts';
import type { Mapping } from './issuer.ts';

type Part = keyof Mapping;

const PARTS: Readonly<Record<Part, { kinds: number; is: string }>> = {
  accept: { kinds: BOOL, is: 'true or false' },
  environment: { kinds: STRING, is: 'a text' },
  agent: { kinds: STRING, is: 'a text' },
  user: { kinds: STRING, is: 'a text' },
  scopes: { kinds: LIST, is: 'a list of texts' },
};

const LONGEST_NAME = 256;

const CLAIMS: Type = { ...JSON_VALUE, kinds: MAP };
const NAMES = { types: { claims: CLAIMS, actor: CLAIMS }, lists: new NamedLists({}) };

/** Takes the payload of a verified token. It throws a Failure, `unauthenticated`, with the part that failed. */
export type CompiledMapping = (claims: JsonObject) => Mapped;

/** @throws {Failure} `invalid`, with the line and column of each fault. */
export function compileMapping(mapping: Mapping): CompiledMapping {
  const compiled: Partial<Record<Part, Expression>> = {};
  const faults: Fault[] = [];
  for (const [part, source] of Object.entries(mapping) as [Part, string | undefined][]) {
    if (source === undefined) continue;
    const { kinds, is } = PARTS[part];
    const { expression, faults: found, type } = readExpression(source, NAMES);
    for (const { line, column, message } of found) {
      const field = ['mapping', part];
      faults.push({ field, message: `line ${line}, column ${column}: ${message}`, type: 'value_error' });
    }
    if (expression === null) continue;
    if ((type.kinds & kinds) === 0) {
      faults.push({ field: ['mapping', part], message: `Input should give ${is}`, type: 'value_error' });
    }
    if (part === 'scopes') faults.push(...faultsOfScopes(source));
    compiled[part] = expression;
  }
  if (faults.length > 0) throw Failure.invalid(faults);
  return (claims) => mapClaims(compiled, claims);
}

/** A scope that no token can grant is found when it is written; one that a claim brings is refused then. */
function faultsOfScopes(source: string): Fault[] {
  return NEVER_GRANTED.filter((scope) => source.includes(scope)).map((scope) => {
    return { field: ['mapping', 'scopes'], message: `A token can't grant ${scope}`, type: 'value_error' };
  });
}

const NEVER_GRANTED: readonly Scope[] = SCOPES.filter(
  (scope) => scope === MANAGES_KEYS || !DEFAULT_SCOPES.includes(scope),
);

export interface Mapped {
  environment: Environment;
  agentId: string | null;
  userId: string | null;
  scopes: Scope[];
}

function mapClaims(compiled: Partial<Record<Part, Expression>>, claims: JsonObject): Mapped {
  const actor = isObject(claims.act) ? claims.act : claims;
  const asked = new RuleQuestion({ claims, actor });
  const give = (part: Part): JsonValue | undefined => {
    const expression = compiled[part];
    if (expression === undefined) return undefined;
    const value = resultOf(expression, asked);
    if (value instanceof RuleError) throw unmapped(part, value.why);
    return value;
  };
  // A claim may be of any kind: only true accepts.
  if ((give('accept') ?? true) !== true) {
    throw new Failure('unauthenticated', 'The issuer of this token is trusted, but not for it.');
  }
  const ownUser = isObject(claims.act) ? claims.sub : undefined;
  return {
    environment: environmentIn(give('environment') ?? 'production'),
    agentId: nameIn('agent', give('agent') ?? actor.sub),
    userId: nameIn('user', give('user') ?? ownUser),
    scopes: scopesIn(give('scopes')),
  };
}

/** Whether a token without any claim would be accepted, so that the condition says nothing of its claims. */
export function acceptsWithoutClaims({ accept }: Mapping): boolean {
  if (accept === undefined) return true;
  const { expression } = readExpression(accept, NAMES);
  return expression !== null && resultOf(expression, new RuleQuestion({ claims: {}, actor: {} })) === true;
}

function environmentIn(value: JsonValue): Environment {
  const known = ENVIRONMENTS.find((environment) => environment === value);
  if (known === undefined) throw unmapped('environment', 'it is neither production nor sandbox');
  return known;
}

/** An empty text names none. */
function nameIn(part: Part, value: JsonValue | undefined): string | null {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string' || value.length > LONGEST_NAME || value.includes('\0')) {
    throw unmapped(part, `it is not a text of at most ${LONGEST_NAME} characters`);
  }
  return value;
}

function scopesIn(value: JsonValue | undefined): Scope[] {
  if (!Array.isArray(value)) throw unmapped('scopes', 'they are not a list');
  return value.map((each) => {
    const scope = SCOPES.find((known) => known === each);
    if (scope === undefined) throw unmapped('scopes', 'one of them is not a scope');
    if (NEVER_GRANTED.includes(scope)) throw unmapped('scopes', `a token can't grant ${scope}`);
    return scope;
  });
}

/** Only the holder of the token reads the reason, which may repeat a part of its claims. */
function unmapped(part: Part, why: string): Failure {
  const said = why.length > 200 ? `${why.slice(0, 200)}…` : why;
  return new Failure('unauthenticated', `This token can't be mapped, by its ${part}: ${said}.`);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
