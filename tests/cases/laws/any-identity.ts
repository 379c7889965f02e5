/** Generates how the service knows an agent. */
import type { IdentityFact } from '@assize/service/evaluation/question/identity.ts';
import fc from 'fast-check';

export const anyIdentity: fc.Arbitrary<IdentityFact> = fc
  .record({
    how: fc.constantFrom('claimed', 'key', 'token'),
    agent_registered: fc.boolean(),
    suspended: fc.boolean(),
  })
  .map(({ suspended, ...fact }) => ({
    ...fact,
    ...(fact.agent_registered && suspended && { agent_status: 'suspended' as const }),
  }));
