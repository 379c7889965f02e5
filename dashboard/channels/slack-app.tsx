/** How to make the Slack app of a tenant, with the manifest to paste. */
import { useRead } from '../api/read.ts';
import { JsonBlock } from '../ui/code.tsx';
import { Loaded } from '../ui/state.tsx';
import styles from './channels.module.css';
import type { Receives } from './kinds.ts';

interface SlackAppProps {
  receives: Receives;
  isNew: boolean;
}

export function SlackApp({ receives, isNew }: SlackAppProps) {
  const query = useRead('/api/v1/channels/slack-manifest', { params: { query: { receives } } });
  return (
    <details className={styles.app} open={isNew}>
      <summary>Make the app in Slack</summary>
      <ol className={styles.steps}>
        <li>
          At <code>api.slack.com/apps</code>, choose “Create New App”, “From a manifest”, and paste this.
        </li>
        <li>Install it to your workspace, and copy its bot token from “OAuth & Permissions”.</li>
        {receives === 'socket' ? (
          <li>
            Under “Basic Information”, make an app-level token with the scope <code>connections:write</code>.
          </li>
        ) : (
          <li>Copy the signing secret from “Basic Information”.</li>
        )}
      </ol>
      <Loaded query={query} lines={6}>
        {({ manifest }) => <JsonBlock value={manifest} label="manifest" />}
      </Loaded>
    </details>
  );
}
