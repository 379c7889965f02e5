/** The call: its tool, its task, its arguments, and what is said about it. */
import type { ReactNode } from 'react';
import { useRead } from '../api/read.ts';
import { nameOf } from '../tools/name.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Choice, SelectField, TextArea, TextField } from '../ui/forms/field.tsx';
import { harmless, shortened } from '../ui/harmless.ts';
import { Card, Row } from '../ui/page.tsx';
import { draftOf } from './beginning.ts';
import type { Draft, Json } from './draft.ts';
import styles from './playground.module.css';

const RISKS = ['low', 'medium', 'high', 'critical'] as const;
/** A catalogue may be large; a tool beyond these can still be typed. */
const MOST_TOOLS = 1000;
const MOST_AGENTS = 200;
const LONGEST_NAME = 80;
const TYPED = '';

const NUMBERS = [
  { name: 'confidence_score', label: 'Confidence, 0 to 1', most: 1 },
  { name: 'estimated_cost_usd', label: 'Cost, USD', most: undefined },
  { name: 'trust_score', label: 'Trust, 0 to 100', most: 100 },
];

export function useTools() {
  const query = { status: 'accepted', limit: MOST_TOOLS } as const;
  return useRead('/api/v1/tools', { params: { query } });
}

interface DraftProps {
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

/** @param onTool gets the id of the chosen entry; null where the name is typed. */
export function ToolPart({
  draft,
  toolId,
  onTool,
}: {
  draft: Draft;
  toolId: string | null;
  onTool: (toolId: string | null, draft: Draft) => void;
}) {
  const tools = useTools().data?.items ?? [];
  const choose = (id: string) => {
    const tool = tools.find(({ tool_id }) => tool_id === id);
    if (tool === undefined) return onTool(null, draft);
    onTool(id, draftOf(tool, draft));
  };
  const options = tools.map(({ tool_id: value, entry }) => ({ value, name: optionOf(nameOf(entry)) }));
  return (
    <>
      <SelectField
        label="Tool"
        hint="The tools of your catalogue. Any other action is judged by what the agent says about it."
        options={[{ value: TYPED, name: 'Another action…' }, ...options]}
        value={toolId ?? TYPED}
        onValue={choose}
      />
      <TextField
        label="Action"
        maxLength={256}
        value={draft.action}
        error={draft.action === '' ? 'Name the action' : undefined}
        onValue={(action) => onTool(null, { ...draft, action })}
      />
    </>
  );
}

function optionOf(name: string): string {
  return shortened(harmless(name), LONGEST_NAME);
}

export function TaskField({ draft, onDraft }: DraftProps) {
  return (
    <TextArea
      label="Task"
      hint="Why the agent does it, in words."
      rows={2}
      maxLength={4096}
      value={draft.task}
      onValue={(task) => onDraft({ ...draft, task })}
    />
  );
}

export function AboutPart({ draft, onDraft }: DraftProps) {
  const { context } = draft;
  const set = (change: Json) => {
    const changed = Object.entries({ ...context, ...change }).filter(([, value]) => value !== undefined);
    onDraft({ ...draft, context: Object.fromEntries(changed) });
  };
  return (
    <Card title="What is said about it">
      <div className={styles.fields}>
        <AgentField draft={draft} onDraft={onDraft} />
        <div className={styles.pair}>
          <SelectField
            label="Risk"
            options={RISKS.map((level) => ({ value: level, name: level }))}
            value={RISKS.find((level) => level === context.risk_level) ?? 'low'}
            onValue={(risk_level) => set({ risk_level })}
          />
          {NUMBERS.map(({ name, label, most }) => (
            <NumberField
              key={name}
              label={label}
              most={most}
              value={context[name]}
              onNumber={(number) => set({ [name]: number })}
            />
          ))}
        </div>
        <Choice
          label="It can’t be undone"
          checked={context.is_irreversible === true}
          onValue={(isIrreversible) => set({ is_irreversible: isIrreversible || undefined })}
        />
        <Others context={context} onRemove={(name) => set({ [name]: undefined })} />
      </div>
    </Card>
  );
}

function AgentField({ draft, onDraft }: DraftProps) {
  const agents = useRead('/api/v1/agents', {}).data?.items.slice(0, MOST_AGENTS) ?? [];
  const known = agents.map(({ agent_id: id, name }) => ({
    value: id,
    name: optionOf(name === null || name === id ? id : `${name} (${id})`),
  }));
  const isKnown = draft.agent === '' || known.some(({ value }) => value === draft.agent);
  const others = isKnown ? [] : [{ value: draft.agent, name: optionOf(draft.agent) }];
  return (
    <SelectField
      label="Agent"
      hint="Its budgets, its trust and its halts count."
      options={[{ value: '', name: 'No agent named' }, ...known, ...others]}
      value={draft.agent}
      onValue={(agent) => onDraft({ ...draft, agent })}
    />
  );
}

interface NumberFieldProps {
  label: string;
  value: unknown;
  most: number | undefined;
  /** undefined: nothing is said. */
  onNumber: (value: number | undefined) => void;
}

function NumberField({ label, value, most, onNumber }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      min={0}
      max={most}
      step="any"
      value={typeof value === 'number' ? value : ''}
      onValue={(text) => {
        const number = Number(text);
        onNumber(text === '' || !Number.isFinite(number) ? undefined : number);
      }}
    />
  );
}

const WITH_FIELDS = new Set(['risk_level', 'is_irreversible', ...NUMBERS.map(({ name }) => name)]);

/** Shows the fields that a remedy or a link added, and that the form does not have. */
function Others({ context, onRemove }: { context: Json; onRemove: (name: string) => void }): ReactNode {
  const others = Object.entries(context).filter(([name]) => !WITH_FIELDS.has(name));
  return others.map(([name, value]) => (
    <Row key={name}>
      <span className={styles.other}>
        <ForeignText cut limit={LONGEST_NAME} text={name} />:{' '}
        <ForeignText cut limit={200} text={JSON.stringify(value) ?? ''} />
      </span>
      <Button size="small" look="quiet" onClick={() => onRemove(name)}>
        Remove
      </Button>
    </Row>
  ));
}
