// The apis as parts of a stand-in.

import { answer, type Pipeline } from './answer.ts';
import { isPreflight } from './cors/cors.ts';
import type { Mount } from './mount.ts';
import type { WireRequest } from './wire.ts';

/** As far as their exchanges are to be remembered at all. */
const always = () => true;

/** Takes every request, for apis that pages of other origins may ask. What belongs to no api is refused by the first one. */
export function mountApis(pipeline: Pipeline): Mount {
  const answering = (request: WireRequest) => answer(request, pipeline);
  return {
    cors: always,
    owns: () => true,
    records: (request) => !isPreflight(request),
    tells: true,
    asksGate: true,
    answer: answering,
  };
}

/**
 * Takes requests for paths of apis that pages of other origins may not ask: whatever other apis have there, it is theirs.
 *
 * @param isTrusted - whether a page of this origin may ask them all the same, and read what they answer
 */
export function mountPrivateApis(pipeline: Pipeline, isTrusted: (origin: string) => boolean): Mount {
  const [first, ...others] = pipeline.apis.filter(({ api }) => api.cors === false);
  if (!first)
    return {
      owns: () => false,
      records: always,
      tells: true,
      asksGate: true,
      answer: (request) => answer(request, pipeline),
    };
  const apis = [first, ...others] as const;
  return {
    records: always,
    tells: true,
    asksGate: true,
    owns: (_, path) => apis.some(({ document }) => document.hasPath(path)),
    cors: isTrusted,
    answer: (request) => answer(request, { ...pipeline, apis }),
  };
}
