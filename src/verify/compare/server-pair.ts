// Sends each request to two servers, compares, and returns the first response.

import { createReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import type { Resources } from '../../mock/resources/resource.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import { once } from '../../schema/once.ts';
import type { SandboxHeaders, TestSandboxes } from '../cases/sandboxes.ts';
import type { RequestResult } from '../created/created-items.ts';
import type { CredentialsByScheme } from '../credentials.ts';
import { createOutageWatch, isRejecting, type Outage } from '../outage.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import type { NoResponse, ReceivedResponse, Target } from '../target.ts';
import { type ComparedResponse, compareServerResponses } from './compare-responses.ts';
import type { ComparisonResults } from './comparison-results.ts';
import { IdPairing } from './id-pairing.ts';
import { decodeResponse, findCreatedOnFirst, findOperation, parseInput, sortsList } from './read-exchange.ts';
import { SentValues } from './sent-values.ts';
import { lendIds, replaceCredentials, translateRequest } from './translate-request.ts';

/** One of two servers. */
export interface ServerSide {
  readonly target: Target;
  readonly sandboxes: TestSandboxes;
  readonly credentials: CredentialsByScheme;
}

/** Decides which requests the second server gets. */
export interface WriteGuard {
  /** Whether a request may not be sent. */
  denies(operation: Operation, request: SerializedRequest): boolean;
  /** Learns from a response. */
  observe(operation: Operation, response: RequestResult): void;
}

interface ServerPairSettings {
  readonly document: Document;
  readonly resources: Resources;
  readonly sides: readonly [first: ServerSide, second: ServerSide];
  readonly results: ComparisonResults;
  /** Whether both hold other records. */
  readonly hasOtherData: boolean;
  /** Whether the texts of error responses must be equal. Default false. */
  readonly comparesErrorTexts?: boolean;
  /** Whether the second server is a mock of the document. Default false. */
  readonly isMock?: boolean;
  /** Of a shared second server. The run checks requests for the first one. */
  readonly guard?: WriteGuard | undefined;
  /** The one sandbox of each side for all requests, unless both have separate ones. */
  readonly shared?: readonly [first: SandboxHeaders, second: SandboxHeaders];
}

/** Both servers as one. */
export interface ServerPair extends Pick<ServerSide, 'target' | 'sandboxes'> {
  /** The second server rejects all requests, and the first one does not. The run detects outages of the first one. */
  readonly outage: Outage | undefined;
  /** Aborts when `outage` is known. */
  readonly signal: AbortSignal;
}

/** A sandbox on either side. */
interface SandboxPair {
  readonly headers: readonly [first: SandboxHeaders, second: SandboxHeaders];
  readonly pairing: IdPairing;
  readonly sentValues: SentValues;
  /** Ids of items that only the first server has created. */
  readonly onFirstOnly: Set<string>;
  /** Whether anything may have been changed in it. */
  isChanged: boolean;
}

/** The internal header that names a sandbox of both; it is never sent. */
const NAME = 'x-understudy-parity';

export function createServerPair(settings: ServerPairSettings): ServerPair {
  const {
    document,
    resources,
    results,
    hasOtherData,
    comparesErrorTexts = false,
    isMock = false,
    sides,
    shared,
    guard,
  } = settings;
  const [first, second] = sides;
  const resolveReference = createReferenceResolver(resources);
  const { references } = document;
  const origins = [new URL(first.target.url).origin, new URL(second.target.url).origin] as const;
  /** Pairs of items that existed before. */
  const base = new IdPairing();
  const outside: SandboxPair = {
    headers: shared ?? [{}, {}],
    pairing: base,
    sentValues: new SentValues(),
    onFirstOnly: new Set(),
    isChanged: false,
  };
  const sandboxes = new Map<string, SandboxPair>();
  let number = 0;
  const ending = new AbortController();
  const outages = createOutageWatch(
    ({ operation, request }) => {
      const again = (sandbox: SandboxHeaders) =>
        guard?.denies(operation, request) ? Promise.resolve(DENIED) : sendToSecond(operation, request, sandbox);
      return shared ? again(shared[1]) : second.sandboxes.withSandbox(again);
    },
    () => ending.abort(),
  );

  async function sendToSecond(
    operation: Operation,
    request: SerializedRequest,
    headers: SandboxHeaders,
    signal?: AbortSignal,
  ): Promise<ComparedResponse> {
    const response = await decodeResponse(operation, await second.target.send(request, headers, signal));
    if (!('reason' in response)) guard?.observe(operation, { request, response, decoded: response.decoded });
    return response;
  }

  async function send(
    request: SerializedRequest,
    headers: SandboxHeaders = {},
    signal?: AbortSignal,
  ): Promise<ReceivedResponse | NoResponse> {
    const { [NAME]: name = '', ...rest } = headers;
    const sandbox = sandboxes.get(name) ?? outside;
    const [path = '', query = ''] = request.target.split('?', 2);
    const found = findOperation(document, request.method, path, { query, headers: request.rawParameters.headers });
    if (!found) return first.target.send(request, { ...rest, ...sandbox.headers[0] }, signal);
    const { operation, isItself } = found;
    const action = isItself ? resources.action(operation.id) : undefined;
    const pairing = sandbox.isChanged ? sandbox.pairing : base;
    const translation = { pairing: sandbox.pairing, resolveReference, action };
    const parts = isItself ? parseInput(operation, request) : undefined;
    const sendToFirst = once(() => first.target.send(request, { ...rest, ...sandbox.headers[0] }, signal));
    const lend = isMock ? lendIds(parts?.body, translation) : undefined;
    // A reference that accepts unknown ids is asked first; one that rejects them must agree with the mock.
    if (lend && isAccepted(await sendToFirst())) lend();
    const other = replaceCredentials(
      translateRequest(request, operation, document.base, translation),
      operation,
      first.credentials,
      second.credentials,
    );
    if (guard?.denies(operation, other)) return DENIED;
    if (!SAFE_METHODS.has(request.method) && action?.kind !== 'search') sandbox.isChanged = true;
    if (!SAFE_METHODS.has(request.method)) sandbox.sentValues.add('', parts?.body);
    const responses = await Promise.all([
      sendToFirst(),
      sendToSecond(operation, other, { ...rest, ...sandbox.headers[1] }, signal),
    ]);
    // Cancelled requests show nothing.
    if (responses.some((response) => 'isAborted' in response && response.isAborted)) return responses[0];
    const decodedResponses = [await decodeResponse(operation, responses[0]), responses[1]] as const;
    const context = {
      references,
      pairing: sandbox.isChanged ? sandbox.pairing : pairing,
      resolveReference,
      sentValues: sandbox.sentValues,
      isSorted: action !== undefined && parts !== undefined && sortsList(action, parts),
      hasOtherData,
      comparesErrorTexts,
      isMock,
      origins,
    };
    // That the second server did not create an item is reported once, and not with each request about it.
    const names = path.split('/').map(decodeOrKeep);
    if (names.some((name) => sandbox.onFirstOnly.has(name))) results.skip(operation);
    else
      results.add(
        operation,
        { requests: [request, other], responses: decodedResponses },
        compareServerResponses(operation, action, ...decodedResponses, context),
      );
    const created = findCreatedOnFirst(action, ...decodedResponses);
    if (created !== undefined) sandbox.onFirstOnly.add(created);
    if (!isRejecting(responses[0])) await outages.observe({ operation, request: other }, responses[1]);
    return responses[0];
  }

  return {
    get outage() {
      return outages.outage && { ...outages.outage, server: 'candidate' as const };
    },
    signal: ending.signal,
    target: { url: first.target.url, headers: first.target.headers, send, close: () => undefined },
    sandboxes: {
      areIsolated: !shared,
      withSandbox: (work) =>
        shared
          ? work({})
          : first.sandboxes.withSandbox((one) =>
              second.sandboxes.withSandbox(async (other) => {
                number += 1;
                const name = String(number);
                sandboxes.set(name, {
                  headers: [one, other],
                  pairing: base.fork(),
                  sentValues: new SentValues(),
                  onFirstOnly: new Set(),
                  isChanged: false,
                });
                try {
                  return await work({ [NAME]: name });
                } finally {
                  sandboxes.delete(name);
                }
              }),
            ),
    },
  };
}

function isAccepted(response: ReceivedResponse | NoResponse): boolean {
  return !('reason' in response) && response.status < 400;
}

/** For a request that the write rule forbids for the second server only. */
const DENIED: NoResponse = {
  status: 0,
  reason: 'it would change data that the run did not create on the candidate',
  isAborted: true,
};
