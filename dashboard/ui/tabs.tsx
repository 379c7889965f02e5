/** Tabs. The address says which one is open; the first one needs no word in it. */
import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from './navigation/address.ts';
import styles from './tabs.module.css';

interface Tab {
  name: string;
  label: string;
  content: ReactNode;
}

/** @param label for people who can't see them. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const [{ tab }] = useAddress();
  const navigate = useNavigate();
  const [first] = tabs;
  const open = tabs.find(({ name }) => name === tab) ?? first;
  // The filters of one tab do not fit another.
  const choose = (next: string) =>
    void navigate({
      to: '.',
      search: ({ env }: { env?: 'sandbox' }) => ({ env, tab: next === first.name ? undefined : next }),
    });
  return (
    <BaseTabs.Root value={open.name} onValueChange={choose}>
      <BaseTabs.List className={styles.list} aria-label={label}>
        {tabs.map(({ name, label: text }) => (
          <BaseTabs.Tab key={name} value={name} className={styles.tab}>
            {text}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={open.name} className={styles.panel}>
        {open.content}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
