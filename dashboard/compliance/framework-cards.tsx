/** The frameworks, each with the result of its newest check. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComplianceCheck } from '../../client/api.ts';
import type { ReadData } from '../api/read.ts';
import { useEvidence } from '../evidence/use-evidence.ts';
import { Button } from '../ui/forms/button.tsx';
import { Row } from '../ui/page.tsx';
import { Ago } from '../ui/time/time.tsx';
import styles from './compliance.module.css';
import { ResultBar } from './result-bar.tsx';

export type Framework = ReadData<'/api/v1/core/compliance/frameworks'>['items'][number];

interface CardProps {
  framework: Framework;
  /** Undefined where the person may not check. */
  onCheck: (() => void) | undefined;
}

export function FrameworkCard({ framework: { id, name, edition, controls }, onCheck }: CardProps) {
  const query = useQuery(useEvidence()({ artifact_type: 'compliance_check', action: id, limit: 1 }));
  const newest = query.data?.items[0];
  const { summary } = (newest?.payload ?? {}) as Partial<ComplianceCheck>;
  return (
    <section className={styles.framework} aria-label={name}>
      <h2>
        {newest === undefined ? (
          name
        ) : (
          <Link to="/compliance" search={(previous) => ({ ...previous, check: newest.id })}>
            {name}
          </Link>
        )}
      </h2>
      <p className={styles.edition} title={edition}>
        {edition}
      </p>
      {summary && <ResultBar summary={summary} />}
      <Row>
        <span className={styles.muted}>
          {newest === undefined ? (
            `${controls} controls, never checked`
          ) : (
            <>
              {controls} controls, checked <Ago time={newest.created_at} />
            </>
          )}
        </span>
        {onCheck && (
          <Button size="small" onClick={onCheck}>
            Check…
          </Button>
        )}
      </Row>
    </section>
  );
}
