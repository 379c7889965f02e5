/** The drawn records, each with its trail, and what draws them again. */

import type { ReadData } from '../../api/read.ts';
import { typeName } from '../../evidence/search.ts';
import { Party } from '../../members/party.tsx';
import { Id } from '../../ui/code.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Timeline, TimelineEvent } from '../../ui/lists/timeline.tsx';
import { formatCount } from '../../ui/money.ts';
import { RecordLink } from '../../ui/navigation/links.tsx';
import { Card, Facts } from '../../ui/page.tsx';
import { Moment } from '../../ui/time/time.tsx';
import styles from '../compliance.module.css';

type Drawing = ReadData<'/api/v1/compliance/exceptions/{evidence_id}'>['sample'];
type Drawn = Drawing['drawn'][number];

const STEPS: Record<Drawn['trail'][number]['step'], string> = {
  evaluation: 'Evaluation by',
  correction: 'Correction by',
  decision: 'Decision by',
  use: 'Use of the approval by',
  outcome: 'Outcome by',
  trust: 'Trust of',
  change: 'Change by',
  check: 'Check by',
};

export function Sample({ sample }: { sample: Drawing }) {
  const { seed, seed_given, method, population, population_size, drawn } = sample;
  return (
    <Card title="Sample">
      <Facts
        facts={{
          Drawn: `${formatCount(drawn.length)} of ${formatCount(population_size)} (${population === 'all' ? 'all records' : typeName(population)})`,
          Seed: <Id copy>{seed}</Id>,
          'Chosen by': seed_given ? 'the person who made the report' : 'the service, at random',
          Method: method,
        }}
      />
      {drawn.length > 0 && (
        <ul className={styles.controls}>
          {drawn.map((each) => (
            <li key={each.ordinal}>
              <DrawnPart drawn={each} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function DrawnPart({ drawn: { ordinal, at, evidence_id, who, what, trail, alone } }: { drawn: Drawn }) {
  return (
    <details className={styles.control}>
      <summary>
        <span className={styles.id}>No. {formatCount(ordinal)}</span>
        <span className={styles.title}>
          <ForeignText cut limit={120} text={what} />
        </span>
      </summary>
      <div className={styles.inside}>
        <p>
          <Moment time={at} /> by <Party id={who} />
          {evidence_id !== null && (
            <>
              , kept as <RecordLink id={evidence_id} />
            </>
          )}
        </p>
        {alone !== null ? (
          <p className={styles.muted}>
            <ForeignText text={alone} />
          </p>
        ) : (
          <Timeline>
            {trail.map((step) => (
              <TimelineEvent
                key={step.evidence_id}
                title={<ForeignText text={step.what} />}
                time={<Moment time={step.at} />}
              >
                <span>
                  {STEPS[step.step]} <Party id={step.who} />
                  {step.evidence_id === evidence_id && ' (this record)'}
                </span>
              </TimelineEvent>
            ))}
          </Timeline>
        )}
      </div>
    </details>
  );
}
