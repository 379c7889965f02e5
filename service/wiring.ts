/**
 * Starts the rooms in order, and closes them in reverse: accepted requests are answered, then the evidence is on disk,
 * then the database closes.
 */
import { randomFillSync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { type Agents, startAgents } from './agents/index.ts';
import { type Approvals, startApprovals } from './approvals/index.ts';
import { type Audit, startAudit } from './audit/index.ts';
import { type Budgets, startBudgets } from './budgets/index.ts';
import { type Channels, startChannels } from './channels/index.ts';
import { type ComplianceRoom, startCompliance } from './compliance/index.ts';
import type { Config } from './config/config.ts';
import { DamageSeen } from './database/files/damage.ts';
import type { IfMissing } from './database/installation/installation.ts';
import type { DatabaseLocation } from './database/location.ts';
import { removeNode } from './database/nodes/nodes.ts';
import type { Database } from './database/open.ts';
import { openCurrentDatabase } from './database/open-current.ts';
import { type Evaluations, startEvaluation } from './evaluation/index.ts';
import { type Events, startEvents } from './events/index.ts';
import type { BatchCommitter } from './evidence/append/index.ts';
import { type Evidence, startEvidence } from './evidence/index.ts';
import { type Started, startChores } from './foundation/chores.ts';
import { type Clock, systemClock } from './foundation/clock.ts';
import { type FillRandom, IdSource } from './foundation/ids.ts';
import { type Gauge, type Measured, NOT_MEASURED } from './foundation/measured.ts';
import type { GovernanceCache } from './governance/index.ts';
import type { ApprovalSettings } from './governance/settings/terms/index.ts';
import { startIncidents } from './incidents/index.ts';
import { startTokens, type Tokens } from './issuers/tokens/index.ts';
import { type Keys, startKeys } from './keys/index.ts';
import { type MandateRoom, startMandates } from './mandates/index.ts';
import { type Members, startMembers } from './members/index.ts';
import { type Mailer, smtpMailer, startNotices } from './notices/index.ts';
import { type PlannerRoom, startPlanner } from './planner/index.ts';
import { type Proof, startProof } from './proof/index.ts';
import { governed, type SecondPersons } from './second-person/index.ts';
import { type SessionRoom, startSessions } from './sessions/index.ts';
import { startSiem } from './siem/index.ts';
import { type KnownTargets, knownTargets } from './targets/known/index.ts';
import { NOT_TRACED, type Traced } from './telemetry/traced.ts';
import { type ToolCatalogues, toolCatalogues } from './tools/index.ts';
import { startTrust, type Trust } from './trust/index.ts';
import { startUsage, type Usage } from './usage/index.ts';
import { availableSecretBox, type SecretBox } from './webhooks/endpoints/index.ts';
import { startWebhooks } from './webhooks/index.ts';

/** Services that every room may use. */
interface Ground {
  config: Config;
  log: Logger;
  clock: Clock;
  ids: IdSource;
  fillRandom: FillRandom;
  measured: Measured;
  traced: Traced;
  db: Database;
  damage: DamageSeen;
  kind: DatabaseLocation['kind'];
  /** How many threads may read one chain at once. */
  readerThreads: number;
}

/** The services that a room offers to the others. */
type Gives<Room extends Started> = Omit<Room, keyof Started>;

/** Everything behind the HTTP surfaces and the commands. */
export interface Service
  extends Ground,
    Gives<Evidence>,
    Gives<Proof>,
    Gives<Audit>,
    Gives<Keys>,
    Gives<Tokens>,
    Gives<Members>,
    Gives<Usage>,
    Gives<Agents>,
    Gives<MandateRoom>,
    Gives<SessionRoom>,
    Gives<Trust>,
    Gives<Approvals>,
    Gives<Budgets>,
    Gives<ComplianceRoom>,
    Gives<PlannerRoom>,
    Gives<Evaluations>,
    Gives<Channels>,
    Gives<Events> {
  governance: GovernanceCache;
  secondPerson: SecondPersons;
  catalogues: ToolCatalogues;
  knownTargets: KnownTargets;
  approvalSettings: ApprovalSettings;
  /** Measures the state of all rooms. */
  gauges: readonly Gauge[];
  /** null where no mail is sent. */
  mailer: Mailer | null;
  /** null where this node lacks the key that encrypts the database's secrets. */
  secretBox: SecretBox | null;
  /** Waits until pending evidence is written, then closes the database. */
  close(): Promise<void>;
}

/** More would only compete with everything else. */
const MAX_READER_THREADS = 4;

export const fillRandom: FillRandom = (target) => void randomFillSync(target);

export interface StartOptions {
  ifMissing?: IfMissing;
  /** The id of this node, where it serves requests. */
  node?: string;
  /** Given where this process shares a committer with others. */
  committer?: BatchCommitter | undefined;
  measured?: Measured;
  traced?: Traced;
  /** By default the machine's. Of the background, only what finishes this process's own work sees another one. */
  clock?: Clock;
}

/**
 * Opens the database, brings it up to date, and starts the threads.
 * @throws where the database can't be opened or is newer than this program; nothing is left open then.
 */
export async function startService(config: Config, log: Logger, how: StartOptions = {}): Promise<Service> {
  const { ifMissing, node, measured = NOT_MEASURED, traced = NOT_TRACED } = how;
  const { clock = systemClock(config.clockOffsetMs) } = how;
  const damage = new DamageSeen(config.database);
  const { note: onDamage } = damage;
  const db = await openCurrentDatabase(config.database, clock, log, { ifMissing, node, onDamage });
  const rooms: Started[] = [];
  try {
    return await startRooms(rooms, groundOf({ config, log, clock, measured, traced, db, damage }), how);
  } catch (error) {
    await closeRooms(rooms);
    // It announced itself before it migrated. Left there, its entry would hold up newer programs.
    if (node !== undefined) await removeNode(db, node).catch(() => undefined);
    await db.destroy();
    damage.close();
    throw error;
  }
}

type Given = Pick<Ground, 'config' | 'log' | 'clock' | 'measured' | 'traced' | 'db' | 'damage'>;

function groundOf(given: Given): Ground {
  return {
    ...given,
    ids: new IdSource(fillRandom),
    fillRandom,
    kind: given.config.database.kind,
    readerThreads: Math.min(MAX_READER_THREADS, availableParallelism()),
  };
}

/** @param rooms receives each room as soon as it runs. */
async function startRooms(
  rooms: Started[],
  ground: Ground,
  { committer, clock }: StartOptions,
): Promise<Service> {
  const { config, db } = ground;
  const { approvals: approvalSettings } = config;
  const started = <Room extends Started>(room: Room): Room => {
    rooms.push(room);
    return room;
  };
  const evidence = started(await startEvidence({ ...ground, committer }));
  const governing = governed({ ...ground, approvalSettings, appender: evidence.appender });
  const recording = { ...ground, ...given(evidence), ...governing };
  const proof = started(await startProof(recording));
  const audit = started(await startAudit({ ...recording, signing: proof.signing }));
  const secretBox = await availableSecretBox(config, ground);
  const keys = started(startKeys(recording));
  const tokens = started(startTokens(ground));
  const members = started(startMembers(ground));
  const usage = started(startUsage(recording));
  const agents = started(startAgents(ground));
  const mandates = started(startMandates(recording));
  const sessions = started(startSessions(recording));
  const trust = started(startTrust(recording));
  const approvals = started(startApprovals(recording));
  const budgets = started(startBudgets(recording));
  const evaluations = started(startEvaluation(ground));
  for (const start of [startIncidents, startNotices, startSiem]) started(start({ ...recording, secretBox }));
  const webhooks = started(startWebhooks({ ...recording, secretBox }));
  const catalogues = toolCatalogues(db);
  const planner = started(startPlanner({ ...recording, secretBox, catalogues }));
  const mailer = config.mail === null ? null : smtpMailer(config.mail);
  const deciding = { ...given(approvals), ...given(mandates) };
  const channels = started(startChannels({ ...recording, ...deciding, approvalSettings, secretBox, mailer }));
  const events = started(startEvents({ db, ...given(webhooks) }));
  const chores = startChoresOf(rooms, ground, clock === undefined);
  return {
    ...recording,
    ...given(proof),
    ...given(audit),
    ...given(keys),
    ...given(tokens),
    ...given(members),
    ...given(usage),
    ...given(agents),
    ...given(mandates),
    ...given(sessions),
    catalogues,
    knownTargets: knownTargets(ground),
    ...given(trust),
    ...given(approvals),
    ...given(budgets),
    ...given(planner),
    ...given(channels),
    ...given(evaluations),
    ...given(events),
    ...given(started(startCompliance(ground))),
    gauges: rooms.flatMap((room) => room.gauges ?? []),
    approvalSettings,
    mailer,
    secretBox,
    close: () => closeAll(rooms, ground, chores),
  };
}

type Chores = ReturnType<typeof startChores>;

/** Requests are answered by now. What was accepted reaches the disk before the database closes. */
async function closeAll(rooms: readonly Started[], { db, damage }: Ground, chores: Chores): Promise<void> {
  await chores.stop();
  await closeRooms(rooms);
  await db.destroy();
  damage.close();
}

function startChoresOf(rooms: readonly Started[], { log, measured }: Ground, hasAll: boolean): Chores {
  const chores = rooms.flatMap((room) => room.chores);
  return startChores(hasAll ? chores : chores.filter(({ last }) => last === true), log, measured);
}

function given<Room extends Started>({ chores: _, gauges: __, close: ___, ...parts }: Room): Gives<Room> {
  return parts;
}

async function closeRooms(rooms: readonly Started[]): Promise<void> {
  for (const room of rooms.toReversed()) await room.close();
}
