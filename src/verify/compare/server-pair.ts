// Sends each request to two servers, compares, and returns the first response.

import { getInputValue } from '../../mock/resources/list/list-input.ts';
import { getListRule } from '../../mock/resources/list/list-rule.ts';
import { createReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import type { ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { isJson, parseMediaType } from '../../openapi/media-type.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import type { SandboxHeaders, TestSandboxes } from '../cases/sandboxes.ts';
import type { CompletedRequest } from '../created/created-items.ts';
import type { Credentials } from '../credentials.ts';
import { createOutageWatch, isRejecting, type Outage } from '../outage.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { decodeResponseBody } from '../responses/decode-response-body.ts';
import type { NoResponse, ReceivedResponse, Target } from '../target.ts';
import { type ComparedResponse, compareResponses } from './compare-responses.ts';
import type { ComparisonResults } from './comparison-results.ts';
import { IdPairing } from './id-pairing.ts';
import { SentValues } from './sent-values.ts';
import { translateRequest, withCredentials } from './translate-request.ts';

/** One of two servers. */
export interface ServerSide {
  readonly target: Target;
  readonly worlds: TestSandboxes;
  readonly credentials: Credentials;
}

/** Decides which requests the second server gets. */
export interface WriteGuard {
  /** Whether a request may not be sent. */
  objects(operation: Operation, call: SerializedRequest): boolean;
  /** Learns from a response. */
  observe(operation: Operation, answered: CompletedRequest): void;
}

export interface ServerPairSettings {
  readonly document: Document;
  readonly resources: Resources;
  readonly sides: readonly [first: ServerSide, second: ServerSide];
  readonly gathering: ComparisonResults;
  /** Whether both hold other records. */
  readonly otherData: boolean;
  /** Of a shared second server. The run checks requests for the first one. */
  readonly guard?: WriteGuard | undefined;
  /** The one sandbox of each side for all requests, unless both have separate ones. */
  readonly shared?: readonly [first: SandboxHeaders, second: SandboxHeaders];
}

/** Both servers as one. */
export interface ServerPair extends Pick<ServerSide, 'target' | 'worlds'> {
  /** The second server rejects all requests, and the first one does not. The run detects outages of the first one. */
  readonly outage: Outage | undefined;
  /** Aborts when `outage` is known. */
  readonly signal: AbortSignal;
}

/** A sandbox on either side. */
interface TwinWorld {
  readonly worlds: readonly [first: SandboxHeaders, second: SandboxHeaders];
  readonly pairing: IdPairing;
  readonly sent: SentValues;
  /** Whether anything may have been changed in it. */
  isChanged: boolean;
}

/** The internal header that names a sandbox of both; it is never sent. */
const NAME = 'x-understudy-parity';

export function createServerPair(settings: ServerPairSettings): ServerPair {
  const { document, resources, gathering, otherData, sides, shared, guard } = settings;
  const [first, second] = sides;
  const referredTo = createReferenceResolver(resources);
  const { references } = document;
  const origins = [new URL(first.target.url).origin, new URL(second.target.url).origin] as const;
  /** Pairs of items that existed before. */
  const base = new IdPairing();
  const outside: TwinWorld = { worlds: shared ?? [{}, {}], pairing: base, sent: new SentValues(), isChanged: false };
  const worlds = new Map<string, TwinWorld>();
  let number = 0;
  const ending = new AbortController();
  const outages = createOutageWatch(
    ({ operation, request: call }) => {
      const again = (world: SandboxHeaders) =>
        guard?.objects(operation, call) ? Promise.resolve(NOT_MADE) : askSecond(operation, call, world);
      return shared ? again(shared[1]) : second.worlds.withSandbox(again);
    },
    () => ending.abort(),
  );

  async function askSecond(
    operation: Operation,
    call: SerializedRequest,
    headers: SandboxHeaders,
    signal?: AbortSignal,
  ): Promise<ComparedResponse> {
    const answer = await toldIn(operation, await second.target.send(call, headers, signal));
    if (!('reason' in answer)) guard?.observe(operation, { request: call, response: answer, decoded: answer.read });
    return answer;
  }

  async function ask(
    call: SerializedRequest,
    headers: SandboxHeaders = {},
    signal?: AbortSignal,
  ): Promise<ReceivedResponse | NoResponse> {
    const { [NAME]: name = '', ...rest } = headers;
    const world = worlds.get(name) ?? outside;
    const [path = '', query = ''] = call.target.split('?', 2);
    const found = operationAt(document, call.method, path, { query, headers: call.rawParameters.headers });
    if (!found) return first.target.send(call, { ...rest, ...world.worlds[0] }, signal);
    const { operation, isItself } = found;
    const role = isItself ? resources.action(operation.id) : undefined;
    const pairing = world.isChanged ? world.pairing : base;
    const language = { pairing: world.pairing, referredTo, role };
    const other = withCredentials(
      translateRequest(call, operation, document.base, language),
      operation,
      first.credentials,
      second.credentials,
    );
    if (guard?.objects(operation, other)) return NOT_MADE;
    if (!SAFE_METHODS.has(call.method) && role?.kind !== 'search') world.isChanged = true;
    const parts = isItself ? partsOf(operation, call) : undefined;
    if (!SAFE_METHODS.has(call.method)) world.sent.add('', parts?.body);
    const answers = await Promise.all([
      first.target.send(call, { ...rest, ...world.worlds[0] }, signal),
      askSecond(operation, other, { ...rest, ...world.worlds[1] }, signal),
    ]);
    // Cancelled requests show nothing.
    if (answers.some((answer) => 'isAborted' in answer && answer.isAborted)) return answers[0];
    const told = [await toldIn(operation, answers[0]), answers[1]] as const;
    const isSorted = role !== undefined && parts !== undefined && asksForOrder(role, parts);
    const comparing = {
      references,
      pairing: world.isChanged ? world.pairing : pairing,
      referredTo,
      sent: world.sent,
      isSorted,
      otherData,
      origins,
    };
    gathering.add(
      operation,
      { calls: [call, other], answers: told },
      compareResponses(operation, role, ...told, comparing),
    );
    if (!isRejecting(answers[0])) await outages.observe({ operation, request: other }, answers[1]);
    return answers[0];
  }

  return {
    get outage() {
      return outages.outage && { ...outages.outage, server: 'candidate' as const };
    },
    signal: ending.signal,
    target: { url: first.target.url, headers: first.target.headers, send: ask, close: () => undefined },
    worlds: {
      areIsolated: !shared,
      withSandbox: (work) =>
        shared
          ? work({})
          : first.worlds.withSandbox((one) =>
              second.worlds.withSandbox(async (other) => {
                number += 1;
                const name = String(number);
                worlds.set(name, {
                  worlds: [one, other],
                  pairing: base.fork(),
                  sent: new SentValues(),
                  isChanged: false,
                });
                try {
                  return await work({ [NAME]: name });
                } finally {
                  worlds.delete(name);
                }
              }),
            ),
    },
  };
}

/** For a request that the write rule forbids for the second server only. */
const NOT_MADE: NoResponse = {
  status: 0,
  reason: 'it would change data that the run did not create on the candidate',
  isAborted: true,
};

/** The operation of a request, or else the first of its path. */
function operationAt(
  document: Document,
  method: string,
  path: string,
  told: Parameters<Document['match']>[2],
): { readonly operation: Operation; readonly isItself: boolean } | undefined {
  const match = document.match(method, path, told);
  if (match && 'operation' in match) return { operation: match.operation, isItself: true };
  const [operation] = document.operationsAt(path);
  return operation && { operation, isItself: false };
}

async function toldIn(operation: Operation, answer: ReceivedResponse | NoResponse): Promise<ComparedResponse> {
  return 'reason' in answer ? answer : { ...answer, read: await decodeResponseBody(operation, answer) };
}

/** The input of a request, as far as it can be read. */
function partsOf(operation: Operation, { rawParameters: sent, headers, body }: SerializedRequest) {
  const { values } = operation.parameterReader.read(sent);
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const media = parseMediaType(type);
  return { ...values, body: media && isJson(media) ? jsonIn(body) : undefined };
}

/** Whether a request sorts the list. */
function asksForOrder(role: ResourceAction, parts: NonNullable<ReturnType<typeof partsOf>>): boolean {
  if (role.kind !== 'list' && role.kind !== 'search') return false;
  const { by, direction } = getListRule(role).sorting;
  return [by, direction].some((input) => input !== undefined && getInputValue(input, parts) !== undefined);
}
