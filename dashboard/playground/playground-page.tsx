/** Tries a call: the verdict moves as its arguments and its context change. Nothing is recorded. */
import { useState } from 'react';
import { useMay, useMe } from '../api/me.ts';
import { ButtonLink } from '../ui/forms/button.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Empty, Loaded, Notice, Skeleton } from '../ui/state.tsx';
import { ArgumentsPart } from './arguments-part.tsx';
import { type Begun, beginningIn } from './beginning.ts';
import { CopyAs, CopyLink } from './copy-as.tsx';
import { type Draft, draftIn, type Json, withChange } from './draft.ts';
import { AboutPart, TaskField, ToolPart, useTools } from './draft-form.tsx';
import styles from './playground.module.css';
import { useSimulation } from './use-simulation.ts';
import { VerdictPart } from './verdict-part.tsx';

const LEAD =
  'Change a call, and see what the laws would say. Nothing is recorded, and nothing is carried out; each look counts as a call of the core API.';

export function PlaygroundPage() {
  const { evaluate } = useMay();
  const isKnown = useMe() !== null;
  if (isKnown && !evaluate) {
    return (
      <Page title="Playground" lead={LEAD}>
        <Empty
          title="Your role can’t ask for verdicts"
          next={<ButtonLink to="/evidence">See the evidence</ButtonLink>}
        >
          Owners and admins can. Verdicts that were given are in the evidence.
        </Empty>
      </Page>
    );
  }
  return <Beginning />;
}

/** A call in the link comes first. Without the catalogue, the page begins as with an empty one. */
function Beginning() {
  const [linked] = useState(() => draftIn(location.hash.slice(1)));
  const tools = useTools();
  if (linked !== null) return <Playground begun={{ draft: linked, toolId: null }} />;
  if (tools.isPending) {
    return (
      <Page title="Playground" lead={LEAD}>
        <Skeleton lines={8} />
      </Page>
    );
  }
  return <Playground begun={beginningIn(tools.data?.items ?? [])} />;
}

/** The arguments that the form begins with, and how often it began. */
interface BegunArguments {
  arguments: Json;
  toolId: string | null;
  count: number;
}

/** @param begun read once. */
function Playground({ begun: first }: { begun: Begun }) {
  const [draft, setDraft] = useState<Draft>(first.draft);
  const [isReadable, setReadable] = useState(true);
  const [begun, setBegun] = useState<BegunArguments>({
    arguments: draft.arguments,
    toolId: first.toolId,
    count: 0,
  });
  const simulation = useSimulation(isReadable && draft.action !== '' ? draft : null);
  const begin = (next: Draft, toolId: string | null) => {
    setDraft(next);
    setReadable(true);
    setBegun(({ count }) => ({ arguments: next.arguments, toolId, count: count + 1 }));
  };
  const chooseTool = (toolId: string | null, next: Draft) => {
    if (toolId === null && begun.toolId === null) setDraft(next);
    else begin(next, toolId);
  };
  const giveArguments = (given: Json | null) => {
    setReadable(given !== null);
    if (given !== null) setDraft((before) => ({ ...before, arguments: given }));
  };
  const apply = (change: Json) => {
    const next = withChange(draft, change);
    if ('arguments' in change) begin(next, begun.toolId);
    else setDraft(next);
  };
  return (
    <Page title="Playground" lead={LEAD} actions={<CopyLink draft={draft} />}>
      <div className={styles.columns}>
        <Card title="The call">
          <div className={styles.fields}>
            <ToolPart draft={draft} toolId={begun.toolId} onTool={chooseTool} />
            <TaskField draft={draft} onDraft={setDraft} />
          </div>
        </Card>
        <ArgumentsPart
          key={begun.count}
          from={begun.arguments}
          toolId={begun.toolId}
          onArguments={giveArguments}
        />
        <div className={styles.found}>
          {!isReadable && (
            <Notice tone="warning">The arguments can’t be read yet, so the verdict stands still.</Notice>
          )}
          <Loaded query={simulation} lines={8}>
            {(found) => <VerdictPart found={found} isOld={simulation.isPlaceholderData} onChange={apply} />}
          </Loaded>
        </div>
        <AboutPart draft={draft} onDraft={setDraft} />
        <div className={styles.copy}>
          <CopyAs draft={draft} />
        </div>
      </div>
    </Page>
  );
}
