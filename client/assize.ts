/**
 * The client: everything that a program asks of one service with one key or token. It fails closed: without a verdict an
 * action does not run, unless you named it for that case.
 */
import type {
  Evaluation,
  EvaluationRequest,
  Execution,
  OutcomeReport,
  RecordedOutcome,
  RefusedItem,
} from './api.ts';
import { type CallOptions, Connection } from './connection.ts';
import { ConnectionError } from './failures.ts';
import {
  type Gate,
  type GuardedCallOptions,
  type GuardOptions,
  type PermitOptions,
  permit,
  type ResumeOptions,
  type RunOptions,
  resume,
  runGoverned,
} from './guard/guard.ts';
import {
  type CallDefaults,
  type EvaluateOptions,
  type Judge,
  type Judgement,
  judgeToolCall,
  type ToolCall,
  verdictIn,
} from './judgement.ts';
import { environment, newId } from './platform.ts';
import { Reports } from './reports.ts';
import { credentialOf, keyOf, type Token } from './requests/credential.ts';
import { Keys, Usage } from './resources/account.ts';
import { Approvals } from './resources/approvals.ts';
import { Evidence } from './resources/evidence.ts';
import { Mandates, Targets, Tools, TrustScores } from './resources/governing.ts';
import { Sessions } from './resources/sessions.ts';
import { harmless, type Telemetry } from './telemetry.ts';

export interface AssizeOptions extends CallDefaults {
  /** Default: ASSIZE_URL, or http://127.0.0.1:8080. */
  url?: string;
  /** Default: ASSIZE_KEY. The scope `governance:evaluate` is enough to ask. */
  key?: string;
  /** A token of a trusted issuer, in place of the key. A function is called before each request. Default: ASSIZE_TOKEN_FILE, whose file is read anew. */
  token?: Token;
  /** For waiting on approvals and reporting outcomes (evidence:read, evidence:write). Default: ASSIZE_EVIDENCE_KEY, or the key or token. */
  evidenceKey?: string;
  /** For each attempt, in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** Retries after the first attempt. Default: 2. */
  maxRetries?: number;
  /** Actions that may run without a verdict while the service is out of reach. Their outcomes are reported later. */
  onUnavailable?: { allow: readonly string[] };
  telemetry?: Telemetry;
  fetch?: typeof fetch;
}

const GOVERNANCE = '/api/v1/core/governance';
const MAX_BATCH = 100;

export class Assize {
  /** The agent, unless a call names another. */
  readonly agentId: string | undefined;
  readonly telemetry: Telemetry;
  readonly approvals: Approvals;
  readonly evidence: Evidence;
  readonly keys: Keys;
  readonly mandates: Mandates;
  readonly sessions: Sessions;
  readonly targets: Targets;
  readonly tools: Tools;
  readonly trust: TrustScores;
  readonly usage: Usage;
  readonly #connection: Connection;
  readonly #judge: Judge;
  readonly #gate: Gate;

  /** @throws {ConfigurationError} */
  constructor(options: AssizeOptions = {}) {
    const credential = credentialOf(options);
    const evidenceKey = options.evidenceKey ?? environment('ASSIZE_EVIDENCE_KEY');
    const telemetry = harmless(options.telemetry ?? {});
    const shared = {
      url: options.url ?? environment('ASSIZE_URL') ?? 'http://127.0.0.1:8080',
      timeoutMs: options.timeoutMs ?? 10_000,
      maxRetries: options.maxRetries ?? 2,
      // Some platforms require it to be called on the global object.
      fetch: options.fetch ?? ((input: Parameters<typeof fetch>[0], init) => fetch(input, init)),
      telemetry,
    } satisfies Omit<ConstructorParameters<typeof Connection>[0], 'credential'>;
    this.#connection = new Connection({ ...shared, credential });
    const evidence =
      evidenceKey === undefined || evidenceKey === credential.token
        ? this.#connection
        : new Connection({ ...shared, credential: keyOf(evidenceKey) });
    this.approvals = new Approvals(evidence);
    this.evidence = new Evidence(evidence);
    this.keys = new Keys(this.#connection);
    this.mandates = new Mandates(evidence);
    this.sessions = new Sessions(evidence);
    this.targets = new Targets(this.#connection);
    this.tools = new Tools(this.#connection);
    this.trust = new TrustScores(evidence);
    this.usage = new Usage(this.#connection);
    const { agentId, userId, sessionId, mandateId, reportResults, onUnavailable } = options;
    const { ownSessionId = newId() } = options;
    this.agentId = agentId;
    this.telemetry = telemetry;
    this.#judge = {
      evaluate: (request, how) => this.evaluate(request, how),
      reports: new Reports(evidence, telemetry),
      defaults: { agentId, userId, sessionId, mandateId, reportResults, ownSessionId },
      mayRunUnjudged: (action) => onUnavailable?.allow.includes(action) === true,
    };
    this.#gate = {
      judge: (call, how) => this.judge(call, how),
      findApproval: (id, how) => this.approvals.find(id, how),
      waitForApproval: (id, how) => this.approvals.wait(id, how),
    };
  }

  /** Asks for a verdict. `block` and `escalate` are answers, not failures. @throws {AssizeError} without a verdict */
  evaluate(request: EvaluationRequest, options: EvaluateOptions = {}): Promise<Evaluation> {
    return this.#ask('evaluate', request, options);
  }

  /**
   * Answers in the order of the requests. A refused one has its refusal in its place. More than 100 go in several
   * calls.
   */
  async evaluateBatch(
    requests: readonly EvaluationRequest[],
    options: EvaluateOptions = {},
  ): Promise<(Evaluation | RefusedItem)[]> {
    const { idempotencyKey = newId(), ...call } = options;
    const results: (Evaluation | RefusedItem)[] = [];
    for (let from = 0; from < requests.length; from += MAX_BATCH) {
      const evaluations = requests.slice(from, from + MAX_BATCH);
      const answer = await this.#connection.json<{ results?: unknown } | undefined>({
        method: 'POST',
        path: `${GOVERNANCE}/evaluate/batch`,
        body: { evaluations },
        headers: { 'Idempotency-Key': `${idempotencyKey}-${from}` },
        repeatable: true,
        ...call,
      });
      if (!Array.isArray(answer?.results) || answer.results.length !== evaluations.length) {
        throw new ConnectionError('The answer does not fit the batch: is this Assize?');
      }
      results.push(...answer.results.map((item) => (isRefused(item) ? item : verdictIn(item))));
    }
    return results;
  }

  /** Returns the verdict that would be given: nothing is recorded, and nothing is reserved. */
  async simulate(
    request: EvaluationRequest & { policy?: object },
    options: CallOptions = {},
  ): Promise<Evaluation> {
    const path = `${GOVERNANCE}/simulate`;
    return this.#connection.json({ method: 'POST', path, body: request, repeatable: true, ...options });
  }

  /** Asks for a verdict and, where it is `proceed`, records the action as executed, in one commit. */
  async execute(request: EvaluationRequest, options: EvaluateOptions = {}): Promise<Execution> {
    return (await this.#ask('execute', request, options)) as Execution;
  }

  /**
   * Records the outcome of an action. @throws {ConflictError} where the outcome of this evaluation was reported
   * already
   */
  reportOutcome(report: OutcomeReport, options: CallOptions = {}): Promise<RecordedOutcome> {
    const path = '/api/v1/evidence/outcomes';
    return this.#connection.json({ method: 'POST', path, body: report, repeatable: false, ...options });
  }

  /** Asks about one call of a tool. @throws {AssizeError} without a verdict */
  judge(call: ToolCall, options?: EvaluateOptions): Promise<Judgement> {
    return judgeToolCall(this.#judge, call, options);
  }

  /**
   * Judges a call for an action that runs elsewhere, and waits for a human where it must and you let it. Report the
   * outcome with the judgement's `report`.
   * @throws {ApprovalRequired} {ActionBlocked} {AssizeError} without a verdict
   */
  permit(call: ToolCall, options?: PermitOptions): Promise<Judgement> {
    return permit(this.#gate, call, options);
  }

  /** Asks again about a call that names its approval, as a human decided it. @throws as `guard/guard.ts` says */
  resume(call: ToolCall, options?: ResumeOptions): Promise<Judgement> {
    return resume(this.#gate, call, options);
  }

  /** Judges a call, waits for a human where it must and you let it, runs it as a human corrected it, and reports it. */
  run<Result>(
    call: ToolCall,
    run: (args: unknown) => Result | Promise<Result>,
    options?: RunOptions<Result>,
  ): Promise<Result> {
    return runGoverned(this.#gate, call, run, options);
  }

  /**
   * Makes a function that runs only with a verdict that lets it proceed.
   * @throws {ApprovalRequired} {ActionBlocked} {AssizeError} from the guarded function
   */
  guard<Args, Result>(
    name: string,
    run: (args: Args) => Result | Promise<Result>,
    options: GuardOptions<Args, Result> = {},
  ): (args: Args, call?: GuardedCallOptions) => Promise<Result> {
    const { waitMs, context, told, ...of } = options;
    return async (args, { approvalId, signal } = {}) => {
      const more = typeof context === 'function' ? context(args) : context;
      const call: ToolCall = { ...of, name, arguments: args, context: more, approvalId };
      const how = { waitMs, told, ...(signal === undefined ? {} : { signal }) };
      return this.run(call, (judged) => run(judged as Args), how);
    };
  }

  async #ask(verb: 'evaluate' | 'execute', body: EvaluationRequest, options: EvaluateOptions) {
    const { idempotencyKey = newId(), ...call } = options;
    const headers = { 'Idempotency-Key': idempotencyKey };
    const path = `${GOVERNANCE}/${verb}`;
    return verdictIn(
      await this.#connection.json({ method: 'POST', path, body, headers, repeatable: true, ...call }),
    );
  }

  /** Sends the reports that were kept while the service was out of reach. @returns how many are still waiting */
  flush(): Promise<number> {
    return this.#judge.reports.flush();
  }
}

function isRefused(item: unknown): item is RefusedItem {
  return typeof item === 'object' && item !== null && 'status' in item;
}
