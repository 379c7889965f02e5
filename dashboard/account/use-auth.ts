/** Changes to your own account, through the routes for people. */
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { ApiError } from '../api/client.ts';
import { sessionEnded } from '../api/session.ts';
import { auth } from '../sign-in/auth.ts';

/** @param call turns the input into the path below `/auth` and the body to send. */
export function useAuth<Input = void, Answer = unknown>(
  call: (input: Input) => readonly [path: string, body: object],
  onDone?: (answer: Answer) => void,
): UseMutationResult<Answer, Error, Input> {
  return useMutation<Answer, Error, Input>({
    mutationFn: (input) => auth<Answer>(...call(input)),
    onSuccess: (answer) => onDone?.(answer),
    onError: (error) => {
      // A wrong password or code is refused with the same status, but the session goes on.
      if (error instanceof ApiError && /^(Sign in|Unauthorized)/.test(error.message)) sessionEnded();
    },
  });
}
