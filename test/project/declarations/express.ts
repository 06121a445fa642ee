// A middleware of node:http.

import { createMockServer } from 'understudy-api';
import { type Middleware, mockMiddleware } from 'understudy-api/express';

const respond: Middleware = mockMiddleware(await createMockServer('openapi.yaml'));
export const handle = (...[request, response]: Parameters<Middleware>): void => respond(request, response, () => {});
// @ts-expect-error: a request of Node has a method, not a verb
export const verb = ([request]: Parameters<Middleware>) => request.verb;
