/** A receiver's duties, in short. The documentation has a receiver to copy. */
import { Card } from '../ui/page.tsx';
import styles from './webhooks.module.css';

export function MustAnswer() {
  return (
    <Card title="What an endpoint must do">
      <ul className={styles.list}>
        <li>
          Check <code>webhook-signature</code> against the bytes that came, before reading them; refuse a{' '}
          <code>webhook-timestamp</code> that is more than five minutes off.
        </li>
        <li>Answer with a 2xx within 15 seconds, and work afterwards. Redirects are not followed.</li>
        <li>
          Expect an event more than once: <code>webhook-id</code> is the same each time.
        </li>
        <li>
          Answer 410 to get no more events. After any other failure we try again for three days; after five
          days of failures the endpoint is disabled.
        </li>
      </ul>
    </Card>
  );
}
