/** Holds an event against what OCSF requires of its class. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Shape {
  required?: string[];
  oneOf?: string[];
}

const SCHEMA: {
  classes: Record<string, Shape & { category: number; activities: number[] }>;
  every: string[];
  objects: Record<string, Shape>;
  enums: Record<string, number[]>;
  siblings: Record<string, string>;
} = parse(readFileSync(new URL('../../cases/ocsf-1.8.0.yaml', import.meta.url), 'utf8'));

type Event = Record<string, unknown>;

/** @returns its faults; none where it is valid. */
export function ocsfFaults(event: Event): string[] {
  const { class_uid, activity_id, category_uid, type_uid } = event as Record<string, number>;
  const shape = SCHEMA.classes[String(class_uid)];
  if (shape === undefined) return [`class ${class_uid} is not known`];
  const faults = [
    ...missing(event, { ...shape, required: [...SCHEMA.every, ...(shape.required ?? [])] }, '$'),
  ];
  if (category_uid !== shape.category) faults.push(`category_uid is ${category_uid}`);
  if (!shape.activities.includes(activity_id ?? -1)) faults.push(`activity_id is ${activity_id}`);
  if (type_uid !== Number(class_uid) * 100 + Number(activity_id)) faults.push(`type_uid is ${type_uid}`);
  for (const [name, ids] of Object.entries(SCHEMA.enums))
    if (event[name] !== undefined && !ids.includes(Number(event[name])))
      faults.push(`${name} is ${event[name]}`);
  for (const [name, sibling] of Object.entries(SCHEMA.siblings))
    if (event[name] === 99 && typeof event[sibling] !== 'string') faults.push(`${sibling} is missing`);
  return [...faults, ...faultsWithin(event, '$')];
}

function faultsWithin(value: Event, at: string): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner) || name === 'unmapped') return [];
    const shape = SCHEMA.objects[name];
    if (shape === undefined) return [`${at}.${name} is not known`];
    return [
      ...missing(inner as Event, shape, `${at}.${name}`),
      ...faultsWithin(inner as Event, `${at}.${name}`),
    ];
  });
}

function missing(value: Event, { required = [], oneOf }: Shape, at: string): string[] {
  const without = required.filter((name) => value[name] === undefined);
  const faults = without.map((name) => `${at}.${name} is missing`);
  if (oneOf !== undefined && !oneOf.some((name) => value[name] !== undefined))
    faults.push(`${at} has none of ${oneOf.join(', ')}`);
  return faults;
}
