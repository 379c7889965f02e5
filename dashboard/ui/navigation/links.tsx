/** Links to single things. By default they show its id. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Id } from '../code.tsx';
import { ForeignText } from '../foreign-text.tsx';

interface LinkProps {
  id: string;
  children?: ReactNode;
}

export function RecordLink({ id, children = <Id>{id}</Id> }: LinkProps) {
  return (
    <Link to="/evidence/$id" params={{ id }}>
      {children}
    </Link>
  );
}

export function ApprovalLink({ id, children = <Id>{id}</Id> }: LinkProps) {
  return (
    <Link to="/approvals/$id" params={{ id }}>
      {children}
    </Link>
  );
}

export function AgentLink({ id, children = <ForeignText cut limit={80} text={id} /> }: LinkProps) {
  return (
    <Link to="/agents/$id" params={{ id }}>
      {children}
    </Link>
  );
}
