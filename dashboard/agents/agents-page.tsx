/** The inventory of agents, and how to stop one or all of them. */
import { useState } from 'react';
import { prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useMay } from '../api/me.ts';
import { Button, ButtonAnchor } from '../ui/forms/button.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/state.tsx';
import { HaltList, useHalts } from './halts.tsx';
import { Inventory } from './inventory.tsx';
import { RegisterAgent } from './register-agent.tsx';

export function AgentsPage() {
  const { halts, halted } = useHalts();
  const { manage } = useMay();
  const [registering, setRegistering] = useState(false);
  const address = `${prefixOf(useEnvironment())}/api/v1/agents/export`;
  return (
    <Page
      title="Agents"
      lead="Which agents ask, who answers for each, and how each proves who it is."
      actions={
        <>
          <ButtonAnchor href={`${address}?format=csv`} download="assize-agents.csv">
            CSV
          </ButtonAnchor>
          <ButtonAnchor href={address} download="assize-agents.json">
            JSON
          </ButtonAnchor>
          {manage && (
            <Button look="primary" onClick={() => setRegistering(true)}>
              Register an agent
            </Button>
          )}
        </>
      }
    >
      {/* The halts come with what stands below them, so that nothing moves. */}
      {halts.isPending ? (
        <Skeleton lines={16} />
      ) : (
        <>
          <HaltList query={halts} />
          <Inventory halted={halted} />
        </>
      )}
      {registering && <RegisterAgent onClose={() => setRegistering(false)} />}
    </Page>
  );
}
