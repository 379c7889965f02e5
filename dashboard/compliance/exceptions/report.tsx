/** One report of exceptions: what it lists, how much there is in all, its sample, and who signed it. */

import { prefixOf } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.ts';
import { type ReadData, useRead } from '../../api/read.ts';
import { typeName } from '../../evidence/search.ts';
import { Party } from '../../members/party.tsx';
import { Id } from '../../ui/code.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { ButtonAnchor, ButtonLink } from '../../ui/forms/button.tsx';
import { formatCount } from '../../ui/money.ts';
import { RecordLink } from '../../ui/navigation/links.tsx';
import { Card, Facts, Page, Row, Stat, Stats } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/state.tsx';
import { Ago, Moment } from '../../ui/time/time.tsx';
import styles from '../compliance.module.css';
import { Kinds } from './kinds.tsx';
import { Sample } from './sample.tsx';
import { SignOffs } from './sign-offs.tsx';

type Found = ReadData<'/api/v1/compliance/exceptions/{evidence_id}'>;

export function ExceptionsReport({ evidenceId }: { evidenceId: string }) {
  const query = useRead('/api/v1/compliance/exceptions/{evidence_id}', {
    params: { path: { evidence_id: evidenceId } },
  });
  const { data } = query;
  return (
    <Page
      title="Report of exceptions"
      lead={
        data && (
          <>
            <Moment time={data.period.from} /> – <Moment time={data.period.to} />
          </>
        )
      }
      back={<ToReports />}
      actions={<Files evidenceId={evidenceId} />}
    >
      <Loaded query={query}>{(report) => <Parts report={report} />}</Loaded>
    </Page>
  );
}

function Parts({ report }: { report: Found }) {
  const { population, sample, sign_offs: signOffs } = report;
  const all = report.exceptions.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Stats>
        <Stat name="Exceptions" value={formatCount(all)} />
        <Stat name="Records in the period" value={formatCount(population.count)} />
        <Stat name="Drawn" value={formatCount(sample.drawn.length)} />
        <Stat name="Sign-offs" value={formatCount(signOffs.length)} />
      </Stats>
      {population.count === 0 && (
        <Card>
          <Empty title="No record lies in this period">
            Nothing was judged, reported or changed in it, as far as the chain shows.
          </Empty>
        </Card>
      )}
      <Kinds kinds={report.exceptions} />
      <About report={report} />
      <Population report={report} />
      <Sample sample={sample} />
      <SignOffs report={report} />
    </>
  );
}

function About({ report }: { report: Found }) {
  const { checkpoint, evidence_id, sha256, made_at, made_by } = report;
  return (
    <Card title="What this is">
      <Facts
        facts={{
          Made: (
            <>
              <Ago time={made_at} /> by <Party id={made_by} />, kept as <RecordLink id={evidence_id} />
            </>
          ),
          Hash: <Id copy>{sha256}</Id>,
          Checkpoint: checkpoint && (
            <>
              signed over {formatCount(checkpoint.tree_size)} records <Ago time={checkpoint.signed_at} />
            </>
          ),
          'Removed content': removedText(report),
        }}
      />
    </Card>
  );
}

/** Statements of removals, each of one record or of a range. */
function removedText({ removals, removed_since: since }: Found): string {
  const times = (count: number) => (count === 1 ? 'once' : `${formatCount(count)} times`);
  const sentences = [
    removals.length > 0 && `From the records of the period, content was removed ${times(removals.length)}.`,
    since.length > 0 && `Since this report was made, it was removed ${times(since.length)}.`,
  ].filter((text) => text !== false);
  return sentences.join(' ') || 'None was removed from the records of the period.';
}

function Population({ report: { population, completeness } }: { report: Found }) {
  const { first, last, count, outside, by_type: types } = population;
  const { evaluations, outcomes, skipped, unseen } = completeness;
  const counts = ({ proceed, escalate, block }: typeof evaluations) =>
    `${formatCount(proceed)} proceed, ${formatCount(escalate)} escalate, ${formatCount(block)} block`;
  const present = Object.entries(types).filter(([, number]) => number > 0);
  return (
    <Card title="Population and completeness">
      <Facts
        facts={{
          Positions:
            first === null || last === null ? 'none' : `${formatCount(first)} to ${formatCount(last)}`,
          Records: `${formatCount(count)}${outside > 0 ? `, and ${formatCount(outside)} between them with another time` : ''}`,
          'By type':
            present.length === 0 ? null : (
              <ul>
                {present.map(([type, number]) => (
                  <li key={type}>
                    {typeName(type)}: {formatCount(number)}
                  </li>
                ))}
              </ul>
            ),
          Judged: counts(evaluations),
          Reported: `${counts(outcomes)}, ${formatCount(outcomes.without_evaluation)} without an evaluation`,
          'Ran while out of reach': formatCount(skipped),
          'What can’t be seen': (
            <ul className={styles.sentences}>
              {unseen.map((text) => (
                <li key={text}>
                  <ForeignText text={text} />
                </li>
              ))}
            </ul>
          ),
        }}
      />
    </Card>
  );
}

function Files({ evidenceId }: { evidenceId: string }) {
  const prefix = prefixOf(useEnvironment());
  const path = `${prefix}/api/v1/compliance/exceptions/${encodeURIComponent(evidenceId)}`;
  return (
    <Row>
      <ButtonAnchor href={`${path}/json`} download={`assize-exceptions-${evidenceId}.json`}>
        JSON
      </ButtonAnchor>
      <ButtonAnchor look="primary" href={`${path}/pdf`} download={`assize-exceptions-${evidenceId}.pdf`}>
        PDF
      </ButtonAnchor>
    </Row>
  );
}

/** The link back to the list. */
function ToReports() {
  return (
    <ButtonLink
      to="/exceptions"
      search={({ env }: { env?: 'sandbox' }) => ({ env, report: undefined })}
      look="quiet"
      size="small"
    >
      All reports
    </ButtonLink>
  );
}
