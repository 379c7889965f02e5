/** A field that takes part in an act, and why it is taken for that. */
import type { ToolTarget } from '../../entry.ts';

export interface Part extends ToolTarget {
  why: string;
}
