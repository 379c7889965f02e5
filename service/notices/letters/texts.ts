/** The text of each kind of notice. A new kind gets a file beside this one, and its line here. */
import type { JsonObject } from '@assize/evidence-format';
import type { NoticeKind } from '../../events/index.ts';
import { approvalPending } from './approval-pending.ts';
import { channelDisabled } from './channel-disabled.ts';
import { incidentDue } from './incident-due.ts';
import { keyExpiring } from './key-expiring.ts';
import type { Addressee, Letter } from './letter.ts';
import { rubberStamping } from './rubber-stamping.ts';
import { sinkFailed } from './sink-failed.ts';
import { usageReached } from './usage-reached.ts';
import { webhookDisabled } from './webhook-disabled.ts';

/** @param about the data of the notices in one mail, at least one. */
type LetterWriter = (addressee: Addressee, about: readonly JsonObject[]) => Letter;

const TEXTS: Record<NoticeKind, LetterWriter> = {
  approval_pending: approvalPending,
  key_expiring_7d: keyExpiring('within a week'),
  key_expiring_24h: keyExpiring('within 24 hours'),
  webhook_disabled: webhookDisabled,
  channel_disabled: channelDisabled,
  incident_due: incidentDue,
  incident_overdue: incidentDue,
  sink_failed: sinkFailed,
  rubber_stamping: rubberStamping,
  usage_80: usageReached(80),
  usage_100: usageReached(100),
  usage_150: usageReached(150),
};

export function letterOf(kind: NoticeKind, addressee: Addressee, about: readonly JsonObject[]): Letter {
  return TEXTS[kind](addressee, about);
}
