/** Surface A: approvals, as on the other surface. */
import type { FastifyPluginCallback } from 'fastify';
import { approvalRoutes } from '../shared/approval-routes.ts';
import type { Services } from '../services.ts';

export const approvalsA: FastifyPluginCallback<{ services: Services }> = (app, { services }, done) => {
  approvalRoutes(app, services, 'a');
  done();
};
