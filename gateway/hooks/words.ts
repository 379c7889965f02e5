/** The texts of the hook: for the agent's model, and for the human in front of it. */
import {
  AuthenticationError,
  PermissionError,
  RateLimitError,
  UsageLimitError,
  ValidationError,
} from '@assize/client';
import type { HookedCall } from './event.ts';
import { isFields, optionalText } from './reading.ts';

const MAX_SHOWN_CHARACTERS = 160;
const MAX_WHY_CHARACTERS = 600;
/** The first of these fields that is present says what a call is about. */
const TELLING = ['command', 'cmd', 'file_path', 'filePath', 'path', 'target_file', 'url', 'query'];

/** Says briefly which call it is, and why it is held. */
export function forHuman({ agentTool, arguments: given }: HookedCall, why: string): string {
  const about = isFields(given) ? TELLING.map((name) => optionalText(given, name)).find(Boolean) : undefined;
  const call = about === undefined ? agentTool : `${agentTool} ${shortened(about, MAX_SHOWN_CHARACTERS)}`;
  return said(`${call}: ${shortened(why, MAX_WHY_CHARACTERS)}`);
}

function shortened(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters).toWellFormed()}…`;
}

const NOT_DONE = 'The call was not carried out';

/** Says why there is no verdict, and how to get one. */
export function refusedWithout(error: unknown): string {
  if (error instanceof UsageLimitError) {
    return `${NOT_DONE}: the allowance of evaluations is used up. A human has to raise it.`;
  }
  if (error instanceof RateLimitError) {
    const after = error.retryAfter === undefined ? 'later' : `in ${error.retryAfter} seconds`;
    return `${NOT_DONE}: too many calls are being judged at the moment. Try again ${after}.`;
  }
  if (error instanceof AuthenticationError || error instanceof PermissionError) {
    return `${NOT_DONE}: the key of the hook was refused. ${error.detail} A human has to fix it with assize hook install.`;
  }
  if (error instanceof ValidationError) {
    const parts = error.status === 413 ? ' Do it in smaller parts.' : '';
    return `${NOT_DONE}: it can't be judged as it is. ${error.detail}${parts}`;
  }
  const words = error instanceof Error ? `: ${error.message}` : '.';
  return `${NOT_DONE}: there was no verdict on it${words} Try again later.`;
}

/** The same form for all agents, without characters that a terminal would act on. */
export function said(message: string): string {
  return `Assize: ${clean(message)}`;
}

const MAX_CHARACTERS = 4_000;

export function clean(text: string): string {
  return text.slice(0, MAX_CHARACTERS).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ');
}
