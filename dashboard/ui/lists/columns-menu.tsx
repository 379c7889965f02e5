/** Chooses which columns of a table are shown. Load it where it is shown: a menu is heavy. */
import { Menu } from '@base-ui/react/menu';
import { Check, Columns3 } from 'lucide-react';
import { Button } from '../forms/button.tsx';
import styles from './lists.module.css';

interface ColumnsMenuProps {
  /** Their names, in the order in which they stand. */
  columns: readonly string[];
  /** The names of those shown. One always is. */
  shown: readonly string[];
  onChange: (shown: readonly string[]) => void;
}

export function ColumnsMenu({ columns, shown, onChange }: ColumnsMenuProps) {
  const change = (name: string, isShown: boolean) =>
    onChange(columns.filter((each) => (each === name ? isShown : shown.includes(each))));
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button size="small" />}>
        <Columns3 aria-hidden />
        Columns
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.over} align="end" sideOffset={4}>
          <Menu.Popup className={styles.menu}>
            {columns.map((name) => (
              <Menu.CheckboxItem
                key={name}
                className={styles.menuItem}
                checked={shown.includes(name)}
                disabled={shown.length === 1 && shown[0] === name}
                onCheckedChange={(isShown) => change(name, isShown)}
              >
                <Menu.CheckboxItemIndicator keepMounted={false}>
                  <Check aria-hidden />
                </Menu.CheckboxItemIndicator>
                <span style={{ gridColumn: 2 }}>{name}</span>
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
