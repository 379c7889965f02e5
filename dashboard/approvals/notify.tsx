/** Notifies of a new approval while the page is in the background, if the person has allowed it. */
import { useNavigate } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useEvents } from '../api/live.ts';
import { Button } from '../ui/forms/button.tsx';
import { harmless, shortened } from '../ui/harmless.ts';

const isSupported = 'Notification' in globalThis;
const MOST_CHARACTERS = 120;

export function NotifyButton() {
  const [permission, setPermission] = useState(isSupported ? Notification.permission : 'denied');
  if (!isSupported || permission !== 'default') return null;
  return (
    <Button onClick={async () => setPermission(await Notification.requestPermission())}>
      <BellRing aria-hidden />
      Notify me here
    </Button>
  );
}

/** Active on every page. */
export function useNotifications(): void {
  const navigate = useNavigate();
  const tell = useCallback(
    (type: string, { approval_id: id, action }: Record<string, unknown>) => {
      if (type !== 'approval.created' || typeof id !== 'string' || !document.hidden) return;
      if (!isSupported || Notification.permission !== 'granted') return;
      const body = typeof action === 'string' ? harmless(shortened(action, MOST_CHARACTERS)) : '';
      const shown = notificationOf('An action waits for approval', { body, tag: id });
      if (shown === null) return;
      shown.onclick = () => {
        focus();
        void navigate({ to: '/approvals/$id', params: { id } });
        shown.close();
      };
    },
    [navigate],
  );
  useEvents(tell);
}

/** null where the browser asks for permission but can't show a notification without a worker, as on Android. */
function notificationOf(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}
