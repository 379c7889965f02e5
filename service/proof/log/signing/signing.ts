/** Signing as the rest of the service uses it: keys, last signatures, and the chore that keeps every chain signed. */

import { checkpointOrigin, keyId, type Signer, signerOf, type VerifierKey } from '@assize/evidence-format';
import type { Logger } from 'pino';
import { chainId, chainNumber } from '../../../database/chain-id.ts';
import type { DatabaseLocation } from '../../../database/location.ts';
import type { Finding } from '../../alarms/alarms.ts';
import { ChainFollower } from '../follower.ts';
import { reportShortened, reportUnstated, requireNotEmptied, unstatedFinding } from '../shortened.ts';
import { lastInFolder } from './last-signed.ts';
import { openSigningFolder, type SigningFolder } from './signing-folder.ts';
import { keysThatSign, type SigningKey, withoutExpiredSeeds } from './signing-key.ts';
import {
  changingKeys,
  ensureKeys,
  SIGNING_STATES,
  type SigningStateDeps,
  signingStateOf,
} from './signing-state.ts';

export type OpenSigning = Awaited<ReturnType<typeof openSigning>>;
export type Signing = Pick<OpenSigning, 'verifiers' | 'lastSigned' | 'unstated' | 'alarm' | 'state'>;

export interface SigningDeps extends Omit<SigningStateDeps, 'folder'> {
  kind: DatabaseLocation['kind'];
  log: Logger;
  raise(chain: number, finding: Finding): Promise<void>;
  /** Called once a chain matches its signature, if it may have been refused before. */
  settle(chain: number): Promise<void>;
}

/** How often keys and every signed chain are checked, and how many chains in one step. */
const LOOK_AROUND_EVERY_MS = 60_000;
const CHAINS_AT_ONCE = 128;

/** @throws if the folder can't be trusted. */
export async function openSigning(deps: SigningDeps, folderPath: string) {
  const { clock } = deps;
  const folder = await openSigningFolder(folderPath, deps.holder);
  await folder.tidy(clock.now());
  const withFolder = { ...deps, folder };
  await requireNotEmptied(withFolder);
  const verifiers = verifiersIn(folder);
  const signers = (chain: number) => signersOf(chain, keysThatSign(folder.keys(), clock.now()));
  const following = await keepSigned(withFolder, new ChainFollower({ ...withFolder, verifiers, signers }));
  // Done before the first verdict, because the missing records are not accounted for.
  await reportUnstated(withFolder);
  await reportShortened({ ...withFolder, verifiers });
  return {
    folder,
    /** The verifier keys of a chain, from the key file; empty if this node has no key file. */
    verifiers,
    /** The keys of a chain that sign now, the newest first. */
    signers,
    /** The last signed checkpoint in this node's folder; null if none. @throws {Refusal} `altered_signing_folder` */
    lastSigned: (chain: number) => lastInFolder(folder, chain, () => verifiers(chain)),
    /** The finding while no record states a restore of the chain; null if there is no such restore. */
    unstated: (chain: number) => unstatedFinding(folder, chain),
    /** Reports that the chain does not match its signature. */
    alarm: deps.raise,
    /** Whether this node signs, and if not, why not. */
    state: () => signingStateOf(withFolder),
    ...following,
  };
}

type Following = SigningDeps & { folder: SigningFolder };

async function keepSigned(deps: Following, follower: ChainFollower) {
  const { clock, log, folder } = deps;
  let state = await ensureKeys(deps);
  if (state !== 'signs') log.warn({ folder: folder.path }, SIGNING_STATES[state]);
  let followed = folder.keys();
  let lookedAround = Number.NEGATIVE_INFINITY;
  let toCheck: number[] = [];

  /** Keys may have changed, and a chain may have lost signed records together with its checkpoint. */
  async function lookAround(): Promise<void> {
    await dropSpentSeeds(deps);
    const now = await ensureKeys(deps);
    if (now !== state) log.warn({ folder: folder.path }, SIGNING_STATES[now]);
    state = now;
    await reportUnstated(deps);
    toCheck = (await folder.signedChains()).map(chainNumber).filter((chain) => chain !== null);
    lookedAround = clock.monotonic();
  }

  return {
    /** A chore, called a few times a second. */
    async follow(): Promise<void> {
      await folder.refresh();
      if (folder.keys() !== followed) {
        followed = folder.keys();
        follower.forget();
        lookedAround = Number.NEGATIVE_INFINITY;
      }
      if (clock.monotonic() - lookedAround > LOOK_AROUND_EVERY_MS) await lookAround();
      if (state !== 'signs') return;
      const chains = toCheck.slice(0, CHAINS_AT_ONCE);
      if (await follower.round(chains)) toCheck = toCheck.slice(chains.length);
    },
    /** Signs the artifacts since the last run of the chore. */
    async close(): Promise<void> {
      if (state === 'signs') await follower.round([]);
      await follower.release();
    },
  };
}

async function dropSpentSeeds(deps: SigningStateDeps): Promise<void> {
  const { folder, clock } = deps;
  const isSpent = ({ seed, validUntil }: SigningKey) =>
    seed !== null && validUntil !== null && validUntil <= clock.now();
  if (!folder.keys().some(isSpent)) return;
  await changingKeys(deps, async () => {
    await folder.refresh();
    await folder.storeKeys(withoutExpiredSeeds(folder.keys(), clock.now()));
  });
}

/** The verifier keys of a chain that the folder has now. */
export function verifiersIn(folder: Pick<SigningFolder, 'keys'>) {
  return (chain: number): VerifierKey[] => folder.keys().map((key) => verifierOf(chain, key));
}

function verifierOf(chain: number, { publicKey }: SigningKey): VerifierKey {
  const name = checkpointOrigin(chainId(chain));
  return { name, id: keyId(name, publicKey), publicKey };
}

function signersOf(chain: number, keys: readonly SigningKey[]): Signer[] {
  const name = checkpointOrigin(chainId(chain));
  return keys.flatMap(({ seed }) => (seed === null ? [] : [signerOf(name, seed)]));
}
