/** Surface A: approvals, as on the other surface. */
import type { FastifyPluginCallback } from 'fastify';
import type { Services } from '../services.ts';
import { approvalRoutes } from '../shared/approval-routes.ts';

export const approvalsA: FastifyPluginCallback<{ services: Services }> = (app, { services }, done) => {
  approvalRoutes(app, services, 'a');
  done();
};
