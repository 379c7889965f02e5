/**
 * The keys that a member made, and the keys made with those. They are revoked with the member, unless another owner
 * keeps them.
 */
import type { Member } from '../../client/api.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Choices } from '../ui/forms/field.tsx';

type Keys = Member['keys'];

export function KeysOf({ keys }: { keys: Keys }) {
  return (
    <ul>
      {keys.map((key) => (
        <li key={key.id}>
          <Named name={key} />
        </li>
      ))}
    </ul>
  );
}

function Named({ name: { name, environment } }: { name: Keys[number] }) {
  return (
    <>
      <ForeignText cut limit={40} text={name} /> ({environment})
    </>
  );
}

interface KeptKeysProps {
  keys: Keys;
  kept: readonly string[];
  onChange: (kept: readonly string[]) => void;
}

export function KeptKeys({ keys, kept, onChange }: KeptKeysProps) {
  if (keys.length === 0) return null;
  return (
    <fieldset>
      <legend>Their keys are revoked, except those that you keep</legend>
      <Choices
        options={keys.map((key) => ({
          value: key.id,
          label: (
            <>
              Keep <Named name={key} />
            </>
          ),
        }))}
        chosen={kept}
        onChange={onChange}
      />
    </fieldset>
  );
}
