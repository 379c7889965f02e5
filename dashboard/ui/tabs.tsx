/** Tabs. The URL says which one is open, so the caller keeps it. */
import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

interface Tab<Name extends string> {
  name: Name;
  label: ReactNode;
}

interface TabsProps<Name extends string> {
  /** A label for people who can't see them. */
  label: string;
  tabs: readonly Tab<Name>[];
  value: Name;
  onChange: (name: Name) => void;
  children: ReactNode;
}

export function Tabs<Name extends string>({ label, tabs, value, onChange, children }: TabsProps<Name>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as Name)}>
      <BaseTabs.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.name} value={tab.name} className={styles.tab}>
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value} className={styles.panel}>
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
