/** Surface B: approvals. */
import type { FastifyPluginCallback } from 'fastify';
import type { Services } from '../services.ts';
import { approvalRoutes } from '../shared/approval-routes.ts';

export const approvalsB: FastifyPluginCallback<{ services: Services }> = (app, { services }, done) => {
  approvalRoutes(app, services, 'b');
  done();
};
