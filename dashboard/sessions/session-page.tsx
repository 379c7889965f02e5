/** One session: what its calls read, where each of their targets came from, and where they were held. */
import { Link, useParams } from '@tanstack/react-router';
import { ApiError } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { harmless, shortened } from '../ui/harmless.ts';
import { useAddress } from '../ui/navigation/address.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { Line } from './line.tsx';
import { Summary } from './summary.tsx';

/** How often the calls of an open session are read again. */
const EVERY_MS = 10_000;

export function SessionPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const [{ agent_id: agent }] = useAddress();
  const agentId = typeof agent === 'string' ? agent : undefined;
  const init = {
    params: { path: { session_id: id }, query: agentId === undefined ? {} : { agent_id: agentId } },
  };
  const query = useRead('/api/v1/sessions/{session_id}', init, { everyMs: EVERY_MS });
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Page
      title={`Session ${harmless(shortened(id, 60))}`}
      heading={
        <>
          Session <ForeignText limit={80} text={id} />
        </>
      }
      back={<Link to="/sessions">All sessions</Link>}
      actions={query.data?.status === 'open' && <End id={id} agentId={agentId} />}
    >
      {isMissing ? (
        <Empty title="There is no such session">
          It begins with the first result that is reported in it, and belongs to one agent.
        </Empty>
      ) : (
        <Loaded query={query} lines={10}>
          {(session) => (
            <>
              <Summary session={session} />
              {session.calls.length === 0 ? (
                <Empty title="It has no calls to show">Their records may have been removed.</Empty>
              ) : (
                <Line calls={session.calls} isCut={session.calls_cut} />
              )}
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

function End({ id, agentId }: { id: string; agentId: string | undefined }) {
  const { write } = useMay();
  const end = useWrite(
    (api) =>
      api.POST('/api/v1/sessions/{session_id}/end', {
        params: { path: { session_id: id } },
        body: agentId === undefined ? {} : { agent_id: agentId },
      }),
    ['/api/v1/sessions', '/api/v1/sessions/{session_id}'],
  );
  if (!write) return null;
  return (
    <ConfirmButton
      label="End session"
      title="End this session?"
      description="What it has read is forgotten: its later calls are judged as if they had read nothing."
      act="End it"
      onSubmit={() => end.mutateAsync(undefined)}
      done="The session has ended"
    />
  );
}
