/** Remembers which calls of the Claude Agent SDK may run, and with which arguments, until their outcome is reported. */
import type { Judgement } from '../../judgement.ts';
import { type FrameworkCall, type GovernedCalls, Remembered } from '../../tool-calls.ts';

interface Permitted {
  /** The call as Claude Code has it, and as it may run. */
  asked: string;
  said: string;
  judgement: Judgement;
}

export class Permits {
  readonly #calls: GovernedCalls;
  readonly #permitted = new Remembered<Permitted>();

  constructor(calls: GovernedCalls) {
    this.#calls = calls;
  }

  /** @returns the reason to refuse, if there is one. */
  async refusal(call: FrameworkCall & { id: string }, takesCorrection = false): Promise<string | undefined> {
    const asked = saidBy(call);
    if (this.#permitted.get(call.id)?.said === asked) return undefined;
    try {
      const judgement = await this.#calls.permit(call, takesCorrection);
      const { correction } = judgement;
      const args = correction === undefined ? call.args : correction.arguments;
      this.#permitted.set(call.id, { asked, said: saidBy({ ...call, args }), judgement });
      return undefined;
    } catch (error) {
      this.#permitted.take(call.id);
      return error instanceof Error ? error.message : 'There is no verdict.';
    }
  }

  of(id: string): Permitted | undefined {
    return this.#permitted.get(id);
  }

  take(id: string): Permitted | undefined {
    return this.#permitted.take(id);
  }

  /** @returns the arguments to run with, in place of those of the call */
  corrected(id: string, call: Pick<FrameworkCall, 'name' | 'args'>): unknown {
    const known = this.#permitted.get(id);
    const correction = known?.asked === saidBy(call) ? known.judgement.correction : undefined;
    return correction === undefined ? call.args : correction.arguments;
  }
}

function saidBy({ name, args }: Pick<FrameworkCall, 'name' | 'args'>): string {
  return JSON.stringify([name, args]);
}
