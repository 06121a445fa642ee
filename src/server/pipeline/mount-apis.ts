// The route groups of the APIs.

import { answer, type Pipeline } from './answer.ts';
import { isPreflight } from './cors/cors.ts';
import type { Mount } from './mount.ts';
import type { WireRequest } from './wire.ts';

/** Unless they are excluded from recording. */
const isAlways = () => true;

/** Handles every request, for APIs that pages of other origins may use. The first API rejects unknown paths. */
export function mountApis(pipeline: Pipeline): Mount {
  const handle = (request: WireRequest) => answer(request, pipeline);
  return {
    cors: isAlways,
    owns: () => true,
    records: (request) => !isPreflight(request),
    tells: true,
    asksGate: true,
    answer: handle,
  };
}

/**
 * Handles paths of APIs that pages of other origins may not use, with precedence over other APIs.
 *
 * @param isTrusted - whether pages of this origin may use them all the same
 */
export function mountPrivateApis(pipeline: Pipeline, isTrusted: (origin: string) => boolean): Mount {
  const [first, ...others] = pipeline.apis.filter(({ api }) => api.cors === false);
  if (!first)
    return {
      owns: () => false,
      records: isAlways,
      tells: true,
      asksGate: true,
      answer: (request) => answer(request, pipeline),
    };
  const apis = [first, ...others] as const;
  return {
    records: isAlways,
    tells: true,
    asksGate: true,
    owns: (_, path) => apis.some(({ document }) => document.hasPath(path)),
    cors: isTrusted,
    answer: (request) => answer(request, { ...pipeline, apis }),
  };
}
