/** Offers single rules to begin with. */
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Dialog } from '../../ui/forms/dialog.tsx';
import { EFFECT_WORDS } from '../draft.ts';
import { EXAMPLES, type Example } from './examples.ts';
import styles from './form.module.css';

interface ExampleRulesProps {
  onChoose: (rule: Example) => void;
  onClose: () => void;
}

export function ExampleRules({ onChoose, onClose }: ExampleRulesProps) {
  return (
    <Dialog
      large
      title="Begin with an example"
      description="It becomes a rule of your draft, to change as you like."
      onClose={onClose}
    >
      <ul className={styles.examples}>
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <div>
              <p>{example.about}</p>
              <Badge>{EFFECT_WORDS[example.effect]}</Badge>
            </div>
            <Button aria-label={`Add ${example.id}`} onClick={() => onChoose(example)}>
              Add
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
