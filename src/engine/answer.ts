// The life of a request, from the bytes that came to the bytes that go. The order of the steps is written here and nowhere else.

import type { AnyHandler, AnyStore } from './api.ts';
import type { Operation, RequestParts } from './document.ts';
import { Failure } from './failure.ts';
import { type Finding, isUnreadable } from './finding.ts';
import type { ServedApi } from './load-api.ts';
import { chooseCodec, inputOf, readBody, readParts } from './read-request.ts';
import { refuseInput } from './refusal.ts';
import type { Sandbox } from './sandbox.ts';
import { type Sandboxes, sandboxNamed } from './sandboxes.ts';
import { pathOf, type WireRequest, type WireResponse } from './wire.ts';
import { type Manner, writeFailure, writeOutput } from './write-response.ts';

/** What requests are answered with. */
export interface Stage {
  /** Asked in turn whose document knows the path; the first one answers when none does. */
  readonly apis: readonly [ServedApi, ...ServedApi[]];
  readonly sandboxes: Sandboxes;
  /** Told of what was thrown and is nobody's refusal: a mistake in a handler or in us. */
  onError(thrown: unknown): void;
}

/** What is known of an exchange so far: how to answer it, and what is to be said about it. */
interface Trace {
  /** The world that is asked; `main` remembers what is asked of none. */
  sandbox: Sandbox;
  at: Date;
  manner: Manner;
  findings: readonly Finding[];
  warnings: readonly string[];
}

/** Answers a request. Never throws: whatever goes wrong becomes an answer of the api. */
export async function answer(request: WireRequest, { apis, sandboxes, onError }: Stage): Promise<WireResponse> {
  const { main } = sandboxes;
  const manner = { served: apis[0], codec: apis[0].codecs[0] };
  const trace: Trace = { sandbox: main, at: main.now(), manner, findings: [], warnings: [] };
  try {
    const sandbox = sandboxes.open(sandboxNamed(request.headers));
    const at = sandbox.now();
    trace.sandbox = sandbox;
    trace.at = at;
    const { served, match } = findOperation(request, apis, trace);
    const { operation } = match;
    const codec = chooseCodec(request, served, operation);
    trace.manner = { served, operation, codec };
    const { value, unknownFields } = readBody(request, codec, operation);
    trace.warnings = unknownFields.map((pointer) => `the field ${pointer} is not in the document and was ignored`);
    const parts = readParts(request, match, value);
    trace.findings = operation.checkInput(parts);
    refuse(trace.findings.filter(isUnreadable), served, operation);
    const store = storeOf(sandbox, served);
    const principal = await authenticate(request, served, operation, parts, store, at);
    refuse(trace.findings, served, operation);
    const call = { input: inputOf(parts), principal, store, now: at, newId: () => sandbox.newId() };
    const output = await handlerOf(served, operation)(call);
    return record(request, writeOutput(output, { served, operation, codec }), trace);
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (failure.code === 'internal') onError(failure.cause ?? failure);
    return record(request, writeFailure(failure, trace.manner, onError), trace);
  }
}

/** Lets the journal remember an exchange, and gives the response back. */
function record(
  request: WireRequest,
  { response, findings }: { readonly response: WireResponse; readonly findings: readonly Finding[] },
  { sandbox, at, manner, warnings, findings: before }: Trace,
): WireResponse {
  if (manner.served.api.recorded === false) return response;
  const all = [...before, ...findings];
  sandbox.journal.record({ at, request, response, operation: manner.operation?.id, findings: all, warnings });
  return response;
}

function findOperation({ method, target }: WireRequest, apis: Stage['apis'], trace: Trace) {
  const path = pathOf(target);
  for (const served of apis) {
    const [codec] = served.codecs;
    // If the path has other methods only, it is this api that refuses.
    trace.manner = { served, codec };
    const match = served.document.match(method, path);
    if (!match) continue;
    trace.manner = { served, codec, operation: match.operation };
    return { served, match };
  }
  const [served] = apis;
  trace.manner = { served, codec: served.codecs[0] };
  throw new Failure('not_found', 'Not Found');
}

function refuse(findings: readonly Finding[], { api }: ServedApi, operation: Operation): void {
  const [first, ...rest] = findings;
  if (first) throw api.refuseInput?.(operation, [first, ...rest]) ?? refuseInput([first, ...rest]);
}

function storeOf({ name, stores }: Sandbox, { api }: ServedApi): AnyStore {
  const store = stores.get(api.name);
  if (!store) throw new Error(`the sandbox ${name} has no store for the api ${api.name}`);
  return store;
}

function authenticate(
  { headers, local, secure = false }: WireRequest,
  { api }: ServedApi,
  operation: Operation,
  { path }: RequestParts,
  store: AnyStore,
  now: Date,
): unknown {
  if (!operation.secured) return undefined;
  if (!api.authenticate) throw new Failure('unauthenticated', `The api ${api.name} does not tell how to know a caller`);
  return api.authenticate({ operation, headers, local, secure, path, store, now });
}

/** `loadApi` has made sure that every operation has a handler. */
function handlerOf({ api }: ServedApi, { id }: Operation): AnyHandler {
  const handler = Object.hasOwn(api.handlers, id) ? api.handlers[id] : undefined;
  if (!handler) throw new Error(`${id} has no handler`);
  return handler;
}
