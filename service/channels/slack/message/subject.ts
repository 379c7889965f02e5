/**
 * Names what a button or a view is about: the channel that posted it, and the approval. One Slack app may serve several
 * channels of a tenant, and Slack sends all presses to one address.
 */
export interface Subject {
  channelId: string;
  approvalId: string;
}

export function subjectText({ channelId, approvalId }: Subject): string {
  return `${channelId}/${approvalId}`;
}

/** null for anything else. */
export function subjectIn(text: unknown): Subject | null {
  if (typeof text !== 'string' || !/^\w{1,64}\/\w{1,64}$/.test(text)) return null;
  const [channelId = '', approvalId = ''] = text.split('/');
  return { channelId, approvalId };
}
