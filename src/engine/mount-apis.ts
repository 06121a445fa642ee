// The apis as parts of a stand-in.

import { answer, type Pipeline } from './answer.ts';
import { answerPreflight, withCors } from './cors.ts';
import type { Mount } from './mount.ts';
import { sharedAt } from './shared-headers.ts';
import { pathOf, type WireRequest } from './wire.ts';

/** As far as their exchanges are to be remembered at all. */
const always = () => true;

/** Takes every request, for apis that pages of other origins may ask. What belongs to no api is refused by the first one. */
export function mountApis(pipeline: Pipeline): Mount {
  const open = pipeline.apis.filter(({ api }) => api.cors !== false);
  const answering = (request: WireRequest) => answer(request, pipeline);
  return {
    cors: (path) => sharedAt(path, open),
    owns: () => true,
    records: always,
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
    async answer(request) {
      const { origin } = request.headers;
      const asked = () => answer(request, { ...pipeline, apis });
      if (origin === undefined || !isTrusted(origin)) return asked();
      const shared = sharedAt(pathOf(request.target), apis);
      return answerPreflight(request, shared) ?? withCors(request, await asked(), shared);
    },
  };
}
