/**
 * `/auth/decision-link`: what a mail's link opens. The token comes in the body, so it is in no log and no history; a
 * program that follows links sends neither of these requests, and opening decides nothing.
 */

import type { FastifyRequest } from 'fastify';
import { standingsShown, type Viewer } from '../../approvals/asked/index.ts';
import { argumentsAsked } from '../../approvals/corrections/index.ts';
import type { Approval, DecideDeps } from '../../approvals/index.ts';
import { decideByLink, type LinkDeps, type OpenedLink, openLink } from '../../channels/mail/index.ts';
import { amountOfCall } from '../../evaluation/record/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { roleIn } from '../../members/groups/index.ts';
import { hashToken, type Session } from '../../members/identity/index.ts';
import { scopesOf } from '../../members/index.ts';
import { tenantOf } from '../../tenants/index.ts';
import { MAX_COMMENT_CHARACTERS } from '../both/approval-decisions.ts';
import { approvalToApi } from '../both/approval-record.ts';
import { sessionTokenOf } from '../callers/callers.ts';
import * as is from '../schemas/fields.ts';
import type { App } from '../services.ts';
import { fields, hidden, type SignInNeeds, Token } from './fields.ts';

const Decision = fields({
  token: Token,
  decision: is.oneOf(['approved', 'rejected']),
  comment: is.optional(is.text({ maxLength: MAX_COMMENT_CHARACTERS, pattern: is.NO_NUL })),
});

export type DecidingNeeds = SignInNeeds & LinkDeps & DecideDeps;

export function decisionLinkRoutes(app: App, services: DecidingNeeds): void {
  const withToken = hidden({ body: fields({ token: Token }) });
  app.post('/decision-link/open', withToken, async (request) => {
    const { token } = request.body;
    const opened = await slowly(services, request, token, (session) => openLink(services, token, session));
    const { approvalId, tenantId, environment, member, approval, missing } = opened;
    const { name: tenant } = await tenantOf(services.db, tenantId);
    return {
      approval_id: approvalId,
      tenant,
      environment,
      member: { name: member.name },
      sign_in: missing,
      // A mail may be read by others: where it is not enough to decide, it is not enough to read either.
      ...(missing === 'none'
        ? { approval: await shownToMember(services, opened, approval), evaluation: approval.opening }
        : { approval: null, evaluation: null }),
    };
  });

  app.post('/decision-link/decide', hidden({ body: Decision }), async (request) => {
    const { token, ...decision } = request.body;
    const decided = await slowly(services, request, token, (session) =>
      decideByLink(services, token, session, decision),
    );
    return approvalToApi(decided, null);
  });
}

async function shownToMember(
  services: DecidingNeeds,
  { chain, memberId, member, environment }: OpenedLink,
  approval: Approval,
) {
  // A link opens only for a member who may decide.
  const scopes: Viewer['scopes'] = new Set([...scopesOf(roleIn(member, environment)), 'evidence:write']);
  const viewer = { chain, party: memberId, identity: null, member: null, scopes };
  const standings = await standingsShown(services, viewer, [approval]);
  const given = argumentsAsked(approval.opening);
  const amount = await amountOfCall(services.db, chain, approval.opening, given);
  return approvalToApi(approval, standings.get(approval.approval_id) ?? null, { amount });
}

/** Guessing tokens is hopeless, and made slow besides. Only a token of no link counts as a guess. */
async function slowly<Result>(
  { signInFailures, sessions, config }: SignInNeeds,
  request: FastifyRequest,
  token: string,
  work: (session: Session | null) => Promise<Result>,
): Promise<Result> {
  const name = `decision-link:${hashToken(token)}`;
  await signInFailures.begin(name, request.ip);
  const ofSession = sessionTokenOf(request, config.baseUrl);
  const session = ofSession === null ? null : await sessions.find(ofSession);
  let isGuess = false;
  try {
    return await work(session);
  } catch (error) {
    isGuess = error instanceof Failure && error.code === 'not_found';
    throw error;
  } finally {
    if (!isGuess) await signInFailures.forgive(name, request.ip);
  }
}
