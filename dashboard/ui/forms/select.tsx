/** A choice that filters the content below it. Its label is for people who can't see where it stands. */
import styles from '../select.module.css';

export interface Option<Value extends string = string> {
  value: Value;
  name: string;
  /** The heading under which it stands, with the options around it of the same. */
  group?: string;
}

interface SelectProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onValue: (value: Value) => void;
}

export function Select<Value extends string>({ label, options, value, onValue }: SelectProps<Value>) {
  return (
    <select
      aria-label={label}
      className={styles.select}
      value={value}
      onChange={({ target }) => onValue(target.value as Value)}
    >
      <Options options={options} />
    </select>
  );
}

export function Options({ options }: { options: readonly Option[] }) {
  const groups = [...new Set(options.map(({ group }) => group))];
  return groups.map((group) => {
    const own = options
      .filter((option) => option.group === group)
      .map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ));
    return group === undefined ? (
      own
    ) : (
      <optgroup key={group} label={group}>
        {own}
      </optgroup>
    );
  });
}
