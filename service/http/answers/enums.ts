/** Sets of words that many routes share. */

import { EFFECTS, TARGET_KINDS } from '@assize/act-reading/targets';
import Type from 'typebox';
import { LAW_IDS, VERDICTS } from '../../evaluation/index.ts';
import { EVENT_TYPES } from '../../events/index.ts';
import { ARTIFACT_TYPES } from '../../evidence/index.ts';
import { named } from './named.ts';

export const ArtifactTypeName = named('ArtifactType', Type.Enum([...ARTIFACT_TYPES]));
export const EffectName = named('Effect', Type.Enum([...EFFECTS]));
export const EventTypeName = named('EventType', Type.Enum([...EVENT_TYPES]));
export const LawId = named('LawId', Type.Enum([...LAW_IDS]));
export const TargetKindName = named('TargetKind', Type.Enum([...TARGET_KINDS]));
export const VerdictName = named('Verdict', Type.Enum([...VERDICTS]));
