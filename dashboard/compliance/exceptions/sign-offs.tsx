/** The people who answer for controls, those who signed, and the button to sign with a passkey. */
import { useState } from 'react';
import { type ReadData, useWrite } from '../../api/read.ts';
import { Party } from '../../members/party.tsx';
import { hasPasskeys } from '../../sign-in/passkey.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { FormDialog } from '../../ui/forms/form.tsx';
import { RecordLink } from '../../ui/navigation/links.tsx';
import { Card, Stack } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/time/time.tsx';
import styles from '../compliance.module.css';
import { useMayReport } from './may-report.ts';
import { assertionOf } from './passkey-assertion.ts';

type Found = ReadData<'/api/v1/compliance/exceptions/{evidence_id}'>;
type Control = Found['controls'][number];
type SignOff = Found['sign_offs'][number];
const PREPARE = '/api/v1/compliance/exceptions/{evidence_id}/sign-offs/prepare';
const SIGN = '/api/v1/compliance/exceptions/{evidence_id}/sign-offs';
/** null: the whole report. */
type Subject = Control | null;

export function SignOffs({ report }: { report: Found }) {
  const mayReport = useMayReport() && hasPasskeys;
  const [asked, setAsked] = useState<{ of: Subject }>();
  const { controls, sign_offs: signOffs, evidence_id: reportId } = report;
  return (
    <Card
      title="Controls and sign-offs"
      actions={
        mayReport && (
          <Button size="small" onClick={() => setAsked({ of: null })}>
            Sign off…
          </Button>
        )
      }
    >
      <Stack>
        {controls.length === 0 ? (
          <p className={styles.muted}>No control had an owner in this period when the report was made.</p>
        ) : (
          <Table
            caption="Controls and their owners"
            columns={controlColumns(mayReport ? (of) => setAsked({ of }) : null)}
            items={controls}
            keyOf={({ framework, control }) => `${framework} ${control}`}
          />
        )}
        {signOffs.length === 0 ? (
          <p className={styles.muted}>No one has signed this report yet.</p>
        ) : (
          <Table
            caption="Sign-offs"
            columns={SIGN_OFFS}
            items={signOffs}
            keyOf={({ evidence_id }) => evidence_id}
          />
        )}
      </Stack>
      {asked && <Sign reportId={reportId} subject={asked.of} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

function controlColumns(onSign: ((control: Control) => void) | null): Column<Control>[] {
  return [
    { name: 'Control', bare: true, cell: ({ control, title }) => `${control} ${title}` },
    { name: 'Framework', cell: ({ framework }) => framework },
    { name: 'Owner', cell: ({ owner }) => <Party id={owner} /> },
    {
      name: 'Period',
      cell: ({ from, to }) => (
        <span>
          <Moment time={from} /> – <Moment time={to} />
        </span>
      ),
    },
    ...(onSign === null
      ? []
      : [
          {
            name: 'Acts',
            bare: true,
            cell: (control: Control) => (
              <Button size="small" onClick={() => onSign(control)}>
                Sign off…
              </Button>
            ),
          },
        ]),
  ];
}

const SIGN_OFFS: readonly Column<SignOff>[] = [
  { name: 'Name', bare: true, cell: ({ name }) => <ForeignText cut limit={80} text={name} /> },
  {
    name: 'Signed',
    cell: ({ control }) => (control === null ? 'The report' : `${control.framework} ${control.control}`),
  },
  { name: 'Remark', cell: ({ comment }) => (comment === null ? '—' : <ForeignText text={comment} />) },
  { name: 'When', cell: ({ signed_at }) => <Moment time={signed_at} /> },
  { name: 'Record', cell: ({ evidence_id }) => <RecordLink id={evidence_id} /> },
];

interface SignProps {
  reportId: string;
  subject: Subject;
  onClose: () => void;
}

function Sign({ reportId, subject, onClose }: SignProps) {
  const [comment, setComment] = useState('');
  const sign = useWrite(
    async (api) => {
      const params = { path: { evidence_id: reportId } };
      const control = subject && { framework: subject.framework, control: subject.control };
      const body = { control, comment: comment.trim() || null };
      const { data: prepared, ...refused } = await api.POST(PREPARE, { params, body });
      if (prepared === undefined) return refused;
      const assertion = await assertionOf(prepared);
      const { signed_at } = prepared.statement;
      return api.POST(SIGN, { params, body: { ...body, ...assertion, signed_at } });
    },
    ['/api/v1/compliance/exceptions/{evidence_id}'],
  );
  return (
    <FormDialog
      onClose={onClose}
      keepOpen={comment !== ''}
      title={subject === null ? 'Sign the report off' : `Sign ${subject.control} off`}
      description="Your passkey signs that you have reviewed it, with your name and the hash of this report. It is kept as evidence, and can’t be taken back."
      onSubmit={() => sign.mutateAsync(undefined)}
      act="Sign with your passkey"
      done="Signed."
    >
      <TextArea
        label="Remark"
        hint="It is signed too. You can leave it empty."
        value={comment}
        maxLength={1000}
        onValue={setComment}
      />
    </FormDialog>
  );
}
