/** A link to a session, or to one call of it. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface SessionLinkProps {
  id: string;
  agentId: string | null;
  /** The evidence id of a call. */
  call?: string | undefined;
  children: ReactNode;
}

export function SessionLink({ id, agentId, call, children }: SessionLinkProps) {
  return (
    <Link
      to="/sessions/$id"
      params={{ id }}
      search={({ env }: { env?: 'sandbox' }) => ({ env, ...(agentId !== null && { agent_id: agentId }) })}
      {...(call !== undefined && { hash: call })}
    >
      {children}
    </Link>
  );
}
