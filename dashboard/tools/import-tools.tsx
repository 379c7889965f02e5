/** Proposes entries for the tools of a document, or takes a ready-made catalogue. */
import { useState } from 'react';
import type { ReadPath } from '../api/read.ts';
import { useWrite } from '../api/read.ts';
import { TextArea, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';

const STALE: readonly ReadPath[] = ['/api/v1/tools', '/api/v1/tools/suggestions'];

export function ImportTools({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [ready, setReady] = useState('');
  const [server, setServer] = useState('');
  const bring = useWrite(
    (api, body: { source?: unknown; ready?: string; server?: string }) =>
      api.POST('/api/v1/tools/import', { body }),
    STALE,
  );
  const submit = () => {
    const named = server.trim() === '' ? {} : { server: server.trim() };
    const tools = ready.trim() === '' ? { source: jsonOf(text) } : { ready: ready.trim() };
    return bring.mutateAsync({ ...tools, ...named });
  };
  const drop = async (file: File | undefined) => {
    if (file !== undefined) setText(await file.text());
  };
  return (
    <FormDialog
      onClose={onClose}
      keepOpen={text !== ''}
      large
      title="Import tools"
      description="Paste or choose an answer of MCP tools/list, function tools as OpenAI or AI SDKs take them, or an OpenAPI document."
      act="Propose entries"
      onSubmit={submit}
      done="Proposed"
      more="Review the entries before they take effect."
    >
      <TextArea label="Document (JSON)" rows={8} spellCheck={false} value={text} onValue={setText} />
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
        onValue={setServer}
      />
      <TextField
        label="Or a ready-made catalogue"
        hint="By its name, such as gmail, slack or github."
        value={ready}
        onValue={setReady}
      />
    </FormDialog>
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${(error as Error).message}`);
  }
}
