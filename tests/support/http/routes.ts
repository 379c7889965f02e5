/** All routes of the served application, noted while it was built. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify';
import { appOf } from './in-process.ts';

export interface Route {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Its parameters as `:name`. */
  url: string;
  config: FastifyContextConfig;
  schema?: { body?: unknown; querystring?: unknown };
}

const BUILDING = 'fastify.initialization';

/** @returns the application, which the caller closes. */
export async function appWithRoutes(service: Service): Promise<{ app: FastifyInstance; routes: Route[] }> {
  const routes: Route[] = [];
  const note = ({ method, url, config = {}, schema = {} }: RouteOptions) => {
    for (const each of [method].flat()) routes.push({ method: each as Route['method'], url, config, schema });
  };
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', note);
  };
  subscribe(BUILDING, listen);
  try {
    return { app: await appOf(service), routes };
  } finally {
    unsubscribe(BUILDING, listen);
  }
}
