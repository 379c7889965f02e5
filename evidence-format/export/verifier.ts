/**
 * Verifies an exported file while it is read, in memory that doesn't grow with it. It never throws because of the
 * file's contents: every fault is in the report, and a file that was truncated or altered anywhere is not sound.
 */

import type { JsonValue } from '../canonical/canonical.ts';
import { NotJson } from '../canonical/json-members.ts';
import { JsonStream, type JsonVisitor } from '../canonical/json-stream.ts';
import type { OpenCheckpoint } from '../notes/checkpoint.ts';
import type { VerifierKey } from '../notes/note-key.ts';
import { parseHash } from '../platform/sha256.ts';
import { ArtifactChecker } from './artifacts.ts';
import {
  EXPORT_FORMAT,
  EXPORT_MEMBERS,
  type ExportEnd,
  type ExportManifest,
  jsonOf,
  objectOf,
  readEnd,
  readKeyList,
  readManifest,
  refuse,
  Unreadable,
} from './format.ts';
import { type ExportReport, ProblemList } from './report.ts';
import { segmentsVisitor } from './segments.ts';
import {
  canVerify,
  type KeptCheckpoint,
  openFileCheckpoint,
  openKeptCheckpoint,
  readKeys,
  segmentNeeded,
} from './signature.ts';
import { ExportTree } from './tree.ts';
import { conclude } from './verdict.ts';

export interface ExportVerifierOptions {
  /**
   * Keys that the reader trusts as the service's: one of them must have signed the file, otherwise it is unchecked at
   * best. Without any, the keys in the file are used, which nothing vouches for.
   */
  verifierKeys?: readonly VerifierKey[];
  /** A signed checkpoint (C2SP tlog-checkpoint) that the reader has kept: the file's history must begin with it. */
  trustedCheckpoint?: string;
  /** Keys of witnesses that the reader trusts: the file is unchecked if too few of them have cosigned its log. */
  witnesses?: readonly VerifierKey[];
  /** How many of them must have; 1 by default. */
  witnessesRequired?: number;
}

export interface ExportVerifier {
  /** Takes the next bytes of the file, cut anywhere. The caller may reuse them afterwards. */
  push(chunk: Uint8Array): void;
  /** Call this after the last bytes. Returns the report on the file. */
  finish(): ExportReport;
  /** How many artifacts have been checked so far, and how many the file claims to have. */
  readonly progress: { artifacts: number; of: number };
}

export function exportVerifier(options: ExportVerifierOptions = {}): ExportVerifier {
  return new Verifier(options);
}

class Verifier implements ExportVerifier {
  readonly #options: ExportVerifierOptions;
  readonly #problems = new ProblemList();
  readonly #stream = new JsonStream({ enter: () => this.#fileVisitor(), take: () => undefined });
  readonly #ignored = new Set<string>();
  #bytes = 0;
  #isExport = false;
  #isBroken = false;
  /** How many of EXPORT_MEMBERS have been read. */
  #members = 0;
  #manifest: ExportManifest | null = null;
  #note = '';
  #keysFit = true;
  #checkpoint: OpenCheckpoint | null = null;
  #kept: KeptCheckpoint | null = null;
  #tree = new ExportTree(0);
  #isTreeSound = false;
  #artifacts: ArtifactChecker | null = null;
  #end: ExportEnd | null = null;

  constructor(options: ExportVerifierOptions) {
    this.#options = options;
  }

  get progress() {
    return { artifacts: this.#artifacts?.total ?? 0, of: this.#manifest?.artifact_count ?? 0 };
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#attempt(() => this.#stream.push(chunk));
  }

  finish(): ExportReport {
    this.#attempt(() => {
      this.#stream.finish();
      if (this.#members < EXPORT_MEMBERS.length) refuse(`The file has no "${EXPORT_MEMBERS[this.#members]}"`);
    });
    return this.#report();
  }

  #attempt(read: () => void): void {
    if (this.#isBroken) return;
    try {
      read();
    } catch (error) {
      this.#isBroken = true;
      const isOfTheFile =
        error instanceof NotJson || error instanceof Unreadable || error instanceof SyntaxError;
      if (!isOfTheFile) throw error;
      const where = error instanceof NotJson ? `At byte ${error.at}: ` : '';
      const problem = this.#isExport ? 'malformed_file' : 'not_an_export';
      this.#problems.add(null, problem, `${where}${error.message}.`);
    }
  }

  #fileVisitor(): JsonVisitor {
    return {
      enter: (key) => this.#sectionVisitor(key),
      take: (key, value) => {
        if (this.#expect(String(key))) this.#takeMember(String(key), jsonOf(value));
      },
    };
  }

  #sectionVisitor(key: string | number): JsonVisitor | undefined {
    if (key === 'tiles' && this.#expect(key)) {
      return {
        take: (_, value) => this.#tree.add(objectOf(jsonOf(value), 'A tile')),
        leave: () => this.#checkTiles(),
      };
    }
    if (key === 'segments' && this.#expect(key)) {
      return this.#segments();
    }
    return undefined;
  }

  #segments(): JsonVisitor {
    const artifacts = this.#artifacts ?? refuse('There is no manifest');
    // Tiles that differ from the signed tree can't prove leaves, and were already reported.
    const tree = this.#isTreeSound ? this.#tree : null;
    const kept = this.#kept === null ? null : segmentNeeded(this.#kept);
    return segmentsVisitor({ tree, artifacts, kept, problems: this.#problems });
  }

  /** Whether the member belongs to the format and is in its place. */
  #expect(key: string): boolean {
    const known: readonly string[] = EXPORT_MEMBERS;
    if (!known.includes(key)) {
      this.#ignored.add(key);
      return false;
    }
    if (key !== known[this.#members]) {
      return refuse(
        `"${key}" stands where "${known[this.#members] ?? 'the end'}" belongs; the file can't be verified in this order`,
      );
    }
    this.#members += 1;
    return true;
  }

  #takeMember(key: string, value: JsonValue): void {
    switch (key) {
      case 'format':
        if (value !== EXPORT_FORMAT) refuse(`The file is not of the format ${EXPORT_FORMAT}`);
        this.#isExport = true;
        return;
      case 'manifest':
        this.#takeManifest(value);
        return;
      case 'checkpoint':
        this.#note = typeof value === 'string' ? value : refuse('The checkpoint is not text');
        return;
      case 'verifier_keys':
        this.#takeKeys(readKeyList(value));
        return;
      case 'end':
        this.#end = readEnd(value);
        return;
      default:
        refuse(`"${key}" is not a list`);
    }
  }

  #takeManifest(value: JsonValue): void {
    const { manifest, unknown } = readManifest(value);
    for (const name of unknown) this.#ignored.add(`manifest.${name}`);
    this.#manifest = manifest;
    this.#tree = new ExportTree(manifest.tree_size);
    this.#artifacts = new ArtifactChecker(manifest, this.#problems);
  }

  #takeKeys(texts: readonly string[]): void {
    const manifest = this.#manifest ?? refuse('There is no manifest');
    const { verifierKeys = [], trustedCheckpoint } = this.#options;
    const inFile = readKeys(texts, this.#problems);
    this.#keysFit = verifierKeys.length === 0 || canVerify(verifierKeys, this.#note);
    const keys = verifierKeys.length > 0 && this.#keysFit ? verifierKeys : inFile;
    this.#checkpoint = openFileCheckpoint(this.#note, keys, manifest, this.#problems);
    if (trustedCheckpoint === undefined) return;
    this.#kept = openKeptCheckpoint(trustedCheckpoint, keys, manifest, this.#problems);
  }

  #checkTiles(): void {
    const fault = this.#tree.faultAgainst(parseHash(this.#manifest?.root_hash ?? ''));
    this.#isTreeSound = fault === null;
    if (fault !== null) this.#problems.add(null, 'wrong_tiles', fault);
  }

  #report(): ExportReport {
    const isWholeFile = !this.#isBroken && this.#members === EXPORT_MEMBERS.length;
    return conclude({
      isExport: this.#isExport,
      isWholeFile,
      problems: this.#problems,
      manifest: this.#manifest,
      end: this.#end,
      artifacts: this.#artifacts,
      keysFit: this.#keysFit,
      opened: this.#checkpoint,
      kept: this.#kept,
      tree: this.#isTreeSound ? this.#tree : null,
      options: this.#options,
      ignored: [...this.#ignored],
      bytes: this.#bytes,
    });
  }
}
