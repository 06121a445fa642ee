// The route groups of the APIs.

import { isPreflight } from './cors/cors.ts';
import { handleRequest, type Pipeline } from './handle-request.ts';
import type { RouteGroup } from './route-groups.ts';
import type { WireRequest } from './wire.ts';

/** Unless they are excluded from recording. */
const isAlways = () => true;

/** Handles every request, for APIs that pages of other origins may use. The first API rejects unknown paths. */
export function createApiRoutes(pipeline: Pipeline): RouteGroup {
  const handle = (request: WireRequest) => handleRequest(request, pipeline);
  return {
    cors: isAlways,
    matches: () => true,
    recordsItself: (request) => !isPreflight(request),
    notifiesObservers: true,
    isTraced: true,
    checksConsistencyItself: true,
    handle,
  };
}

/**
 * Handles paths of APIs that pages of other origins may not use, with precedence over other APIs.
 *
 * @param isTrusted - whether pages of this origin may use them all the same
 */
export function createPrivateApiRoutes(pipeline: Pipeline, isTrusted: (origin: string) => boolean): RouteGroup {
  const [first, ...others] = pipeline.apis.filter(({ api }) => api.cors === false);
  if (!first)
    return {
      matches: () => false,
      recordsItself: isAlways,
      notifiesObservers: true,
      checksConsistencyItself: true,
      handle: (request) => handleRequest(request, pipeline),
    };
  const apis = [first, ...others] as const;
  return {
    recordsItself: isAlways,
    notifiesObservers: true,
    checksConsistencyItself: true,
    matches: (_, path) => apis.some(({ document }) => document.hasPath(path)),
    cors: isTrusted,
    handle: (request) => handleRequest(request, { ...pipeline, apis }),
  };
}
