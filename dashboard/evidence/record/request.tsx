/** The request of an evaluation in words: who wanted what, with which tool, and for whom. */
import type { ArtifactInFull } from '../../../client/api.ts';
import { Agent } from '../../members/party.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Card, Facts } from '../../ui/page.tsx';
import { actIn, objectIn } from './act.ts';

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function RequestFacts({ payload }: Pick<ArtifactInFull, 'payload'>) {
  const request = objectIn(payload?.request);
  const context = objectIn(request?.context);
  const act = actIn(payload);
  const agent = textIn(request?.agent_id);
  const foreign = (value: unknown) => {
    const text = textIn(value);
    return text && <ForeignText lines limit={400} text={text} />;
  };
  return (
    <Card title="The request">
      <Facts
        facts={{
          Action: foreign(request?.action),
          Why: foreign(request?.description),
          Agent: agent && <Agent id={agent} />,
          For: foreign(request?.user_id),
          Tool: foreign(act?.tool),
          Effects: act && act.effects.length > 0 ? act.effects.join(', ') : null,
          Risk: foreign(context?.risk_level),
          Mandate: foreign(context?.mandate_id),
        }}
      />
    </Card>
  );
}
