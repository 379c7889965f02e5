/** Everything by which acts of agents are judged: mandates, the catalogue of tools, known targets, and trust. */
import type {
  AddedTargets,
  ImportedTools,
  KnownTarget,
  Mandate,
  MandatePage,
  MandatePlan,
  MandateTerms,
  MandateWidening,
  NewMandate,
  NewTarget,
  NewToolEntry,
  Planned,
  PlanRequest,
  ReviewedTools,
  TargetPage,
  Tool,
  ToolImport,
  ToolPage,
  ToolReview,
  Trust,
  TrustHistory,
  WidenedMandate,
} from '../api.ts';
import type { CallOptions } from '../connection.ts';
import { eachOf, part, Resource } from './resource.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** `Array.isArray` does not narrow a readonly list. */
function isDefinitions(tools: ToolImport | readonly ToolDefinition[]): tools is readonly ToolDefinition[] {
  return Array.isArray(tools);
}

export interface PlannedParty {
  /** One of the kinds of the prompt. */
  kind?: string;
  value: string;
}

/** A step as a model proposes it. */
export interface PlannedStep {
  tool: string;
  effects?: string[];
  parties?: PlannedParty[];
  amount?: number;
  currency?: string;
  count?: number;
}

/** A model's plan is checked against the task and the catalogue, a person's is believed. */
export type NewPlan = Omit<MandatePlan, 'steps'> & { steps: readonly PlannedStep[] };

interface Paged {
  limit?: number;
  cursor?: string;
}

/** Mandates say what a task is for. Needs evidence:write to change, evidence:read to read. */
export class Mandates extends Resource {
  /** @param mandate `plan: true` asks the service's planner */
  open(
    mandate: Omit<NewMandate, 'plan'> & { plan?: true | NewPlan | MandatePlan },
    options?: CallOptions,
  ): Promise<Mandate> {
    return this.send('POST', '/api/v1/mandates', mandate, options);
  }

  /** Shows what the service's planner makes of a task. It opens nothing. */
  plan(asked: PlanRequest, options?: CallOptions): Promise<Planned> {
    return this.send('POST', '/api/v1/mandates/plan', asked, options);
  }

  find(id: string, options?: CallOptions): Promise<Mandate> {
    return this.get(`/api/v1/mandates/${part(id)}`, options);
  }

  list(query: Paged & { agent_id?: string } = {}, options?: CallOptions): Promise<MandatePage> {
    return this.get('/api/v1/mandates', options, { ...query });
  }

  narrow(id: string, terms: MandateTerms, options?: CallOptions): Promise<Mandate> {
    return this.send('POST', `/api/v1/mandates/${part(id)}/narrow`, terms, options);
  }

  /** Asks a human; the approval is in the answer. */
  widen(id: string, terms: MandateWidening, options?: CallOptions): Promise<WidenedMandate> {
    return this.send('POST', `/api/v1/mandates/${part(id)}/widen`, terms, options);
  }

  close(id: string, options?: CallOptions): Promise<Mandate> {
    return this.send('POST', `/api/v1/mandates/${part(id)}/close`, {}, options);
  }
}

/** The catalogue says what each tool does. Needs keys:manage to change, evidence:read to read. */
export class Tools extends Resource {
  /**
   * Proposes entries for the tools of a server or a framework. A human accepts them.
   * @param tools only the definitions, such as from an adapter's `toolDefinitions`, or a full import request.
   */
  import(tools: ToolImport | readonly ToolDefinition[], options?: CallOptions): Promise<ImportedTools> {
    const wanted = isDefinitions(tools) ? { source: { tools } } : tools;
    return this.send('POST', '/api/v1/tools/import', wanted, options);
  }

  review(review: ToolReview, options?: CallOptions): Promise<ReviewedTools> {
    return this.send('POST', '/api/v1/tools/review', review, options);
  }

  /** Writes one entry, which is accepted at once. */
  put(entry: NewToolEntry, options?: CallOptions): Promise<Tool> {
    return this.send('PUT', '/api/v1/tools', { entry }, options);
  }

  find(id: string, options?: CallOptions): Promise<Tool> {
    return this.get(`/api/v1/tools/${part(id)}`, options);
  }

  list(
    query: Paged & { status?: Tool['status']; server?: string } = {},
    options?: CallOptions,
  ): Promise<ToolPage> {
    return this.get('/api/v1/tools', options, { ...query });
  }

  all(query: { status?: Tool['status']; server?: string } = {}, options?: CallOptions): AsyncGenerator<Tool> {
    return eachOf((cursor) => this.list({ ...query, ...(cursor !== undefined && { cursor }) }, options));
  }

  remove(id: string, options?: CallOptions): Promise<Tool> {
    return this.send('DELETE', `/api/v1/tools/${part(id)}`, undefined, options);
  }
}

/** The targets that agents may reach. Needs keys:manage to change, evidence:read to read. */
export class Targets extends Resource {
  add(targets: readonly NewTarget[], options?: CallOptions): Promise<AddedTargets> {
    return this.send('POST', '/api/v1/targets', { targets }, options);
  }

  find(id: string, options?: CallOptions): Promise<KnownTarget> {
    return this.get(`/api/v1/targets/${part(id)}`, options);
  }

  list(
    query: Paged & { kind?: KnownTarget['kind']; source?: KnownTarget['source']; agent_id?: string } = {},
    options?: CallOptions,
  ): Promise<TargetPage> {
    return this.get('/api/v1/targets', options, { ...query });
  }

  remove(id: string, options?: CallOptions): Promise<KnownTarget> {
    return this.send('DELETE', `/api/v1/targets/${part(id)}`, undefined, options);
  }
}

/** The score that an agent earns by the outcomes of its actions. Needs evidence:read. */
export class TrustScores extends Resource {
  of(agentId: string, options?: CallOptions): Promise<Trust> {
    return this.get(`/api/v1/core/trust/${part(agentId)}`, options);
  }

  history(agentId: string, query: Paged = {}, options?: CallOptions): Promise<TrustHistory> {
    return this.get(`/api/v1/core/trust/${part(agentId)}/history`, options, { ...query });
  }
}
