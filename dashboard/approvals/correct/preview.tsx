/** Shows what a correction changes and how the laws judge the corrected call, with the button that approves it. */
import type { Approval } from '../../../client/api.ts';
import { Laws } from '../../evidence/law-list.tsx';
import { Finding, type VerdictName } from '../../ui/badge.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Row } from '../../ui/page.tsx';
import { Notice } from '../../ui/state.tsx';
import type { Decision } from '../decision.ts';
import { shownLaw } from '../shown-law.ts';
import { Changes } from './changes.tsx';

export interface CorrectionPreview {
  verdict: VerdictName;
  laws: NonNullable<Approval['laws']>;
  changed: NonNullable<NonNullable<Approval['corrected']>['changed']>;
}

interface PreviewFormProps {
  /** The corrected ones. */
  arguments: Record<string, unknown>;
  preview: CorrectionPreview;
  decision: Decision;
  comment: string;
  onComment: (comment: string) => void;
  onBack: () => void;
}

export function PreviewForm({ preview, decision, comment, onComment, onBack, ...wanted }: PreviewFormProps) {
  const { verdict, laws, changed } = preview;
  const isBlocked = verdict === 'block';
  const back = () => {
    decision.reset();
    onBack();
  };
  return (
    <Form
      act="Approve with these changes"
      onSubmit={() => decision.mutate({ verb: 'approve', comment, ...wanted })}
      onCancel={back}
      cancel="Back"
      sent={decision}
      disabled={isBlocked}
    >
      <Changes changed={changed} />
      <Row>
        So corrected, the laws say: <Finding found={verdict} />
      </Row>
      <Laws laws={laws.map(shownLaw)} />
      {isBlocked ? (
        <Notice tone="bad">A correction can’t pass a block. Change it otherwise, or reject the call.</Notice>
      ) : (
        <TextArea
          label="Comment"
          hint="Kept with the evidence."
          maxLength={4096}
          value={comment}
          onValue={onComment}
        />
      )}
    </Form>
  );
}
