/** All pages, on a phone. */
import { Dialog } from '../ui/forms/dialog.tsx';
import { Navigation } from './navigation.tsx';
import { EnvironmentSwitch, Person } from './shell-parts.tsx';

export function MenuDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="All pages">
      <Navigation onGo={onClose} />
      <EnvironmentSwitch />
      <Person onGo={onClose} />
    </Dialog>
  );
}
