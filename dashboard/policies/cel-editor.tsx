/**
 * An editor for one CEL expression: colours, completion, and faults at their line and column. It lives in a shadow
 * root, since the editor adopts its own style sheets there and the page's policy forbids style elements.
 */
import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { cel, celColours, completeCel } from './cel.ts';
import { type CelFault, faultLines, showFaults } from './fault-lines.ts';

interface CelEditorProps {
  label: string;
  value: string;
  faults: readonly CelFault[];
  onChange: (value: string) => void;
  readOnly?: boolean;
}

const look = EditorView.theme({
  '&': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--text-small)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-gutters': { background: 'transparent', color: 'var(--muted)', border: '0' },
  '.fault-line': {
    color: 'var(--block)',
    background: 'var(--block-soft)',
    padding: '2px 8px',
    whiteSpace: 'pre-wrap',
  },
  '.cm-content': { fontFamily: 'var(--mono)', padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-tooltip': { background: 'var(--surface)', color: 'var(--text)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent-soft)', color: 'var(--text)' },
  '.cm-completionDetail': { color: 'var(--muted)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { background: 'var(--accent-soft)' },
});

export function CelEditor({ label, value, faults, onChange, readOnly = false }: CelEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor keeps its text; later values come by the effect below
  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const state = EditorState.create({
      doc: value,
      extensions: [
        ...[
          history(),
          closeBrackets(),
          bracketMatching(),
          highlightSpecialChars(),
          lineNumbers(),
          faultLines,
          EditorView.lineWrapping,
          cel,
          celColours,
          look,
        ],
        autocompletion({ override: [completeCel] }),
        keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorState.readOnly.of(readOnly),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
          if (docChanged) changed.current(doc.toString());
        }),
      ],
    });
    const made = new EditorView({ state, parent: root, root });
    view.current = made;
    return () => made.destroy();
  }, [label, readOnly]);
  useEffect(() => {
    const { current } = view;
    if (current === null || current.state.doc.toString() === value) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const { current } = view;
    if (current === null) return;
    const { doc } = current.state;
    const diagnostics = faults.map((fault) => diagnosticOf(fault, doc));
    current.dispatch(setDiagnostics(current.state, diagnostics), { effects: showFaults.of(faults) });
  }, [faults]);
  return <div ref={place} />;
}

function diagnosticOf({ line, column, message }: CelFault, doc: Text): Diagnostic {
  const at = doc.line(Math.max(1, Math.min(line, doc.lines)));
  const from = Math.min(at.from + Math.max(0, column - 1), at.to);
  return { from, to: Math.max(from, Math.min(from + 1, at.to)), severity: 'error', message };
}
