/** The settings as a form shows them: their words from governance, their ranges from the schema of the document. */
import {
  SETTINGS_FIELDS,
  SETTINGS_PATHS,
  type SettingsField,
  type SettingsPath,
  THEMES,
  valueAt,
} from '../../../governance/settings/fields/index.ts';
import type { SettingsDocument } from '../../../governance/settings/terms/index.ts';
import { type FIELD_KINDS, SettingsBody } from './settings-schemas.ts';

/** The parts of a schema that say what a value may be. */
interface Shape {
  type?: string;
  enum?: readonly string[];
  properties?: Readonly<Record<string, Shape>>;
  minimum?: number;
  maximum?: number;
}

/** @param standard the standard settings of the installation. */
export function fieldsByTheme(standard: SettingsDocument) {
  return Object.entries(THEMES).map(([id, theme]) => ({
    id,
    ...theme,
    fields: SETTINGS_PATHS.filter((path) => SETTINGS_FIELDS[path].theme === id).map((path) =>
      fieldAt(path, standard),
    ),
  }));
}

function fieldAt(path: SettingsPath, standard: SettingsDocument) {
  const { title, meaning, choices = {}, unit, law, isReplayed = true }: SettingsField = SETTINGS_FIELDS[path];
  const shape = shapeAt(path);
  const number = shape.properties?.low ?? shape;
  return {
    path,
    title,
    meaning,
    kind: kindOf(shape),
    choices: (shape.enum ?? []).map((value) => ({ value, effect: choices[value] ?? value })),
    is_integer: number.type === 'integer',
    minimum: number.minimum ?? null,
    maximum: number.maximum ?? null,
    unit: unit ?? null,
    law: law ?? null,
    standard: valueAt(standard, path),
    in_backtest: isReplayed,
  };
}

function shapeAt(path: SettingsPath): Shape {
  let shape: Shape | undefined = SettingsBody as Shape;
  for (const name of path.split('.')) shape = shape?.properties?.[name];
  if (shape === undefined) throw new Error(`The schema has no setting ${path}.`);
  return shape;
}

function kindOf({ type, enum: values, properties }: Shape): (typeof FIELD_KINDS)[number] {
  if (values !== undefined) return 'choice';
  if (properties !== undefined) return 'by_risk';
  if (type === 'boolean') return 'flag';
  return type === 'array' ? 'catalogue' : 'number';
}
