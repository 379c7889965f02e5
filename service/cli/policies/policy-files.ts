/** Finds policies with the cases beside them, and reads both; an error names the file and the place. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PolicyCase } from '../../evaluation/index.ts';
import { Failure } from '../../foundation/failure.ts';
import {
  type CompiledPolicy,
  documentOf,
  faultsOfPolicy,
  loadCompiler,
  nameOfFaulty,
  readPolicy,
  readYaml,
  type WrittenPolicy,
} from '../../governance/policies/index.ts';
import { casesFrom } from '../../http/shared/policy-cases.ts';
import { Listing, linesOf } from '../terminal.ts';

export interface PolicyAndCases {
  /** As it was named, or found below what was named. */
  file: string;
  policy: CompiledPolicy;
  cases: PolicyCase[];
}

/** Something that is no policy, no cases, or not there. Its message names the file. */
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
      `${named}: there is no policy in it: no policy.yaml, and no file with a .cases.yaml beside it`,
    ]);
  }
  return policies;
}

/** @throws {Unreadable} */
export async function readPolicyAndCases(file: string): Promise<PolicyAndCases> {
  const policy = await compiled(file);
  for (const name of casesNames(file)) {
    const text = await readFile(name, 'utf8').catch(() => null);
    if (text !== null) return { file, policy, cases: await readCases(name, text, policy) };
  }
  throw new Unreadable([`${file}: it has no cases beside it; they would be in ${casesNames(file)[0]}`]);
}

/** Where the cases of a policy may be: those of `refunds.yaml` in `refunds.cases.yaml`. */
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
  const places = faults.map(
    (fault) => `${nameOfFaulty(fault)}, ${fault.line}:${fault.column}: ${fault.message}`,
  );
  throw new Unreadable(places.map((place) => `${file}: ${place}`));
}

export interface NamedPolicy extends WrittenPolicy {
  name: string;
}

/** The policy in a file, or the only one in a folder; its rules are not looked at. @throws {Unreadable} */
export async function readDraft(named: string): Promise<NamedPolicy> {
  const files = await policyFilesIn(named);
  const [file] = files;
  if (file === undefined || files.length > 1)
    throw new Unreadable([`${named}: there are several policies in it`]);
  return readWritten(file);
}

async function readWritten(file: string): Promise<NamedPolicy> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => unreadable(file, error));
  try {
    const { name = nameFrom(file), ...written } = await readPolicy(text);
    return { name, ...written };
  } catch (error) {
    return unreadable(file, error);
  }
}

/** A policy that does not say what it is called is called like its file, or its folder. */
function nameFrom(file: string): string {
  const { base, name, dir } = path.parse(path.resolve(file));
  return POLICY_FILE.test(base) ? path.basename(dir) : name;
}

async function readCases(file: string, text: string, policy: CompiledPolicy): Promise<PolicyCase[]> {
  const { faults, ...read } = await readYaml(text);
  if (!('value' in read)) {
    const [{ message } = { message: '' }] = faults;
    const lines = message.trimEnd().split('\n');
    throw new Unreadable(lines.map((line) => `${file}: ${line}`));
  }
  try {
    const rules = policy.rules.map(({ matched }) => matched.rule);
    return await casesFrom(read.value, rules, faults);
  } catch (error) {
    return unreadable(file, error);
  }
}

/** @throws {Unreadable} each line of what is wrong, with the file before it. */
function unreadable(file: string, error: unknown): never {
  if (error instanceof Unreadable) throw error;
  const isExpected = error instanceof Failure || (error as NodeJS.ErrnoException).code !== undefined;
  if (!isExpected) throw error;
  throw new Unreadable(linesOf(error).map((line) => `${file}: ${line}`));
}
