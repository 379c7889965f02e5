/** Limits the decisions to one agent or action. */
import { useState } from 'react';
import { useAddress } from '../ui/navigation/address.ts';
import styles from './approvals.module.css';
import { filtersIn } from './history/decided-filters.ts';

export function Filters() {
  const [search, go] = useAddress();
  const { agent_id: agent = '', action = '' } = filtersIn(search);
  return (
    <>
      {/* A new address, such as after going back, fills them again. */}
      <Filter
        key={`agent ${agent}`}
        label="Agent"
        value={agent}
        onValue={(value) => go({ agent: value, cursor: undefined })}
      />
      <Filter
        key={`action ${action}`}
        label="Action"
        value={action}
        onValue={(value) => go({ action: value, cursor: undefined })}
      />
    </>
  );
}

interface FilterProps {
  label: string;
  value: string;
  onValue: (value: string | undefined) => void;
}

function Filter({ label, value, onValue }: FilterProps) {
  const [typed, setTyped] = useState(value);
  const take = () => {
    if (typed.trim() !== value) onValue(typed.trim() === '' ? undefined : typed.trim());
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
