// A mock server as middleware of Express, Connect, Fastify and NestJS: `understudy-api/express`.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MockServer } from '../../app/mock-server.ts';

/** Handles a request, or passes it on by calling `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * A middleware that responds to the paths of the document, below any path of an app, and passes other requests on. The
 * pages, such as the inspector, are below `/_understudy`. Closing the mock server is up to the app.
 *
 * @example
 * const mock = await createMockServer('openapi.yaml');
 * app.use('/api', mockMiddleware(mock));
 */
export function mockMiddleware(mock: Pick<MockServer, 'handle'>): Middleware {
  return (request, response, next) => {
    if (!mock.handle(request, response)) next();
  };
}
