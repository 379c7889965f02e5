/** Values of command-line options that name an address or a variable. Errors repeat no value: it may hold a secret. */
import { ConfigurationProblems, type Environment } from './file.ts';

/** @returns undefined where neither is given. @throws {ConfigurationProblems} */
export function addressIn(
  { url, urlFrom }: { url?: string; urlFrom?: string },
  environment: Environment,
): string | undefined {
  if (url !== undefined && urlFrom !== undefined)
    throw new ConfigurationProblems(['Give --url or --url-from, not both.']);
  const given = urlFrom === undefined ? url : valuesOf([['url', urlFrom]], environment).url;
  if (given === undefined || (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol))) return given;
  throw new ConfigurationProblems([
    '--url, --url-from: give an address that begins with https:// or http://.',
  ]);
}

/** @throws {ConfigurationProblems} with the name of each variable that is not set */
export function valuesOf(
  pairs: readonly (readonly [name: string, variable: string])[],
  environment: Environment,
): Record<string, string> {
  const missing = pairs.filter(([, variable]) => environment[variable] === undefined);
  if (missing.length > 0) {
    throw new ConfigurationProblems(missing.map(([, variable]) => `The variable ${variable} is not set.`));
  }
  return Object.fromEntries(pairs.map(([name, variable]) => [name, environment[variable] ?? '']));
}
