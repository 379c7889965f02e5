/** The result of one check: for each control its state, its evidence, and what people must show. */
import { Link } from '@tanstack/react-router';
import type { ComplianceCheck } from '../../client/api.ts';
import { useRead } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ButtonLink } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/select.tsx';
import { formatCount } from '../ui/money.ts';
import { useAddress } from '../ui/navigation/address.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card, Facts, Page, Row, Stat, Stats } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
import styles from './compliance.module.css';
import { groupsOf, summaryOf } from './groups.ts';
import { PdfLink } from './past-checks.tsx';
import { placeOf } from './places.ts';
import { ResultBar } from './result-bar.tsx';
import { RESULT_NAMES, RESULTS, type Result, resultOf } from './results.ts';

type Control = ComplianceCheck['controls'][number];
type Check = ComplianceCheck['checks'][number];

export function Report({ evidenceId }: { evidenceId: string }) {
  const query = useRead('/api/v1/core/compliance/checks/{evidence_id}', {
    params: { path: { evidence_id: evidenceId } },
  });
  const { data } = query;
  return (
    <Page
      title={data?.framework.name ?? 'Compliance'}
      lead={
        data && (
          <>
            <Moment time={data.period.from} /> – <Moment time={data.period.to} />
          </>
        )
      }
      back={<ToChecks />}
      actions={<PdfLink evidenceId={evidenceId} look="primary" />}
    >
      <Loaded query={query}>{(check) => <Found check={check} />}</Loaded>
    </Page>
  );
}

function Found({ check }: { check: ComplianceCheck }) {
  const [search, go] = useAddress();
  const wanted = resultOf(search.result);
  const shown = check.controls.filter(({ result }) => wanted === undefined || result === wanted);
  return (
    <>
      <Stats>
        {RESULT_NAMES.map((name) => (
          <Stat key={name} name={RESULTS[name].word} value={check.summary[name]} />
        ))}
      </Stats>
      <Card title="What was checked">
        <Facts
          facts={{
            Edition: check.framework.edition,
            Covered: <ForeignText text={check.framework.scope} />,
            Records: `${formatCount(check.evidence.records_in_period)} in the period, ${formatCount(check.evidence.evaluations_in_period)} of them verdicts`,
            Checked: (
              <>
                <Ago time={check.checked_at} />, kept as <RecordLink id={check.evidence_id} />
              </>
            ),
            Checkpoint: check.evidence.checkpoint && (
              <>
                signed over {formatCount(check.evidence.checkpoint.tree_size)} records{' '}
                <Ago time={check.evidence.checkpoint.signed_at} />
              </>
            ),
          }}
        />
      </Card>
      <Card
        title="Controls"
        actions={
          <Select
            label="Result"
            options={[
              { value: '', name: 'All' },
              ...RESULT_NAMES.map((value) => ({ value, name: RESULTS[value].word })),
            ]}
            value={wanted ?? ''}
            onValue={(result) => go({ result: resultOf(result) })}
          />
        }
      >
        {groupsOf(shown).map(({ name, controls }) => (
          <section key={name} className={styles.group} aria-label={name}>
            <div className={styles.groupHead}>
              <h3>{name}</h3>
              <ResultBar summary={summaryOf(controls)} />
            </div>
            <ul className={styles.controls}>
              {controls.map((control) => (
                <li key={control.id}>
                  <ControlPart control={control} checks={check.checks} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && <p className={styles.muted}>No control has this result.</p>}
      </Card>
    </>
  );
}

function ResultBadge({ result }: { result: Result }) {
  const { tone, word } = RESULTS[result];
  return <Badge tone={tone}>{word}</Badge>;
}

const REASONS = {
  outside: 'Software can’t show any part of it.',
  nothing_to_judge: 'Nothing happened in the period that could show it.',
} as const;

function ControlPart({ control, checks }: { control: Control; checks: readonly Check[] }) {
  const own = checks.filter(({ id }) => control.checks.includes(id));
  return (
    <details className={styles.control}>
      <summary>
        <span className={styles.id}>{control.id}</span>
        <span className={styles.title}>{control.title}</span>
        <ResultBadge result={control.result} />
      </summary>
      <div className={styles.inside}>
        <p>{control.asks}</p>
        {control.reason && <p className={styles.muted}>{REASONS[control.reason]}</p>}
        {own.map((each) => (
          <CheckPart key={each.id} check={each} />
        ))}
        <p className={styles.muted}>
          <strong>People must show:</strong> {control.outside}
        </p>
      </div>
    </details>
  );
}

const MOST_LINKS = 5;

function CheckPart({ check }: { check: Check }) {
  const { title, rule, finding, result, evidence_ids: ids } = check;
  return (
    <div className={styles.check}>
      <Row>
        <ResultBadge result={result} />
        <strong>{title}</strong>
      </Row>
      <p>
        <ForeignText text={finding} />
      </p>
      {result === 'met' ? <p className={styles.muted}>{rule}</p> : <WayOut id={check.id} rule={rule} />}
      {ids.length > 0 && (
        <p className={styles.links}>
          Evidence:{' '}
          {ids.slice(0, MOST_LINKS).map((id) => (
            <RecordLink key={id} id={id} />
          ))}
          {ids.length > MOST_LINKS && <span>and {ids.length - MOST_LINKS} more in the report</span>}
        </p>
      )}
    </div>
  );
}

/** Says how a check is met, and links to the page where that is done. */
function WayOut({ id, rule }: { id: string; rule: string }) {
  const page = placeOf(id);
  return (
    <p>
      <strong>What would make it met:</strong> {rule}{' '}
      {page && (
        <Link to={page.to} search={({ env }: { env?: 'sandbox' }) => ({ env })}>
          Go to {page.name}
        </Link>
      )}
    </p>
  );
}

/** The link back from a report to the list. */
function ToChecks() {
  return (
    <ButtonLink
      to="/compliance"
      search={({ env }: { env?: 'sandbox' }) => ({ env, check: undefined })}
      look="quiet"
      size="small"
    >
      All checks
    </ButtonLink>
  );
}
