/** Limits the decisions to one agent or action. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import styles from './approvals.module.css';
import { filtersIn } from './history/decided-filters.ts';

export function Filters() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const { agent_id: agent = '', action = '' } = filtersIn(search);
  const navigate = useNavigate();
  const go = (next: { agent?: string | undefined; action?: string | undefined }) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, cursor: undefined, ...next }) });
  return (
    <>
      {/* A new address, such as after going back, fills them again. */}
      <Filter key={`agent ${agent}`} label="Agent" value={agent} onChange={(value) => go({ agent: value })} />
      <Filter
        key={`action ${action}`}
        label="Action"
        value={action}
        onChange={(value) => go({ action: value })}
      />
    </>
  );
}

interface FilterProps {
  label: string;
  value: string;
  onChange: (value: string | undefined) => void;
}

function Filter({ label, value, onChange }: FilterProps) {
  const [typed, setTyped] = useState(value);
  const take = () => {
    if (typed.trim() !== value) onChange(typed.trim() === '' ? undefined : typed.trim());
  };
  return (
    <input
      type="search"
      className={styles.filter}
      aria-label={label}
      placeholder={label}
      maxLength={256}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
}
