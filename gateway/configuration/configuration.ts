/**
 * The configuration of a gateway once it is read and complete: no `${NAME}` is left in it, and every default is
 * filled in. The proxy in gateway/mcp/ reads only these types, no matter where the configuration came from.
 */
import type { ServerOAuth } from './server-oauth.ts';

/**
 * Names of tools as `server.tool`, where `*` stands for any characters. A tool that `deny` names is never let
 * through.
 */
export interface ToolFilter {
  allow?: readonly string[];
  deny?: readonly string[];
}

/**
 * The agent that a client of the gateway acts as: its name in the evidence, and the keys its calls are judged with.
 */
export interface Agent {
  /** The `agent_id` of each evaluation. */
  name: string;
  /** Scope `governance:evaluate`. An HTTP client shows it as its bearer token. */
  key: string;
  /** Scopes `evidence:read` and `evidence:write`: waiting for approvals, reporting outcomes. Default: `key`. */
  evidenceKey?: string;
  mandate?: string;
  /** The task where neither a mandate nor a call says it: each session opens a mandate for it. */
  task?: string;
  /** Whether such mandates get a plan by the service's planner. Otherwise the words of the task count. */
  plan?: boolean;
  /** Applies in addition to the filter of the whole gateway: a tool must pass both. */
  tools?: ToolFilter;
}

/** A server that the gateway starts. It gets the variables of `env`, and PATH and HOME of the gateway. */
export interface StdioServer {
  kind: 'stdio';
  name: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd?: string;
  reportResults?: boolean;
}

/** A server that the gateway reaches by streamable HTTP. */
export interface HttpServer {
  kind: 'http';
  name: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  reportResults?: boolean;
  oauth?: ServerOAuth;
}

export type WrappedServer = StdioServer | HttpServer;

export interface GatewayConfiguration {
  /** The address of the service. */
  url: string;
  /** At least one. On stdio, the first one is the client. */
  agents: readonly Agent[];
  /** The agent of the setting `key`: with its keys, calls of agents are judged that only a token names. */
  defaultAgent?: Agent | undefined;
  /** At least one, each with a unique name. */
  servers: readonly WrappedServer[];
  /** Scope `keys:manage`: imports the tools that servers list into the catalogue. Default: the agent's `key`. */
  toolsKey?: string;
  /** How long an escalated call waits for its approval before it is answered. */
  waitMs: number;
  /** `review`: tools are proposed to the catalogue, and wait there for a human. `allow`: they are accepted. */
  newTools: 'review' | 'allow';
  /** `approve`: a human's answer in the client resolves the approval. `off`: only Assize does. */
  elicitation: 'approve' | 'off';
  /** Actions (`server.tool`, with `*`) that run even without a verdict. */
  onUnavailable: { allow: readonly string[] };
  /** Whether results of calls go to the service, so that it can tell where later values came from. */
  reportResults: boolean;
  /** A longer answer from a server is not passed on. */
  maxAnswerBytes: number;
  /** Applies to each agent. */
  tools: ToolFilter;
  listen: Listen;
}

export interface Listen {
  host: string;
  port: number;
  /** Names that a `Host` header may have in addition to the address listened on. */
  hosts: readonly string[];
  /** Origins that a browser may send. Without any, requests with an `Origin` of another host are refused. */
  origins: readonly string[];
  /** The address under which clients reach it, without a path or a slash at its end. Set where `oauth` is. */
  publicUrl?: string | undefined;
  oauth?: ListenOAuth | undefined;
}

/** The authorization server whose access tokens clients may show. */
export interface ListenOAuth {
  /** The claim `iss`, compared exactly. */
  issuer: string;
  /** Default: the issuer's metadata says it. */
  jwksUri?: string | undefined;
  /** The claim `aud`, for an issuer that can't give tokens for an address. Default: the address of each server. */
  audience?: string | undefined;
  algorithms: readonly string[];
  /** The scopes that a token needs, by the name of the server. */
  scopes: Readonly<Record<string, readonly string[]>>;
  /** The claim of the actor that names the agent. */
  agent?: string | undefined;
  /** The claim that names the person. */
  user?: string | undefined;
  /** Whether the agents' own keys are refused. */
  required: boolean;
}

export const MEGABYTE = 1024 * 1024;

export const DEFAULTS = {
  url: 'http://127.0.0.1:8080',
  /** Below the 60 s after which many clients give up and lose the id of the approval. */
  waitMs: 50_000,
  newTools: 'review',
  elicitation: 'off',
  onUnavailable: { allow: [] },
  reportResults: true,
  maxAnswerBytes: 16 * MEGABYTE,
  tools: {},
  listen: { host: '127.0.0.1', port: 8090, hosts: [], origins: [] },
} as const satisfies Partial<GatewayConfiguration>;
