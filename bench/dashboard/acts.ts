/** Carries out the acts of the people who govern the seeded tenant, from `tenant.yaml`. */
import type { Method } from '../http.ts';
import type { Ask, Body } from '../servers/in-process.ts';
import { type Act, TENANT } from './tenant.ts';

const SETTINGS = '/api/v1/settings';

/** @param kept values of earlier answers; new ones are added. */
export async function actOn(day: number, ask: Ask, kept: Map<string, string>): Promise<void> {
  for (const act of TENANT.acts.filter((each) => each.day === day)) {
    if (act.settings !== undefined) await changeSettings(ask, act.settings);
    else await carryOut(ask, act, kept);
  }
}

async function carryOut(ask: Ask, act: Act, kept: Map<string, string>): Promise<void> {
  const method = (['get', 'post', 'delete'] as const).find((each) => act[each] !== undefined) ?? 'get';
  const filled = (text: string) => text.replaceAll(/\$([a-z]+)/g, (all, name) => kept.get(name) ?? all);
  const body = act.body && JSON.parse(filled(JSON.stringify(act.body)));
  const answer = await ask(method.toUpperCase() as Method, filled(act[method] ?? ''), body);
  for (const [name, field] of Object.entries(act.keep ?? {})) kept.set(name, valueAt(answer, field));
}

function valueAt(answer: Body, field: string): string {
  const value = field.split('.').reduce((inside, key) => inside?.[key], answer);
  if (typeof value !== 'string') throw new Error(`an answer has no ${field}: ${JSON.stringify(answer)}`);
  return value;
}

async function changeSettings(ask: Ask, changes: Record<string, unknown>): Promise<void> {
  const { version, settings } = await ask('GET', SETTINGS);
  for (const [name, change] of Object.entries(changes)) {
    const isList = Array.isArray(change);
    settings[name] = typeof change === 'object' && !isList ? { ...settings[name], ...change } : change;
  }
  await ask('PUT', SETTINGS, { settings, expected_version: version });
}
