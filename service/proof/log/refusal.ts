/** The reason not to sign a chain: it is not consistent with its last signature. */
import type { Finding } from '../alarms/alarms.ts';
import type { Problem } from '../verification/problem.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly finding: Finding;

  constructor(problem: Problem['problem'], message: string, position: number | null = null) {
    super(message);
    this.finding = { problem, message, position };
  }
}
