/** Type, colours, distances and the words for verdicts. */
import { Badge, Finding, Risk } from '../ui/badge.tsx';
import { Id } from '../ui/code.tsx';
import { Card, Columns, Row, Stack } from '../ui/page.tsx';
import styles from './design.module.css';

const SIZES = ['title', 'large', 'normal', 'small', 'tiny'];
const SURFACES = [
  'page',
  'surface',
  'sunken',
  'hover',
  'line',
  'line-control',
  'line-strong',
  'text',
  'muted',
];
const ACCENTS = ['accent', 'accent-fill', 'accent-soft'];
const VERDICTS = ['proceed', 'escalate', 'block'].flatMap((name) => [name, `${name}-soft`, `${name}-mark`]);
const DISTANCES = [1, 2, 3, 4, 5, 6, 7];

export function Foundations() {
  return (
    <Stack>
      <Columns>
        <Card title="Type">
          <div className={styles.sizes}>
            <p style={{ fontSize: 'var(--text-figure)', fontWeight: 'var(--weight-medium)' }}>
              48,210 verdicts
            </p>
            {SIZES.map((size) => (
              <p key={size} style={{ fontSize: `var(--text-${size})` }}>
                An agent asks, a person decides ({size})
              </p>
            ))}
            <p>
              <strong>Strong</strong>, <code>stripe.create_refund</code>, <kbd>j</kbd>
            </p>
            <Id copy>019a8d2e-6f00-7c3a-9a51-0d8a4f1c2b33</Id>
          </div>
        </Card>
        <Card title="Distances">
          <div className={styles.sizes}>
            {DISTANCES.map((distance) => (
              <div key={distance} className={styles.distance}>
                <span style={{ width: `var(--space-${distance})` }} />
                <code>--space-{distance}</code>
              </div>
            ))}
          </div>
        </Card>
      </Columns>
      <Card title="Verdicts, findings and risks: a word, an icon and a colour">
        <Stack>
          <Row>
            {(['proceed', 'escalate', 'block', 'pass', 'warn', 'fail'] as const).map((found) => (
              <Finding key={found} found={found} />
            ))}
          </Row>
          <Row>
            {['low', 'medium', 'high', 'critical'].map((level) => (
              <Risk key={level} level={level} />
            ))}
            <Badge>neutral</Badge>
            <Badge tone="accent">accent</Badge>
          </Row>
        </Stack>
      </Card>
      {[SURFACES, ACCENTS, VERDICTS].map((names) => (
        <Card key={names[0]} title={`Colours: ${names[0]} and others`}>
          <div className={styles.swatches}>
            {names.map((name) => (
              <div key={name} className={styles.swatch}>
                <span style={{ background: `var(--${name})` }} />
                <code>--{name}</code>
              </div>
            ))}
          </div>
        </Card>
      ))}
    </Stack>
  );
}
