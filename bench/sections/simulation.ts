/** What one node does, predicted from costs of its threads beside what it does; and, from the same costs, what many do. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createKey } from '../../service/keys/index.ts';
import { ensureTenant } from '../../service/tenants/index.ts';
import type { Context } from '../context.ts';
import { withService } from '../fill/service.ts';
import { warmUp } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { joinParts, type Part, type SectionReport, tableOf } from '../report.ts';
import { type Installation, installAssize, onEachDatabase, type RunningAssize, startAssize } from '../servers/assize.ts';
import { type Load, measureCosts, measureLoad } from '../simulation/measured.ts';
import { type NodeCosts, randomFrom, type Simulated, simulateNode } from '../simulation/node.ts';
import { growth, type PlanRow } from '../simulation/plan.ts';
import { byWorkers } from '../simulation/workers.ts';
import { median } from '../statistics.ts';

const TITLE = 'verdicts as predicted from the costs of the threads, and as measured';
const CONNECTIONS = [16, 64, 256];
/** At 64 connections, a batch has entries of about half of them. */
const TENANTS = 32;
const MANY = 64;
/** Entries that an event loop sends before its turn is over: `ENOUGH_FOR_THREAD` of the service, and on a server none. */
const ENOUGH: Record<DatabaseKind, number> = { sqlite: 32, postgres: Infinity };
const SIMULATED_SECONDS = 5;
/** ADR 64: the time of the first process for a request that a worker hands to it. */
const RELAY_US = 12;
