/** Surface A: incidents, from opening to cause and remedy. */

import type { Static } from 'typebox';
import { findArtifacts } from '../../../evidence/reading/index.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import {
  changeIncident,
  closeIncident,
  findIncident,
  historyOfIncident,
  type IncidentDeps,
  type IncidentPlace,
  type IncidentRow,
  listIncidents,
  listsOf,
  openIncident,
  reopenIncident,
  reportStateOf,
  type StatedIncident,
  type Told,
} from '../../../incidents/index.ts';
import type { Principal } from '../../../keys/index.ts';
import { principalOf, WRITE } from '../../callers/access.ts';
import { seesPayloads } from '../../callers/callers.ts';
import type { Noun, Services } from '../../services.ts';
import { CHANGE, CLOSE, LIST, OPEN, REOPEN, SHOW } from './incident-schemas.ts';

/** Texts of incidents are evidence: viewers don't see them. */
const READ = { scope: 'evidence:read', payloads: 'omitted' } as const;

type Needs = IncidentDeps & Pick<Services, 'fillRandom'>;

export const incidentsA: Noun<Needs> = (app, services) => {
  const { db, clock } = services;
  const placeOf = (principal: Principal): IncidentPlace => {
    return { chain: principal.chain, tenantId: principal.tenantId, actor: principal };
  };
  const inFull = async (principal: Principal, row: IncidentRow) => {
    const history = await historyOfIncident(db, principal.chain, row.incident_id);
    return { ...fieldsOf(principal, row, clock.now()), history: history.map(changeFields(principal)) };
  };

  app.get('/incidents', { config: READ, schema: LIST }, async (request) => {
    const principal = principalOf(request);
    const { limit = 100, cursor, evidence_id: evidenceId, ...filter } = request.query;
    const page = await listIncidents(services, principal.chain, { ...filter, evidenceId }, limit, cursor);
    const at = clock.now();
    return {
      items: page.items.map((row) => fieldsOf(principal, row, at)),
      next_cursor: page.nextCursor,
    };
  });

  app.post('/incidents', { config: WRITE, schema: OPEN }, async (request, reply) => {
    const principal = principalOf(request);
    const stated = await statedIn(services, principal.chain, request.body);
    const row = await openIncident(services, placeOf(principal), stated);
    reply.code(201);
    return inFull(principal, row);
  });

  app.get('/incidents/:incident_id', { config: READ, schema: SHOW }, async (request) => {
    const principal = principalOf(request);
    return inFull(principal, await findIncident(db, principal.chain, request.params.incident_id));
  });

  app.patch('/incidents/:incident_id', { config: WRITE, schema: CHANGE }, async (request) => {
    const principal = principalOf(request);
    const { version, ...change } = request.body;
    const { incident_id: id } = request.params;
    return inFull(
      principal,
      await changeIncident(services, placeOf(principal), id, changeOf(change), version),
    );
  });

  app.post('/incidents/:incident_id/close', { config: WRITE, schema: CLOSE }, async (request) => {
    const principal = principalOf(request);
    const { incident_id: id } = request.params;
    return inFull(principal, await closeIncident(services, placeOf(principal), id, request.body));
  });

  app.post('/incidents/:incident_id/reopen', { config: WRITE, schema: REOPEN }, async (request) => {
    const principal = principalOf(request);
    const { incident_id: id } = request.params;
    return inFull(principal, await reopenIncident(services, placeOf(principal), id, request.body.reason));
  });
};

type Opened = Static<typeof OPEN.body>;

/** Unless the caller says otherwise, it was noticed by when someone was told, and happened when its first record was made. */
async function statedIn({ db, clock }: Needs, chain: number, opened: Opened): Promise<StatedIncident> {
  const { title, severity, description = '', harms = [], records = [], responsible = null } = opened;
  const told = toldIn(opened.told ?? []);
  const toldAt = told.map(({ at }) => Date.parse(at));
  const noticedAt =
    opened.noticed_at === undefined ? Math.min(clock.now(), ...toldAt) : Date.parse(opened.noticed_at);
  const times = [...(await findArtifacts(db, chain, records)).values()].map(({ createdAt }) => createdAt);
  const happenedAt =
    opened.happened_at === undefined ? Math.min(noticedAt, ...times) : Date.parse(opened.happened_at);
  return { title, severity, description, harms, records, responsible, told, noticedAt, happenedAt };
}

function changeOf(change: Omit<Static<typeof CHANGE.body>, 'version'>): Partial<StatedIncident> {
  const { happened_at: happened, noticed_at: noticed, told, ...same } = change;
  return {
    ...same,
    ...(happened !== undefined && { happenedAt: Date.parse(happened) }),
    ...(noticed !== undefined && { noticedAt: Date.parse(noticed) }),
    ...(told !== undefined && { told: toldIn(told) }),
  };
}

function toldIn(told: NonNullable<Opened['told']>): Told[] {
  return told.map(({ who, at, how, authority = false }) => {
    return { who, at: new Date(Date.parse(at)).toISOString(), how, authority };
  });
}

function fieldsOf(principal: Principal, row: IncidentRow, at: number) {
  const sees = seesPayloads(principal);
  const { harms, told, records } = listsOf(row);
  return {
    incident_id: row.incident_id,
    title: sees ? row.title : null,
    description: sees ? row.description : null,
    severity: row.severity as StatedIncident['severity'],
    harms,
    happened_at: new Date(row.happened_at).toISOString(),
    noticed_at: new Date(row.noticed_at).toISOString(),
    told: sees ? told : null,
    records,
    responsible: row.responsible,
    status: row.status as 'open' | 'closed',
    cause: sees ? row.cause : null,
    remedy: sees ? row.remedy : null,
    report: {
      state: reportStateOf(row, at),
      due_at: isoOrNull(row.report_due_at),
      reported_at: isoOrNull(row.reported_at),
    },
    opened_at: new Date(row.opened_at).toISOString(),
    opened_by: row.opened_by,
    closed_at: isoOrNull(row.closed_at),
    version: row.version,
    evidence_id: row.evidence_id,
  };
}

function changeFields(principal: Principal) {
  const sees = seesPayloads(principal);
  return ({ evidenceId, action, by, at, reason }: Awaited<ReturnType<typeof historyOfIncident>>[number]) => ({
    evidence_id: evidenceId,
    action,
    by,
    at: new Date(at).toISOString(),
    reason: sees ? reason : null,
  });
}
