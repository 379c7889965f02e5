/** The settings as a form shows them: their words from governance, their ranges from the schema of the document. */
import {
  SETTINGS_FIELDS,
  SETTINGS_PATHS,
  type SettingsField,
  type SettingsPath,
  THEMES,
  valueAt,
  wordedField,
} from '../../../governance/settings/fields/index.ts';
import type { SettingsDocument } from '../../../governance/settings/terms/index.ts';
import { SettingsBody } from './settings-schemas.ts';

/** The parts of a schema that say what a value may be. */
interface Shape {
  type?: string;
  enum?: readonly string[];
  properties?: Readonly<Record<string, Shape>>;
  items?: Shape;
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
  const { meaning, choices = {}, law, isReplayed = true }: SettingsField = SETTINGS_FIELDS[path];
  const shape = shapeAt(path);
  const number = shape.properties?.low ?? shape;
  return {
    ...wordedField(path, valueAt(standard, path)),
    meaning,
    choices: (shape.enum ?? shape.items?.enum ?? []).map((value) => ({
      value,
      effect: choices[value] ?? value,
    })),
    is_integer: number.type === 'integer',
    minimum: number.minimum ?? null,
    maximum: number.maximum ?? null,
    law: law ?? null,
    in_backtest: isReplayed,
  };
}

function shapeAt(path: SettingsPath): Shape {
  let shape: Shape | undefined = SettingsBody as Shape;
  for (const name of path.split('.')) shape = shape?.properties?.[name];
  if (shape === undefined) throw new Error(`The schema has no setting ${path}.`);
  return shape;
}
