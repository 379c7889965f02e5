/** Surface A: the matters that need a person now. */
import { isoOrNull } from '../../../foundation/clock.ts';
import { ATTENTION_KINDS, needsAttention } from '../../../reports/attention/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf, READ } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const Subject = object({
  id: is.text('The id of the alarm, incident, halt, channel, endpoint, sink, approval, budget, key or agent'),
  name: is.text(
    'A halt has its agent here, empty if every agent is halted; an endpoint its host; an incident its severity',
  ),
  at: is.orNull(
    is.time(),
    'Since when; of approvals, keys and incidents: until when; null if it has no such time',
  ),
});

const SHOW = routesOf('a', 'Governance')('getAttention', 'See what needs a person now', {
  200: describedRecord(
    'Attention',
    'Alarms of the evidence, serious incidents to report, halts in force, channels and endpoints at which nothing arrives, sinks whose receiver is away, approvals that you may decide, budgets of which 80 % are spent or reserved, keys that end within a week, agents without an owner. Channels, endpoints and keys only if you manage them',
    {
      matters: is.list(
        object({
          kind: is.oneOf(ATTENTION_KINDS),
          count: is.integer('Of agents: at most 2,000 are counted'),
          first: is.list(Subject, 'At most three'),
        }),
        'Gravest first; a kind without any is left out',
      ),
    },
  ),
});

type Needs = Pick<Services, 'approvalSettings' | 'clock' | 'db' | 'fillRandom' | 'governance'>;

export const attentionA: Noun<Needs> = (app, services) => {
  app.get('/attention', { config: READ, schema: SHOW }, async (request) => {
    const matters = await needsAttention(services, principalOf(request));
    return {
      matters: matters.map(({ first, ...matter }) => ({
        ...matter,
        first: first.map(({ at, ...subject }) => ({ ...subject, at: isoOrNull(at) })),
      })),
    };
  });
};
