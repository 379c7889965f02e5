/** The services that the routes need, and the type of a noun: the routes of one file. */

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { Logger } from 'pino';
import type { DecideDeps } from '../approvals/index.ts';
import type { TruthVerifier } from '../audit/index.ts';
import type { Channels } from '../channels/index.ts';
import type { SlackDoor } from '../channels/slack/index.ts';
import type { ReportDeps as ExceptionsDeps } from '../compliance/exceptions/index.ts';
import type { ComplianceDeps } from '../compliance/index.ts';
import type { Eraser } from '../database/eraser.ts';
import type { DatabaseLocation } from '../database/location.ts';
import type { Database } from '../database/open.ts';
import type { Backtests } from '../evaluation/backtest/index.ts';
import type { EvaluateDeps } from '../evaluation/index.ts';
import type { FollowDeps } from '../events/index.ts';
import type { Overload } from '../evidence/index.ts';
import type { FillRandom } from '../foundation/ids.ts';
import type { TokenAuthenticator } from '../issuers/tokens/index.ts';
import type { Authenticator } from '../keys/index.ts';
import type { Members } from '../members/index.ts';
import type { OidcSettings } from '../members/sign-in/index.ts';
import type { Mailer } from '../notices/index.ts';
import type { ModelPlanner } from '../planner/index.ts';
import type { Lookers } from '../proof/erasure/index.ts';
import type { Renderings } from '../proof/export/index.ts';
import type { Signing } from '../proof/log/index.ts';
import type { EvidenceVerifier } from '../proof/verification/index.ts';
import type { SecondPersons } from '../second-person/index.ts';
import type { ReportDeps } from '../sessions/index.ts';
import type { SinkDeps } from '../siem/sinks/index.ts';
import type { RunningStatements } from '../usage/account/index.ts';
import type { RateLimiter } from '../usage/limits/index.ts';
import type { EndpointDeps } from '../webhooks/endpoints/index.ts';

export interface Services
  extends EvaluateDeps,
    DecideDeps,
    FollowDeps,
    EndpointDeps,
    ComplianceDeps,
    ExceptionsDeps,
    ReportDeps {
  db: Database;
  kind: DatabaseLocation['kind'];
  eraser: Eraser;
  lookers: Lookers;
  authenticator: Authenticator;
  tokens: TokenAuthenticator;
  overload: Overload;
  sessions: Members['sessions'];
  signInFailures: Members['signInFailures'];
  identity: Members['identity'];
  passwordStrength: Members['passwordStrength'];
  singleSignOn: Members['singleSignOn'];
  fillRandom: FillRandom;
  log: Logger;
  /** null if no mail is sent. */
  mailer: Mailer | null;
  openedChannels: Channels['openedChannels'];
  slackDoor: SlackDoor;
  renderings: Renderings;
  signing: Signing;
  evidenceVerifier: EvidenceVerifier;
  truth: TruthVerifier;
  backtests: Backtests;
  planner: ModelPlanner;
  secondPerson: SecondPersons;
  rateLimits: RateLimiter | null;
  statements: RunningStatements;
  config: EndpointDeps['config'] &
    SinkDeps['config'] &
    ComplianceDeps['config'] & {
      baseUrl: string;
      mail: { from: string } | null;
      oidc: OidcSettings | null;
      init: { tenant: string };
    };
}

export type App = Parameters<FastifyPluginCallbackTypebox>[0];

/** Adds the routes of one noun to a surface. `Needs` are the services that it uses; by default none. */
export type Noun<Needs = unknown> = (app: App, services: Needs) => void;
