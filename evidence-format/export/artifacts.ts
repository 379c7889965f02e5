/**
 * Checks the segments of an exported file, artifact by artifact: each must be unaltered, in its place in the signed
 * tree, linked to the previous one, and within the filter, and none may be missing from a whole file.
 */

import { toHex } from '#platform';
import type { JsonObject } from '../canonical/canonical.ts';
import { decodeUtf8 } from '../canonical/json-members.ts';
import type { RawValue } from '../canonical/json-stream.ts';
import { parseJson } from '../canonical/parse.ts';
import { GENESIS_HASH } from '../chain/leaf.ts';
import { formatHash, HASH_BYTES } from '../platform/sha256.ts';
import { TILE_WIDTH } from '../tree/tile.ts';
import { type ExportedArtifact, hashOf, type PayloadState, payloadState, readArtifact } from './artifact.ts';
import { type ExportManifest, isFiltered } from './format.ts';
import { readRemoval } from './removal.ts';
import { WithheldRecords } from './removals.ts';
import type { ExportProblemName, ProblemList } from './report.ts';
import { isStatement, RESTORE_ACTION, restoresIn, type StatedRestore } from './restore.ts';

const GENESIS = formatHash(GENESIS_HASH);
const HEX_DIGITS = 2 * HASH_BYTES;

type Fault = [problem: ExportProblemName, message: string];

export class ArtifactChecker {
  readonly withheld = new WithheldRecords();
  /** The restores that records in this file state. */
  readonly restores: StatedRestore[] = [];
  total = 0;
  verified = 0;
  faulty = 0;
  rewrittenPayloads = 0;
  first: string | null = null;
  last: string | null = null;
  readonly #manifest: ExportManifest;
  readonly #problems: ProblemList;
  readonly #isWhole: boolean;
  readonly #from: number;
  readonly #to: number;
  readonly #types: ReadonlySet<string> | null;
  /** The lowest index that may come next. */
  #next = 0;
  /** The leaf hashes of the segment in hex, concatenated; null if they can't be trusted. */
  #leaves: string | null = null;
  #segment = -1;
  /** The last leaf hash of the previous segment; null if that isn't in the file. */
  #beforeSegment: string | null = GENESIS;

  constructor(manifest: ExportManifest, problems: ProblemList) {
    this.#manifest = manifest;
    this.#problems = problems;
    const { filter } = manifest;
    this.#isWhole = !isFiltered(filter);
    this.#from = filter.from_date === null ? Number.NEGATIVE_INFINITY : Date.parse(filter.from_date);
    this.#to = filter.to_date === null ? Number.POSITIVE_INFINITY : Date.parse(filter.to_date);
    this.#types = filter.artifact_types === null ? null : new Set(filter.artifact_types);
  }

  /** From now on, the artifacts belong to this segment. */
  beginSegment(segment: number, leaves: Uint8Array | null): void {
    this.#beforeSegment =
      segment === 0 ? GENESIS : segment === this.#segment + 1 ? this.#leafAt(TILE_WIDTH - 1) : null;
    this.#segment = segment;
    this.#leaves = leaves === null ? null : toHex(leaves);
  }

  take(value: RawValue): void {
    this.total += 1;
    const artifact = readArtifact(value, this.#manifest.chain);
    if (typeof artifact === 'string') {
      this.#blame(
        null,
        'malformed_record',
        `The artifact at byte ${value.offset} can't be read: ${artifact}.`,
      );
      return;
    }
    const placeFault = this.#placeFault(artifact);
    if (placeFault !== null) {
      this.#blame(artifact.index, ...placeFault);
      return;
    }
    this.#requireNoGap(artifact.index);
    this.#next = artifact.index + 1;
    const fault = this.#recordFault(artifact);
    if (fault !== null) {
      this.#blame(artifact.index, ...fault);
      return;
    }
    this.first ??= artifact.created_at;
    this.last = artifact.created_at;
    this.#takePayload(artifact, payloadState(artifact));
  }

  /** Call this after the last artifact. */
  finish(): void {
    if (this.#isWhole) this.#requireNoGap(this.#manifest.tree_size);
  }

  #blame(index: number | null, problem: ExportProblemName, message: string): void {
    this.faulty += 1;
    this.#problems.add(index, problem, message);
  }

  #requireNoGap(index: number): void {
    if (!this.#isWhole || index <= this.#next) return;
    const isOne = index === this.#next + 1;
    const which = isOne ? `Artifact ${this.#next} is` : `Artifacts ${this.#next} to ${index - 1} are`;
    this.#problems.add(this.#next, 'missing_record', `${which} missing from a file that claims to have all.`);
  }

  #placeFault({ index }: ExportedArtifact): Fault | null {
    if (index < this.#next) {
      return [
        'out_of_order',
        `Artifact ${index} stands where artifact ${this.#next} or a later one belongs.`,
      ];
    }
    if (Math.floor(index / TILE_WIDTH) !== this.#segment || index >= this.#manifest.tree_size) {
      return [
        'out_of_order',
        `Artifact ${index} stands in segment ${this.#segment}, where it does not belong.`,
      ];
    }
    return null;
  }

  #recordFault(artifact: ExportedArtifact): Fault | null {
    const { index, hash, previous_hash } = artifact;
    const own = hashOf(artifact);
    if (own === null) return ['malformed_record', `Artifact ${index} has text that no record can have.`];
    if (own !== hash)
      return ['wrong_hash', `Artifact ${index} was altered: its fields do not give its hash.`];
    const place = index % TILE_WIDTH;
    // If the leaves can't be trusted, that was already reported for the segment.
    if (this.#leaves !== null && this.#leafAt(place) !== own) {
      return ['not_in_tree', `Artifact ${index} is not the one that stands at its place in the signed tree.`];
    }
    const before = place === 0 ? this.#beforeSegment : this.#leafAt(place - 1);
    if (before !== null && before !== previous_hash) {
      return ['broken_link', `Artifact ${index} does not name the hash of the artifact before it.`];
    }
    return this.#filterFault(artifact);
  }

  #filterFault({ index, created_at, artifact_type }: ExportedArtifact): Fault | null {
    if (this.#isWhole) return null;
    const ms = Date.parse(created_at);
    const isWanted = ms >= this.#from && ms < this.#to && (this.#types?.has(artifact_type) ?? true);
    return isWanted
      ? null
      : ['outside_filter', `Artifact ${index} is not one that the file says were asked for.`];
  }

  #takePayload(artifact: ExportedArtifact, state: PayloadState): void {
    const { index } = artifact;
    const states = isStatement(artifact.artifact_type, artifact.action);
    switch (state) {
      case 'withheld':
        this.withheld.add(index);
        if (states) {
          const message = `Artifact ${index} states a removal or a restore, and its own payload must not be removed.`;
          this.#problems.add(index, 'removed_statement', message);
        }
        return;
      case 'exact':
      case 'canonical':
        this.verified += 1;
        if (state === 'canonical') this.rewrittenPayloads += 1;
        if (states) this.#takeStatement(artifact);
        return;
      case 'wrong_commitment':
        this.#blame(
          index,
          state,
          `Artifact ${index}: payload or salt was altered; its leaf commits to others.`,
        );
        return;
      case 'payload_without_salt':
        this.#blame(
          index,
          state,
          `Artifact ${index} has a payload but no salt, so its payload can't be checked.`,
        );
        return;
      case 'salt_without_payload':
        this.#blame(index, state, `Artifact ${index} has a salt but no payload.`);
    }
  }

  #takeStatement({ index, id, action, created_at: at, payload }: ExportedArtifact): void {
    const text = decodeUtf8(payload ?? new Uint8Array(), 0, payload?.length ?? 0);
    if (action === RESTORE_ACTION) {
      this.restores.push(...restoresIn({ index, id, at }, text));
      return;
    }
    const stated = readRemoval(action, (parseJson(text) ?? {}) as JsonObject);
    if (stated !== null && stated.end <= index) this.withheld.state(stated);
  }

  #leafAt(place: number): string | null {
    if (this.#leaves === null || place >= this.#leaves.length / HEX_DIGITS) return null;
    return `sha256:${this.#leaves.slice(place * HEX_DIGITS, (place + 1) * HEX_DIGITS)}`;
  }
}
