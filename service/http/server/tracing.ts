/**
 * Records each request as a span, by OpenTelemetry's conventions for HTTP. Only the declared route of the
 * address is recorded: the path holds callers' data, and the query of a download holds a signature.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan, Traced } from '../../telemetry/traced.ts';

/** Requested by machines every few seconds. */
const NOT_TRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Adds nothing if nothing can be traced. */
export function traceRequests(app: FastifyInstance, traced: Traced): void {
  if (!traced.isOn) return;
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = NOT_TRACED.has(request.routeOptions.url ?? '')
      ? undefined
      : traced.request(request.method, request.headers);
    if (span !== undefined) spans.set(request, span);
    if (span?.ids !== undefined) request.log = request.log.child(span.ids);
    done();
  });
  // The last hook before the handler: reading the body has left the context of the first.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply;
    spans.get(request)?.end(
      {
        'http.route': request.routeOptions.url,
        'http.response.status_code': status,
        'url.scheme': request.protocol,
        'assize.request.id': request.id,
      },
      status >= 500 ? String(status) : undefined,
    );
    done();
  });
}
