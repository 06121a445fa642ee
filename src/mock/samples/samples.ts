// Responders without stored data: examples and samples of the document.

import type { Document, Operation } from '../../openapi/document.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { LRUCache } from '../../schema/lru-cache.ts';
import type { Result } from '../../schema/result.ts';
import type { AnyApi } from '../../server/pipeline/api/api.ts';
import type { BodyTools } from '../../server/pipeline/body-tools.ts';
import { ApiError, codeOfStatus } from '../../server/pipeline/errors/api-error.ts';
import type { WebhookSender } from '../../server/pipeline/handler-call.ts';
import type { HandlerResponse } from '../../server/pipeline/handler-response.ts';
import type { OperationRequest, Responder } from '../../server/pipeline/responder.ts';
import { createSampler, type Sampler } from './generate/sampler.ts';
import {
  alwaysFails,
  exampleReply,
  firstExample,
  type ResponseSourceTools,
  randomForRequest,
  sampleReply,
} from './generate-response.ts';
import { createCallbacks } from './outgoing/callbacks.ts';
import type { Outbox } from './outgoing/outbox.ts';
import { createWebhookSender } from './outgoing/webhooks.ts';
import { createPrefer } from './prefer.ts';

export interface SamplesSettings {
  /** With the same seed, the same requests have the same responses. */
  readonly seed: string;
  /** The language of names and words, as faker names its locales. Default `en`. */
  readonly locale?: string | undefined;
  /** Whether the query may contain preferences, such as `__code=404`, beside `Prefer`. Default false. */
  readonly preferInQuery?: boolean | undefined;
  /** Sends callbacks and webhooks. */
  readonly outbox: Outbox;
  /** Writes bodies, and parses examples. */
  readonly bodies: BodyTools;
  /** Receives errors of callbacks. Default: ignored. */
  onError?(thrown: unknown): void;
}

export interface Samples {
  /** Sends callbacks after a response; must precede all other responders. */
  readonly callbacks: Responder;
  /** Responds by preferences; must precede the responders with responses. */
  readonly prefer: Responder;
  /** Replies with examples of the document, in apis that are inferred. */
  readonly example: Responder;
  /** Replies with samples. @throws ApiError `unimplemented` if none can be made */
  readonly sample: Responder;
  /** Sends the webhooks of handlers. */
  readonly sendWebhook: WebhookSender;
  /** The sample generator of an API, loaded on first use. */
  samplerOf(api: AnyApi): Promise<Sampler>;
  /** The tools for the response to a request. */
  sourceOf(
    request: Pick<OperationRequest, 'api' | 'operation' | 'parts' | 'headers' | 'seed' | 'base'>,
  ): Promise<ResponseSourceTools>;
  /** Why an operation has neither an example nor a sample; undefined when it has one. */
  cannotSample(api: AnyApi, operation: Operation): Promise<string | undefined>;
}

/** How many samples are remembered. Most have about 400 values, and none more than 10,000. */
const MOST_KNOWN = 50;

/** @param documents - of the APIs */
export function createSamples(
  documents: ReadonlyMap<AnyApi, Document>,
  { seed, locale = 'en', preferInQuery = false, outbox, bodies, onError = () => undefined }: SamplesSettings,
): Samples {
  const samplers = new Map<AnyApi, Promise<Sampler>>();
  const documentOf = (api: AnyApi): Document => {
    const document = documents.get(api);
    if (!document) throw new Error(`no document for API ${api.name}`);
    return document;
  };
  const samplerOf = (api: AnyApi): Promise<Sampler> => {
    const sampler = samplers.get(api) ?? createSampler(documentOf(api), { locale });
    samplers.set(api, sampler);
    return sampler;
  };
  const known = new LRUCache<string, Result<HandlerResponse>>({ max: MOST_KNOWN });
  const sourceOf: Samples['sourceOf'] = async ({ api, operation, parts, seed, base, headers: { accept } }) => {
    const draw = randomForRequest(seed, operation, parts);
    const { body, ...others } = parts;
    const key = stringifyJson([api.name, operation.id, seed, base, accept, others]);
    const remembered = (choice: string, make: () => Result<HandlerResponse>): Result<HandlerResponse> => {
      const made = known.get(choice + key) ?? make();
      known.set(choice + key, made);
      return made;
    };
    const document = documentOf(api);
    const source = {
      operation,
      parts,
      accept,
      sampler: await samplerOf(api),
      draw,
      bodies,
      base: base + document.base,
      isReadable: (path: string) => 'operation' in (document.match('GET', document.base + path) ?? {}),
    };
    return body === undefined ? { ...source, remembered } : source;
  };
  const outgoing = { outbox, bodies, sourceOf, onError };
  return {
    callbacks: createCallbacks(outgoing),
    sendWebhook: createWebhookSender(outgoing),
    prefer: createPrefer({ inQuery: preferInQuery, sourceOf }),
    samplerOf,
    sourceOf,
    async example(request) {
      return request.api.infer ? exampleReply(await sourceOf(request)) : undefined;
    },
    async sample(request) {
      if (!request.api.infer) return undefined;
      const source = await sourceOf(request);
      const failure = alwaysFails(request.operation);
      if (failure)
        return (
          (await firstExample(source, failure.response, failure.status)) ?? rejectAlways(request.operation, failure)
        );
      const made = sampleReply(source);
      if (made.ok) return made.value;
      throw noResponseError(request.operation, made.reason);
    },
    async cannotSample(api, operation) {
      const source = await sourceOf({ api, operation, parts: NOTHING, headers: {}, seed, base: '' });
      return (await exampleReply(source)) ? undefined : sampleReply(source).reason;
    },
  };
}

const NOTHING = { path: {}, query: {}, header: {}, cookie: {}, body: undefined };

/** @throws ApiError with the status of the only documented responses */
function rejectAlways({ id }: Operation, { status }: { readonly status: number }): never {
  throw new ApiError(codeOfStatus(status), `the document has no successful response for ${id}`, {
    status,
  });
}

function noResponseError({ id }: Operation, reason: string): ApiError {
  const advice = `no response of ${id} can be generated: ${reason}; add a handler ${id} or an example to the document`;
  return new ApiError('unimplemented', `no response of ${id} can be generated`, { advice });
}
