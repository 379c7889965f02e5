/** The refusals of actions that have a verdict, one class for each way that a caller goes on. */
import type { Remedy } from '../api.ts';
import { AssizeError } from '../failures.ts';
import type { CorrectedCall, Judgement } from '../judgement.ts';
import { jsonText } from './corrections.ts';

/** The action was not carried out. The message says why, in words for the model. */
export class ActionRefused extends AssizeError {
  override name = 'ActionRefused';
  readonly evidenceId: string | undefined;

  constructor(message: string, evidenceId: string | undefined) {
    super(message);
    this.evidenceId = evidenceId;
  }
}

/** A human must approve it first. Later, from any process, the same call continues with this approval's id. */
export class ApprovalRequired extends ActionRefused {
  override name = 'ApprovalRequired';
  readonly approvalId: string;

  constructor({ message, evidenceId }: Pick<Judgement, 'message' | 'evidenceId'>, approvalId: string) {
    super(message, evidenceId);
    this.approvalId = approvalId;
  }
}

/** A law forbids it, or a human rejected it. */
export class ActionBlocked extends ActionRefused {
  override name = 'ActionBlocked';
  /** The changes that would make each law pass. */
  readonly remedies: readonly Remedy[];

  constructor(message: string, evidenceId: string | undefined, remedies: readonly Remedy[] = []) {
    super(message, evidenceId);
    this.remedies = remedies;
  }
}

/** A human approved it with changes, which this caller does not take. It runs if it is made again with both. */
export class ApprovalCorrected extends ActionRefused {
  override name = 'ApprovalCorrected';
  readonly approvalId: string;
  readonly arguments: unknown;

  constructor(correction: CorrectedCall, approvalId: string) {
    super(`It was not carried out yet. ${againWith(correction)} ${correction.note}`, undefined);
    this.approvalId = approvalId;
    this.arguments = correction.arguments;
  }
}

/** Longer arguments would fill the model's context, and no model repeats them exactly. */
const MAX_CHARACTERS = 3_000;

function againWith(correction: CorrectedCall): string {
  const args = jsonText(correction.arguments);
  return args.length > MAX_CHARACTERS
    ? 'The approved arguments are too long to be repeated: do it in smaller parts.'
    : `Make the call again with exactly these arguments: ${args}`;
}
