/** Surface B: approvals. */
import type { FastifyPluginCallback } from 'fastify';
import { approvalRoutes } from '../shared/approval-routes.ts';
import type { Services } from '../services.ts';

export const approvalsB: FastifyPluginCallback<{ services: Services }> = (app, { services }, done) => {
  approvalRoutes(app, services, 'b');
  done();
};
