/** Whether a request comes from Slack: signed with the app's secret, and not old. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const VERSION = 'v0';
const MAX_AGE_SECONDS = 300;

export interface SignedRequest {
  /** `x-slack-signature` */
  signature: string | undefined;
  /** `x-slack-request-timestamp`: seconds since the epoch. */
  timestamp: string | undefined;
  /** The bytes that arrived. */
  body: Uint8Array;
}

/** @returns why it is refused; null if it is genuine. */
export function signatureFault(request: SignedRequest, secret: string, nowMs: number): string | null {
  const { signature = '', timestamp = '', body } = request;
  if (!/^\d{1,12}$/.test(timestamp)) return 'The request has no timestamp.';
  const signed = createHmac('sha256', secret).update(`${VERSION}:${timestamp}:`).update(body).digest();
  const given = /^v0=[0-9a-f]{64}$/.test(signature)
    ? Buffer.from(signature.slice(3), 'hex')
    : Buffer.alloc(32);
  if (!timingSafeEqual(signed, given)) return 'The signature is wrong.';
  const ageSeconds = Math.abs(nowMs / 1000 - Number(timestamp));
  return ageSeconds > MAX_AGE_SECONDS ? 'The request is older than five minutes.' : null;
}
