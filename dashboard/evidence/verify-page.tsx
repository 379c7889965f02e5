/** Verifies an export that is dropped here. The file stays on this machine. */
import { useEffect, useRef, useState } from 'react';
import { Progress } from '../integrity/run.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { TextArea } from '../ui/forms/field.tsx';
import { Card, Page, Stack } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import styles from './evidence.module.css';
import type { Answer, Question } from './verify-worker.ts';

type Report = Extract<Answer, { kind: 'report' }>;
type State = { name: string; done: number | null; report: Report | null; failure: string | null };

export function VerifyPage() {
  const [keys, setKeys] = useState('');
  const [checkpoint, setCheckpoint] = useState('');
  const [state, setState] = useState<State | null>(null);
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);

  const verify = (file: File) => {
    worker.current?.terminate();
    worker.current = new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });
    setState({ name: file.name, done: 0, report: null, failure: null });
    worker.current.onmessage = ({ data }: MessageEvent<Answer>) => {
      setState((before) => before && next(before, data, file.size));
    };
    worker.current.onerror = ({ message }) =>
      setState(
        (before) =>
          before && { ...before, done: null, failure: message || 'The verifier could not be started.' },
      );
    const question: Question = {
      file,
      keys: keys
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
      checkpoint: checkpoint.trim() === '' ? '' : `${checkpoint.trim()}\n`,
    };
    worker.current.postMessage(question);
  };

  return (
    <Page
      title="Verify an export"
      narrow
      lead="Drop a JSON export here. This browser checks it, and sends it nowhere."
    >
      <Drop onFile={verify} />
      {state && <Outcome state={state} />}
      <Card title="What you have kept (optional)">
        <Stack>
          <TextArea
            label="Verifier keys"
            hint="One per line, such as assize/…+…+…. Your own copy of the key shows that the file comes from that service."
            value={keys}
            onValue={setKeys}
          />
          <TextArea
            label="A checkpoint"
            hint="A signed note that you kept. The file’s history must begin with it."
            rows={5}
            value={checkpoint}
            onValue={setCheckpoint}
          />
        </Stack>
      </Card>
    </Page>
  );
}

function next(before: State, answer: Answer, size: number): State {
  if (answer.kind === 'progress') return { ...before, done: answer.bytes / size };
  if (answer.kind === 'failed') return { ...before, done: null, failure: answer.message };
  return { ...before, done: null, report: answer };
}

function Drop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      <p>Drop an export here, or</p>
      <Button look="primary" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          target.value = '';
        }}
      />
    </div>
  );
}

function Outcome({ state: { name, done, report, failure } }: { state: State }) {
  return (
    <Card title={<ForeignText limit={120} text={name} />}>
      {done !== null && (
        <p>
          <Progress done={done} label="Progress" />
        </p>
      )}
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      {report !== null && (
        <>
          <Notice
            tone={report.verdict === 'sound' ? 'good' : report.verdict === 'unsound' ? 'bad' : 'warning'}
          >
            {WORDS[report.verdict]}
          </Notice>
          <p className={styles.report}>
            <ForeignText lines limit={20_000} text={report.lines.join('\n')} />
          </p>
        </>
      )}
    </Card>
  );
}

const WORDS = {
  sound: 'Sound: every record in this file is unaltered and in its place.',
  unsound: 'Not sound: something in this file was altered or is missing.',
  unchecked: 'Not checked: this file could not be checked as a whole, so it proves nothing yet.',
} as const;
