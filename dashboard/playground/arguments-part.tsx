/** The arguments: as fields, which the schema of the tool describes where it is known, or as JSON. */
import { useState } from 'react';
import { useRead } from '../api/read.ts';
import { ArgumentFields } from '../approvals/correct/argument-fields.tsx';
import { correctedBy, fieldsOf, type Typed } from '../approvals/correct/fields.ts';
import { objectIn } from '../evidence/record/act.ts';
import { Button } from '../ui/forms/button.tsx';
import { TextArea } from '../ui/forms/field.tsx';
import { Card } from '../ui/page.tsx';
import type { Json } from './draft.ts';
import styles from './playground.module.css';

interface ArgumentsProps {
  /** Where the form begins; another object begins it anew. */
  from: Json;
  /** null where the action is of no entry. */
  toolId: string | null;
  /** null while what was typed can't be read. */
  onArguments: (given: Json | null) => void;
}

export function ArgumentsPart({ from, toolId, onArguments }: ArgumentsProps) {
  const tool = useRead(
    '/api/v1/tools/{tool_id}',
    { params: { path: { tool_id: toolId ?? '' } } },
    { enabled: toolId !== null },
  );
  const schema = toolId === null ? null : objectIn(tool.data?.arguments_schema);
  const [given, setGiven] = useState(from);
  const [typed, setTyped] = useState<Typed>({});
  const [json, setJson] = useState<string | null>(null);
  const fields = fieldsOf(schema, given);
  const read = correctedBy(given, fields, typed);
  const type = (next: Typed) => {
    setTyped(next);
    const now = correctedBy(given, fields, next);
    onArguments('arguments' in now ? now.arguments : null);
  };
  const typeJson = (text: string) => {
    setJson(text);
    onArguments(objectOf(text));
  };
  const turn = () => {
    if (json === null) return setJson(JSON.stringify('arguments' in read ? read.arguments : given, null, 2));
    setGiven(objectOf(json) ?? given);
    setTyped({});
    setJson(null);
  };
  const isReadable = json === null ? 'arguments' in read : objectOf(json) !== null;
  return (
    <Card
      title="Arguments"
      actions={
        <Button size="small" onClick={turn} disabled={!isReadable}>
          {json === null ? 'As JSON' : 'As fields'}
        </Button>
      }
    >
      <div className={styles.fields}>
        {json !== null ? (
          <JsonField value={json} isReadable={isReadable} onValue={typeJson} />
        ) : fields.length === 0 ? (
          <p>It has no arguments. Write them as JSON.</p>
        ) : (
          <ArgumentFields
            fields={fields}
            typed={typed}
            faults={'faults' in read ? read.faults : {}}
            onType={type}
          />
        )}
      </div>
    </Card>
  );
}

interface JsonFieldProps {
  value: string;
  isReadable: boolean;
  onValue: (text: string) => void;
}

function JsonField({ isReadable, ...field }: JsonFieldProps) {
  return (
    <TextArea
      label="JSON"
      rows={10}
      spellCheck={false}
      className={styles.json}
      error={isReadable ? undefined : 'This is not an object in JSON'}
      {...field}
    />
  );
}

function objectOf(text: string): Json | null {
  try {
    return objectIn(JSON.parse(text));
  } catch {
    return null;
  }
}
