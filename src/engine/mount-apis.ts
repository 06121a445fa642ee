// The apis as parts of a stand-in.

import { answer, type Pipeline } from './answer.ts';
import type { Mount } from './mount.ts';
import { sharedAt } from './shared-headers.ts';
import type { WireRequest } from './wire.ts';

/** As far as their exchanges are to be remembered at all. */
const always = () => true;

/** Takes every request, for apis that pages of other origins may ask. What belongs to no api is refused by the first one. */
export function mountApis(pipeline: Pipeline): Mount {
  const { apis } = pipeline;
  const answering = (request: WireRequest) => answer(request, pipeline);
  return { cors: (path) => sharedAt(path, apis), owns: () => true, records: always, answer: answering };
}

/** Takes requests for paths of apis that pages of other origins may not ask: whatever other apis have there, it is theirs. */
export function mountPrivateApis(pipeline: Pipeline): Mount {
  const [first, ...others] = pipeline.apis.filter(({ api }) => api.cors === false);
  if (!first) return { owns: () => false, records: always, answer: (request) => answer(request, pipeline) };
  const apis = [first, ...others] as const;
  return {
    records: always,
    owns: (_, path) => apis.some(({ document }) => document.hasPath(path)),
    answer: (request) => answer(request, { ...pipeline, apis }),
  };
}
