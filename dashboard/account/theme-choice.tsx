/** Light, dark, or the system's choice: for this browser only. */
import { useState } from 'react';
import { setTheme, type Theme, themeNow } from '../shell/theme.ts';
import { Choice } from '../ui/forms/field.tsx';
import { Card } from '../ui/page.tsx';
import styles from './account.module.css';

const NAMES: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' };

export function ThemeChoice() {
  const [theme, choose] = useState(themeNow);
  return (
    <Card title="Appearance">
      <div role="radiogroup" aria-label="Appearance" className={styles.choices}>
        {(Object.keys(NAMES) as Theme[]).map((name) => (
          <Choice
            key={name}
            kind="radio"
            name="theme"
            label={NAMES[name]}
            checked={theme === name}
            onValue={() => {
              setTheme(name);
              choose(name);
            }}
          />
        ))}
      </div>
    </Card>
  );
}
