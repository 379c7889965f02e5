/** A choice that filters the content below it. Its label is for people who can't see where it stands. */

import styles from '../select.module.css';
import type { Option } from './field.tsx';

interface SelectProps {
  label: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
}

export function Select({ label, options, value, onChange }: SelectProps) {
  return (
    <select
      aria-label={label}
      className={styles.select}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  );
}
