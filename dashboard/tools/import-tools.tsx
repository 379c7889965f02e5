/** Proposes entries for the tools of a document, or takes a ready-made catalogue. */
import { useState } from 'react';
import type { ReadPath } from '../api/read.ts';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Form, TextArea, TextField } from '../ui/forms/field.tsx';
import { toast } from '../ui/toast.tsx';

const STALE: readonly ReadPath[] = ['/api/v1/tools', '/api/v1/tools/suggestions'];

export function ImportTools({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [ready, setReady] = useState('');
  const [server, setServer] = useState('');
  const [problem, setProblem] = useState<string>();
  const bring = useWrite((api, body: { source?: unknown; ready?: string; server?: string }) => {
    return api.POST('/api/v1/tools/import', { body });
  }, STALE);
  const submit = () => {
    setProblem(undefined);
    const named = server.trim() === '' ? {} : { server: server.trim() };
    if (ready.trim() !== '') return send({ ready: ready.trim(), ...named });
    try {
      return send({ source: JSON.parse(text), ...named });
    } catch (error) {
      return setProblem(`This is not JSON: ${(error as Error).message}`);
    }
  };
  const send = (body: { source?: unknown; ready?: string; server?: string }) =>
    bring.mutate(body, {
      onSuccess: () => {
        toast('Proposed', 'Review the entries before they take effect.');
        onClose();
      },
    });
  const drop = async (file: File | undefined) => {
    if (file !== undefined) setText(await file.text());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen={text !== ''}
      large
      title="Import tools"
      description="Paste or choose an answer of MCP tools/list, function tools as OpenAI or AI SDKs take them, or an OpenAPI document."
    >
      <Form
        onSubmit={submit}
        error={problem ?? bring.error?.message}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={bring.isPending}>
              Propose entries
            </Button>
          </>
        }
      >
        <TextArea
          label="Document (JSON)"
          rows={8}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <input
          type="file"
          aria-label="Choose a file instead"
          accept=".json,application/json"
          onChange={({ target }) => void drop(target.files?.[0])}
        />
        <TextField
          label="Server"
          hint="The server of these tools, if the document does not say."
          value={server}
          onChange={({ target }) => setServer(target.value)}
        />
        <TextField
          label="Or a ready-made catalogue"
          hint="By its name, such as gmail, slack or github."
          value={ready}
          onChange={({ target }) => setReady(target.value)}
        />
      </Form>
    </Dialog>
  );
}
