/** Shows each fault in the editor below its line, where it is read without a pointer. */
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

export interface CelFault {
  /** From 1. */
  line: number;
  column: number;
  message: string;
}

export const showFaults = StateEffect.define<readonly CelFault[]>();

class FaultLine extends WidgetType {
  readonly text: string;
  constructor({ line, column, message }: CelFault) {
    super();
    this.text = `Line ${line}, column ${column}: ${message}`;
  }

  override eq(other: FaultLine): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'fault-line';
    element.textContent = this.text;
    return element;
  }
}

export const faultLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, { effects, changes, state }) => {
    const [faults] = effects.flatMap((effect) => (effect.is(showFaults) ? [effect.value] : []));
    return faults === undefined ? shown.map(changes) : linesOf(faults, state);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function linesOf(faults: readonly CelFault[], { doc }: EditorState): DecorationSet {
  const lines = faults.map((fault) => {
    const { to } = doc.line(Math.max(1, Math.min(fault.line, doc.lines)));
    return Decoration.widget({ widget: new FaultLine(fault), block: true, side: 1 }).range(to);
  });
  return Decoration.set(lines, true);
}
