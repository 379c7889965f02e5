/** A field's part in an act, and why it was chosen. */
import type { ToolTarget } from '../../entry.ts';

export interface Part extends ToolTarget {
  why: string;
}
