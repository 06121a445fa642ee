// Describes an API for the start page: its title, responders and first steps.

import type { FirstStepsSettings } from '../mock/resources/first-steps.ts';
import type { SamplesSettings } from '../mock/samples/samples.ts';
import type { Introducible } from '../server/pages/overview/introductions.ts';
import type { AnyStore } from '../server/pipeline/api/api.ts';
import type { ReadyApi } from './load-apis.ts';

/** Describes an API for its introduction: an inferred one by its document, unless it does so itself. */
export async function describeApi(
  { api, document, inferred, credentials }: ReadyApi,
  store: AnyStore | undefined,
  hasLogin: boolean,
  { locale = 'en' }: SamplesSettings,
): Promise<Introducible> {
  const { bundled } = document.source;
  const introduced = { api, title: bundled.info.title, services: document.serviceNames, store, credentials };
  if (!inferred) return { ...introduced, responders: undefined };
  const { createFirstSteps } = await import('../mock/resources/first-steps.ts');
  const { createSampler } = await import('../mock/samples/generate/sampler.ts');
  const { countWebhooks } = await import('../mock/samples/outgoing/described-request.ts');
  const sampler = await createSampler(document, { locale });
  const ids = [...document.operations.keys()];
  const kindOf = (id: string) => {
    if (Object.hasOwn(api.handlers ?? {}, id)) return 'handler';
    return inferred.resources.action(id) ? 'stateful' : 'static';
  };
  const kinds = ids.map(kindOf);
  const count = (kind: ReturnType<typeof kindOf>) => kinds.filter((one) => one === kind).length;
  return {
    ...introduced,
    responders: {
      operations: ids.length,
      handlers: count('handler'),
      resources: count('stateful'),
      webhooks: countWebhooks(document.references),
    },
    kindOf,
    introduce: ({ collections: all }) => {
      const collections = all as FirstStepsSettings['collections'];
      const [user] = hasLogin ? (api.login?.users(all) ?? []) : [];
      const access = { tokenOf: user?.loginName, hasOwnCheck: api.authenticate !== undefined };
      return createFirstSteps(inferred, { sampler, collections, credentials, ...access });
    },
  };
}
