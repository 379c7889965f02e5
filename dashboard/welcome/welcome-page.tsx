/**
 * The first run: a key, a question, a verdict; then the steps that make the service useful. Each shows whether it is
 * done.
 */
import { useState } from 'react';
import type { NewApiKey } from '../../client/api.ts';
import { prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { CreateKey } from '../keys/create-key.tsx';
import { CodeBlock } from '../ui/code.tsx';
import { Button, ButtonAnchor, ButtonLink } from '../ui/forms/button.tsx';
import { useAskBeforeLeaving } from '../ui/forms/secret.tsx';
import { formatCount } from '../ui/money.ts';
import { Card, Page, Row } from '../ui/page.tsx';
import { Step, Steps } from '../ui/steps.tsx';
import { curlOf } from './first-question.ts';
import { FirstVerdict } from './first-verdict.tsx';

export function WelcomePage() {
  return (
    <Page
      title="Get started"
      lead="Ask your first question in two minutes. Nothing is carried out: the service only judges."
      narrow
    >
      <Card title="Your first verdict">
        <Steps>
          <KeyAndQuestion />
        </Steps>
      </Card>
      <Card title="Then">
        <Steps>
          <PlaygroundStep />
          <ToolsStep />
          <ApproverStep />
          <CheckpointStep />
        </Steps>
      </Card>
    </Page>
  );
}

function KeyAndQuestion() {
  const { manage } = useMay();
  const environment = useEnvironment();
  const keys = useRead('/api/v1/api-keys', {}, { enabled: manage });
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<NewApiKey | null>(null);
  useAskBeforeLeaving(made !== null, 'You will not see the key again. Leave without it?');
  const hasKey = keys.data?.keys.some(({ status }) => status === 'active') === true;
  const prefix = prefixOf(made?.environment ?? environment);
  return (
    <>
      <Step
        title="Create a key"
        done={made !== null || hasKey}
        act={
          made === null &&
          manage && (
            <Button look={hasKey ? 'secondary' : 'primary'} onClick={() => setCreating(true)}>
              {hasKey ? 'Create another key' : 'Create key'}
            </Button>
          )
        }
      >
        {made === null ? (
          <p>Your application sends it with each request. {!manage && 'Ask an owner or an admin for one.'}</p>
        ) : (
          <>
            <p>Copy it now, to where you keep secrets: you will not see it again.</p>
            <CodeBlock text={made.key} label="key" />
            <Row>
              <Button onClick={() => setMade(null)}>I have saved it</Button>
            </Row>
          </>
        )}
      </Step>
      <FirstVerdict>
        <CodeBlock text={curlOf(location.origin + prefix, made?.key ?? null)} label="command" />
      </FirstVerdict>
      {creating && <CreateKey onClose={() => setCreating(false)} onCreated={setMade} />}
    </>
  );
}

function PlaygroundStep() {
  return (
    <Step
      title="Try what would be held"
      done={false}
      act={<ButtonLink to="/playground">Open the playground</ButtonLink>}
    >
      Change the arguments of a call, and see the verdict move. Nothing is recorded.
    </Step>
  );
}

function ToolsStep() {
  const tools = useRead('/api/v1/tools', { params: { query: { limit: 1 } } });
  return (
    <Step
      title="Import your tools"
      done={(tools.data?.items.length ?? 0) > 0}
      act={<ButtonLink to="/tools">Go to tools</ButtonLink>}
    >
      Then the service knows what a tool does, and need not believe the agent.
    </Step>
  );
}

function ApproverStep() {
  const { manage } = useMay();
  const members = useRead('/api/v1/members', {}, { enabled: manage });
  const invitations = useRead('/api/v1/members/invitations', {}, { enabled: manage });
  const others = (members.data?.members.length ?? 0) - 1;
  return (
    <Step
      title="Invite an approver"
      done={others > 0 || (invitations.data?.invitations.length ?? 0) > 0}
      act={<ButtonLink to="/members">Go to members</ButtonLink>}
    >
      Someone must answer when an action waits for a person. Two people are better than one.
    </Step>
  );
}

function CheckpointStep() {
  const environment = useEnvironment();
  const [isKept, setKept] = useState(false);
  const health = useRead('/api/v1/evidence/health', {});
  const checkpoint = health.data?.checkpoint ?? null;
  return (
    <Step
      title="Keep a checkpoint"
      done={isKept}
      act={
        checkpoint && (
          <Row>
            <ButtonAnchor
              href={`${prefixOf(environment)}/api/v1/evidence/log/checkpoint`}
              download="assize-checkpoint.txt"
              onClick={() => setKept(true)}
            >
              Download the checkpoint
            </ButtonAnchor>
            <ButtonLink to="/integrity">See integrity</ButtonLink>
          </Row>
        )
      }
    >
      {checkpoint === null
        ? 'One is signed soon after the first verdict.'
        : `It is signed over ${formatCount(checkpoint.size)} records. With a copy elsewhere, you can prove that none of them has changed since.`}
    </Step>
  );
}
