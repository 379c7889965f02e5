/** Finds policies and the cases beside them, and reads both. Errors name the file and the line. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PolicyCase } from '../../evaluation/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { type CompiledPolicy, loadCompiler } from '../../governance/policies/compiled/index.ts';
import {
  documentOf,
  faultsOfPolicy,
  linesOfText,
  nameOfFaulty,
  type PlacedFault,
  readPolicy,
  readYaml,
  type WrittenPolicy,
} from '../../governance/policies/documents/index.ts';
import { casesFrom } from '../../http/requests/policy-cases.ts';
import { LocatedFailure } from '../../http/validation/faults.ts';
import { Listing, linesOf } from '../terminal.ts';

export interface PolicyAndCases {
  /** The path, as it was named or as it was found in the named folder. */
  file: string;
  policy: CompiledPolicy;
  cases: PolicyCase[];
}

/** A file that is missing, or does not hold a policy or cases. Its message names the file. */
export class Unreadable extends Listing {
  override readonly name = 'Unreadable';
}

const POLICY_FILE = /^policy\.(ya?ml|json)$/;
const CASES_FILE = /(^|\.)cases\.(ya?ml|json)$/;
const EXTENSIONS = ['.yaml', '.yml', '.json'];

/** @returns the files of policies, in the order of their names. @throws {Unreadable} where there is none. */
export async function policyFilesIn(named: string): Promise<string[]> {
  const found = await stat(named).catch((error: unknown) => unreadable(named, error));
  if (!found.isDirectory()) return [named];
  const files = (await readdir(named, { recursive: true })).map((file) => path.join(named, file)).sort();
  const policies = files.filter(
    (file) =>
      POLICY_FILE.test(path.basename(file)) || files.some((other) => casesNames(file).includes(other)),
  );
  if (policies.length === 0) {
    throw new Unreadable([
      `${named}: no policy found: neither a policy.yaml, nor a file with a .cases.yaml beside it`,
    ]);
  }
  return policies;
}

/** @throws {Unreadable} */
export async function readPolicyAndCases(file: string): Promise<PolicyAndCases> {
  const [policy] = await allOrFaults([compiled(file)] as const, async () => {
    // Faults in the shape of the cases are reported even if the policy can't be used.
    for (const name of casesNames(file)) {
      const text = await readFile(name, 'utf8').catch(() => null);
      if (text !== null) await readCases(name, text, null);
    }
  });
  for (const name of casesNames(file)) {
    const text = await readFile(name, 'utf8').catch(() => null);
    if (text !== null) return { file, policy, cases: await readCases(name, text, policy) };
  }
  throw new Unreadable([`${file}: it has no cases; put them into ${casesNames(file)[0]}`]);
}

/** @param orElse is checked as well where one fails. @throws {Unreadable} with the faults of all. */
export async function allOrFaults<Each extends readonly Promise<unknown>[]>(
  each: Each,
  orElse: () => Promise<unknown> = async () => undefined,
): Promise<{ [Place in keyof Each]: Awaited<Each[Place]> }> {
  const failed = (settled: readonly PromiseSettledResult<unknown>[]) =>
    settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const faults = failed(await Promise.allSettled(each));
  if (faults.length === 0) return (await Promise.all(each)) as never;
  faults.push(...failed(await Promise.allSettled([orElse()])));
  const other = faults.find((fault) => !(fault instanceof Unreadable));
  if (other !== undefined) throw other;
  throw new Unreadable([...new Set(faults.flatMap((fault) => (fault as Unreadable).lines))]);
}

/** The files that may hold a policy's cases: for `refunds.yaml`, `refunds.cases.yaml`. */
function casesNames(file: string): string[] {
  const { dir, base, name, ext } = path.parse(file);
  if (CASES_FILE.test(base) || !EXTENSIONS.includes(ext)) return [];
  const stem = POLICY_FILE.test(base) ? 'cases' : `${name}.cases`;
  return EXTENSIONS.map((extension) => path.join(dir, `${stem}${extension}`));
}

async function compiled(file: string): Promise<CompiledPolicy> {
  const { name, ...written } = await readWritten(file);
  const faults = await faultsOfPolicy(written);
  if (faults.length === 0) return (await loadCompiler()).compilePolicy(name, 0, documentOf(written));
  const lineOf = await linesOfText(await readFile(file, 'utf8'));
  throw new Unreadable(
    faults.map((fault) => {
      const line = lineOf(fieldOf(fault)) + fault.line - 1;
      return `${file}:${line}: ${nameOfFaulty(fault)}, ${fault.line}:${fault.column}: ${fault.message}`;
    }),
  );
}

function fieldOf({ member, place }: PlacedFault): string[] {
  return [member === 'expression' ? 'variables' : 'rules', String(place), member];
}

export interface NamedPolicy extends WrittenPolicy {
  name: string;
}

/** The policy in a file, or the only one in a folder; its rules are not checked. @throws {Unreadable} */
export async function readDraft(named: string): Promise<NamedPolicy> {
  const files = await policyFilesIn(named);
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Unreadable([`${named}: it holds several policies`]);
  return readWritten(file);
}

async function readWritten(file: string): Promise<NamedPolicy> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => unreadable(file, error));
  try {
    const { name = nameFrom(file), ...written } = await readPolicy(text);
    return { name, ...written };
  } catch (error) {
    return unreadable(file, error, text);
  }
}

/** A policy without a name is named after its file or folder. */
function nameFrom(file: string): string {
  const { base, name, dir } = path.parse(path.resolve(file));
  return POLICY_FILE.test(base) ? path.basename(dir) : name;
}

/** @param policy null where it can't be used. */
async function readCases(file: string, text: string, policy: CompiledPolicy | null): Promise<PolicyCase[]> {
  const { faults, ...read } = await readYaml(text);
  if (!('value' in read)) {
    const [{ message } = { message: '' }] = faults;
    const lines = message.trimEnd().split('\n');
    throw new Unreadable(lines.map((line) => `${file}: ${line}`));
  }
  try {
    const rules = policy?.rules.map(({ matched }) => matched.rule) ?? null;
    return await casesFrom(read.value, rules, faults);
  } catch (error) {
    return unreadable(file, error, text);
  }
}

/** @param text of the file, where it was read. @throws {Unreadable} each fault, after the file and its line. */
async function unreadable(file: string, error: unknown, text = ''): Promise<never> {
  if (error instanceof Unreadable) throw error;
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    throw new Unreadable([`There is no file or folder ${file}.`]);
  const isExpected = error instanceof Failure || (error as NodeJS.ErrnoException).code !== undefined;
  if (!isExpected) throw error;
  const placed = placedFaultsOf(error).filter(({ field }) => field.length > 0);
  if (placed.length === 0) throw new Unreadable(linesOf(error).map((line) => `${file}: ${line}`));
  const lineOf = await linesOfText(text);
  throw new Unreadable(placed.map(({ field, message }) => `${file}:${lineOf(field)}: ${message}`));
}

function placedFaultsOf(error: unknown): { field: readonly string[]; message: string }[] {
  if (error instanceof LocatedFailure) {
    return error.faults.map(({ loc: [, ...field], msg }) => ({ field, message: msg }));
  }
  return error instanceof Failure ? [...(error.details.faults ?? [])] : [];
}
