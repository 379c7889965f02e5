/** Sets of words that many routes share. */

import { EFFECTS, TARGET_KINDS } from '@assize/act-reading/targets';
import { CONFIDENTIALITIES, RESULT_SOURCES } from '@assize/act-reading/tools';
import { HELD_FOR, LAW_IDS, VERDICTS } from '../../evaluation/index.ts';
import { EVENT_TYPES } from '../../events/index.ts';
import { ARTIFACT_TYPES } from '../../evidence/index.ts';
import * as is from '../schemas/fields.ts';
import { named } from '../schemas/objects.ts';

export const ArtifactTypeName = named('ArtifactType', is.oneOf(ARTIFACT_TYPES));
export const ConfidentialityName = named('Confidentiality', is.oneOf(CONFIDENTIALITIES));
export const EffectName = named('Effect', is.oneOf(EFFECTS));
export const EventTypeName = named('EventType', is.oneOf(EVENT_TYPES));
export const HeldForName = named(
  'HeldFor',
  is.oneOf(
    HELD_FOR,
    "Why it does not proceed: beyond the plan of its task, a party or link that only a stranger's text named, or anything else",
  ),
);
export const LawId = named('LawId', is.oneOf(LAW_IDS));
export const ResultSourceName = named('ResultSource', is.oneOf(RESULT_SOURCES));
export const TargetKindName = named('TargetKind', is.oneOf(TARGET_KINDS));
export const VerdictName = named('Verdict', is.oneOf(VERDICTS));
