// The apis as parts of a stand-in.

import { answer, type Pipeline } from './answer.ts';
import type { Mount } from './mount.ts';
import { sharedAt } from './shared-headers.ts';

/** Takes every request, for apis that pages of other origins may ask. What belongs to no api is refused by the first one. */
export function mountApis(pipeline: Pipeline): Mount {
  const { apis } = pipeline;
  return { cors: (path) => sharedAt(path, apis), owns: () => true, answer: (request) => answer(request, pipeline) };
}

/** Takes requests for paths of apis that pages of other origins may not ask. */
export function mountPrivateApis(pipeline: Pipeline): Mount {
  const documents = pipeline.apis.filter(({ api }) => api.cors === false).map(({ document }) => document);
  return {
    owns: (_, path) => documents.some((document) => document.hasPath(path)),
    answer: (request) => answer(request, pipeline),
  };
}
