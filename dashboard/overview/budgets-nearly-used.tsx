/** Budgets that are nearly used up. */
import { Link } from '@tanstack/react-router';
import { useRead } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatUsd } from '../ui/money.ts';
import { Card } from '../ui/page.tsx';
import styles from './overview.module.css';

/** The share at which Budget Conservation warns. */
const NEARLY = 0.8;

export function BudgetsNearlyUsed() {
  const { data } = useRead('/api/v1/budgets', {});
  const nearly = data?.budgets.filter(
    ({ deleted_at, limit_usd, remaining_usd }) =>
      deleted_at === null && remaining_usd <= (1 - NEARLY) * limit_usd,
  );
  if (nearly === undefined || nearly.length === 0) return null;
  return (
    <Card title="Budgets nearly used" actions={<Link to="/budgets">All budgets</Link>}>
      <ul className={styles.held}>
        {nearly.map(({ budget_id: id, name, limit_usd: limit, remaining_usd: left, period }) => (
          <li key={id}>
            <ForeignText limit={80} text={name} />
            <p>
              {formatUsd(left)} of {formatUsd(limit)} left this {period}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
