// Responses from examples and schemas of a document in a test, without handlers.

import { createOutbox } from '../../src/mock/samples/outgoing/outbox.ts';
import { createSamples } from '../../src/mock/samples/samples.ts';
import { createDocument } from '../../src/openapi/document.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { createBodies } from '../../src/server/codec/body-tools.ts';
import { limitsOf } from '../../src/server/codec/codecs.ts';
import type { AnyApi, AnyStore } from '../../src/server/pipeline/api/api.ts';
import { createFaultPlans } from '../../src/server/pipeline/faults/fault-plans.ts';
import type { HandlerResponse } from '../../src/server/pipeline/handler-response.ts';
import { runResponders } from '../../src/server/pipeline/responder.ts';
import { documentSource } from './document-source.ts';

/** The request: by default a GET without a body. */
export interface TestRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal;
}

const NEVER = new AbortController().signal;

/** Sends a request to a document. The response is validated against it. */
export function responsesOf(document: object, { seed = 'main' } = {}) {
  const read = createDocument(documentSource(document as DocumentObject));
  const api: AnyApi = { name: 'own', document: 'own.yaml', infer: true };
  const samples = createSamples(new Map([[api, read]]), {
    seed,
    outbox: createOutbox(),
    bodies: createBodies(limitsOf(2 ** 20)),
  });
  const send = async (
    target: string,
    { method = 'GET', body, headers = {}, signal = NEVER }: TestRequest = {},
  ): Promise<HandlerResponse> => {
    const [path = '', query = ''] = target.split('?');
    const match = read.match(method, path);
    if (!match || 'allowed' in match) throw new Error(`there is no ${method} ${path}`);
    const { operation } = match;
    const { values } = operation.parameterReader.read({ path: match.path, query, headers });
    operation.parameterReader.applyDefaults(values, { path: match.path });
    const request = {
      api,
      operation,
      input: {},
      parts: { ...values, body },
      headers,
      caller: undefined,
      store: undefined as unknown as AnyStore,
      handlerStore: undefined as unknown as AnyStore,
      followed: undefined as never,
      now: new Date('2026-02-02T00:00:00Z'),
      trace: undefined,
      newId: () => 'id',
      seed,
      faults: createFaultPlans(seed),
      idempotencyKeys: undefined,
      deadline: { signal, within: async (work: () => unknown) => work() as never },
      url: () => `http://localhost${target}`,
      base: '',
      crossSiteOrigin: () => undefined,
      isLocal: () => true,
      isExact: () => true,
      recordFault: () => undefined,
      warn: () => undefined,
      onSuccess: () => undefined,
      record: () => undefined,
      undoChanges: async () => undefined,
      undoAllChanges: async () => undefined,
      findBodyViolations: async () => [],
    };
    return runResponders(request, [samples.prefer, samples.example, samples.sample]);
  };
  const cannot = (id: string) => {
    const operation = read.operations.get(id);
    return operation ? samples.cannotSample(api, operation) : Promise.resolve('no such operation');
  };
  return { send, cannot };
}
