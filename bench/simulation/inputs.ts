/**
 * The inputs of the plan for many machines. Measured figures name the command that measures them; the others are
 * assumptions that you can change for your own case. Change a figure here, and run `npm run bench -- simulation` again.
 */

import type { NodeCosts } from './node.ts';

/**
 * Processor time of a verdict, by thread, as `npm run bench -- simulation` measured it on two quiet cores; `relayUs` is
 * the first process's time for each verdict of its workers. Assumption: the distribution of commit times on a
 * data-centre disk.
 */
const SYNC_MS_OFTEN = 0.5;
const SYNC_TIMES_MS = [...Array.from({ length: 97 }, () => SYNC_MS_OFTEN), 2, 5, 20];
export const SQLITE: NodeCosts = {
  clientUs: 0,
  loopUs: 60,
  loopBatchUs: 605,
  besideUs: 29,
  relayUs: 12,
  commitUs: 14,
  commitBatchUs: 246,
  commitChainUs: 56,
  coldLoopUs: 757,
  coldDatabaseUs: 862,
  syncMs: SYNC_TIMES_MS,
};
export const POSTGRES: NodeCosts = {
  clientUs: 0,
  loopUs: 57,
  loopBatchUs: 929,
  besideUs: 25,
  relayUs: 12,
  commitUs: 15,
  commitBatchUs: 536,
  commitChainUs: 603,
  coldLoopUs: 709,
  coldDatabaseUs: 930,
  syncMs: SYNC_TIMES_MS,
};

/** `npm run bench -- disk`: bytes of an evaluation in tables and indexes of PostgreSQL. */
export const BYTES_ON_DISK = 1484;
/**
 * How many of these bytes retention deletes: `pg_total_relation_size('artifact_payloads')` before and after 12,000
 * evaluations.
 */
export const BYTES_OF_PAYLOAD = 1050;
/** Write-ahead log of an evaluation at 64 connections: `pg_current_wal_lsn()` before and after the same. */
export const WAL_BYTES = 1720;
/** Assumption: a request and its answer over HTTP, with their headers. */
export const HTTP_BYTES = 1600;

/** `npm run bench -- evidence`: artifacts that one core verifies in a second (140,000 to 190,000). */
export const VERIFIED_PER_SECOND = 140_000;
/** ADR 7: the daily verification has one thread, and rests half of the time. */
export const DAILY_VERIFICATION_SHARE = 0.5;
/** ADR 7: a requested verification has at most four threads. */
export const VERIFYING_THREADS = 4;
/** `npm run bench -- evidence`: truth verification of one artifact (40 to 66 µs), on two threads. */
export const TRUTH_US = 53;
export const TRUTH_THREADS = 2;

/** ADR 5: a checkpoint of a chain that changed takes two fsyncs, at most every 400 ms, one chain after another. */
export const SYNCS_OF_CHECKPOINT = 2;
export const CHECKPOINT_EVERY_MS = 400;
export const SYNC_MS = SYNC_MS_OFTEN;

/** PostgreSQL, Appendix K: the largest table with blocks of 8 KiB. */
export const MAX_TABLE_BYTES = 32 * 1024 ** 4;
/** PostgreSQL, section 25.1.5: a forced vacuum of each table after this many transactions. */
export const TRANSACTIONS_BETWEEN_FREEZES = 200e6;

/** Assumptions: the tenants, and when they ask. */
export const TENANTS = 10_000;
/** The n-th largest tenant's requests are proportional to 1 / n to the power of this. */
export const ZIPF_EXPONENT = 1.1;
/** Between the quietest and the busiest hour: 1 ± this. */
export const DAILY_SWING = 0.6;
/** During a burst, a tenant asks `factor` times as often, for `seconds`, `perDay` times a day. */
export const BURST = { factor: 5, seconds: 120, perDay: 6 };
/** How many times a day a database stalls, and for how long: its own checkpoint, a backup, a neighbour. */
export const STALLS = { perDay: 288, seconds: 0.4 };

/** ADR 14: a node reads its knowledge of a tenant again when it is older than 400 to 800 ms. */
export const KNOWN_FOR_SECONDS = 0.6;

/** Assumptions: the machines. */
export const NODE_CORES = 8;
export const DATABASE_CORES = 8;
/** A primary with one synchronous and one asynchronous standby. */
export const DATABASES_OF_CELL = 3;
/** Two nodes, so that one may fail. */
export const NODES_OF_CELL = 2;
export const DISK_BYTES = 15e12;
/** A fuller disk leaves no room for a vacuum or a backup. */
export const DISK_FILL = 0.7;
/** The share of its capacity that a cell's peak may use. */
export const PEAK_SHARE = 0.6;

/** Assumptions: prices in USD. */
export const USD_OF_CORE_MONTH = 20;
export const USD_OF_GB_MONTH = 0.08;
