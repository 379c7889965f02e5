/** Behind a link of `assize demo`: signs its person in, once, and opens the overview. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { Loaded } from '../ui/state.tsx';
import { auth } from './auth.ts';
import { Door } from './door.tsx';
import { useToken } from './token.ts';

export function OpenPage() {
  const token = useToken();
  const queries = useQueryClient();
  const signedIn = useQuery({
    queryKey: ['sign-in-link', token],
    queryFn: async () => {
      const answer = await auth<{ signed_in: boolean }>('/sign-in-link', { token });
      // Another person may have been signed in here before.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'sign-in-link' });
      return answer;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Door title="Open the demo">
      <Loaded query={signedIn} lines={1}>
        {() => <Navigate to="/" replace />}
      </Loaded>
      <p>
        <Link to="/sign-in">Sign in</Link>
      </p>
    </Door>
  );
}
