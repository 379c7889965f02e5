/** The verdict, why, what it reaches, and what would make each law pass. */
import type { Simulation } from '../../client/api.ts';
import { shownLaw } from '../approvals/shown-law.ts';
import { Laws } from '../evidence/law-list.tsx';
import { nameOf as lawNameOf } from '../evidence/laws.ts';
import { objectIn } from '../evidence/record/act.ts';
import { Badge, Finding } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card, Facts, Row } from '../ui/page.tsx';
import type { Json } from './draft.ts';
import styles from './playground.module.css';

interface VerdictProps {
  found: Simulation;
  /** It belongs to an earlier draft. */
  isOld: boolean;
  onChange: (change: Json) => void;
}

export function VerdictPart({ found, isOld, onChange }: VerdictProps) {
  const { verdict, explanation, evaluations, would_be: wouldBe } = found;
  return (
    <div className={isOld ? styles.old : undefined} aria-busy={isOld}>
      <Card title="The verdict">
        <div role="status" className={styles.verdict}>
          <Finding found={verdict} />
          <p>
            <ForeignText text={explanation} />
          </p>
        </div>
        {wouldBe && (
          <p>
            Tools, targets and mandates are only observed here. Enforced, it would be{' '}
            <Finding found={wouldBe.verdict} />
          </p>
        )}
        <Reach found={found} />
      </Card>
      <Remedies found={found} onChange={onChange} />
      <Card title="The laws">
        <Laws laws={evaluations.map(shownLaw)} />
      </Card>
    </div>
  );
}

/** Shows the targets and effects that the service read from the arguments; nothing where it knows only claims. */
function Reach({ found: { evaluations, basis } }: { found: Simulation }) {
  const law = evaluations.find(({ law_id: id }) => id === 'bounded_autonomy');
  const details = objectIn(law?.details) ?? {};
  const effects = textsIn(details.effects);
  const unknown = textsIn(details.unknown_targets);
  return (
    <Facts
      facts={{
        'Judged by': basis.join(', '),
        Does: effects.length === 0 ? null : effects.join(', '),
        'Unknown targets':
          unknown.length === 0 ? null : (
            <Row>
              {unknown.map((path) => (
                <Badge key={path} tone="warning">
                  <ForeignText cut limit={80} text={path} />
                </Badge>
              ))}
            </Row>
          ),
      }}
    />
  );
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function Remedies({ found: { remedies }, onChange }: Pick<VerdictProps, 'found' | 'onChange'>) {
  if (remedies.length === 0) return null;
  return (
    <Card title="What would change it">
      <ul className={styles.remedies}>
        {remedies.map(({ law_id: id, change, note }) => (
          <li key={id}>
            <div>
              <strong>{lawNameOf(id)}</strong>
              <p>
                <ForeignText text={note} />
              </p>
            </div>
            {Object.keys(change).length > 0 && (
              <Button size="small" onClick={() => onChange(change)} aria-label={`Apply for ${lawNameOf(id)}`}>
                Apply
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
