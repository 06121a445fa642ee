// The life of a request, from the bytes that came to the bytes that go. The order of the steps is written here and nowhere else.

import type { Operation } from '../openapi/document.ts';
import { type Finding, isUnreadable } from '../openapi/finding.ts';
import type { AnyHandler, AnyStore } from './api.ts';
import { HandlerCall } from './call.ts';
import { Failure } from './failure.ts';
import { refuseSandbox, refuseUntypedBody } from './foreign-page.ts';
import type { ServedApi } from './load-api.ts';
import type { IssuedToken } from './login.ts';
import { createPatience } from './patience.ts';
import { chooseCodec, inputOf, isGrpc, readInput, refusingCodec } from './read-request.ts';
import { refuseInput } from './refusal.ts';
import { MAIN, type Sandbox } from './sandbox.ts';
import { type Sandboxes, sandboxNamed, type Visit } from './sandboxes.ts';
import type { Turns } from './turns.ts';
import { pathOf, type WireRequest, type WireResponse } from './wire.ts';
import { type Manner, type Written, writeFailure, writeOutput } from './write-response.ts';

/** What requests are answered with. */
export interface Stage {
  /** Asked in turn whose document knows the path; the first one answers when none does. */
  readonly apis: readonly [ServedApi, ...ServedApi[]];
  readonly sandboxes: Sandboxes;
  readonly turns: Turns;
  /** What the issuer knows of a bearer token. */
  issued(token: string, sandbox: Sandbox): Promise<IssuedToken | undefined>;
  /** The page of another site that asks; undefined for everybody else. */
  foreignPage(request: WireRequest): string | undefined;
  /** Told of what is nobody's refusal: a mistake in a handler or in us. */
  onError(thrown: unknown): void;
}

/** What is known of an exchange so far: how to answer it, and what is to be said about it. */
interface Trace {
  /** In the world that is asked; in `main`, where what is asked of none is remembered. */
  visit: Visit;
  at: Date;
  manner: Manner;
  asked: unknown;
  findings: readonly Finding[];
  warnings: readonly string[];
  reason?: string;
}

/** Answers a request. Never throws: whatever goes wrong becomes an answer of the api. */
export async function answer(request: WireRequest, stage: Stage): Promise<WireResponse> {
  const { apis, sandboxes, issued, foreignPage, turns, onError } = stage;
  const visit = sandboxes.visit(MAIN);
  const at = visit.sandbox.now();
  const manner = refuser(request, apis);
  const trace: Trace = { visit, at, manner, asked: undefined, findings: [], warnings: [] };
  try {
    const visit = sandboxes.visit(sandboxNamed(request.headers), () => refuseSandbox(foreignPage(request)));
    const { sandbox } = visit;
    const at = sandbox.now();
    trace.visit = visit;
    trace.at = at;
    const { served, match } = findOperation(request, apis, trace);
    const { operation } = match;
    const codec = chooseCodec(request, served, match);
    const manner = { request, served, operation, codec };
    trace.manner = manner;
    const store = storeOf(sandbox, served);
    const know = (token: string) => issued(token, sandbox);
    const principal = await authenticate(request, served, operation, store, at, know);
    refuseUntypedBody(request, foreignPage);
    const { parts, findings, decoded } = await turns.take(request, () => readInput(request, match, codec));
    trace.asked = decoded.value;
    trace.warnings = decoded.warnings;
    trace.findings = findings;
    refuse(findings.filter(isUnreadable), served, operation, principal);
    if (operation.secured) await served.api.authorize?.({ operation, principal, path: parts.path, store, now: at });
    refuse(findings, served, operation, principal);
    const patience = createPatience(request, decoded.patience);
    const newId = () => sandbox.newId();
    const call = new HandlerCall({ input: inputOf(parts), principal, store, now: at, newId }, patience);
    const output = await patience.within(() => handlerOf(served, operation)(call));
    const written = await writeOutput(output, manner);
    visit.keep();
    return record(request, written, trace);
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (failure.isMistake) onError(failure.cause ?? failure);
    trace.reason = failure.reason;
    return record(request, await writeFailure(failure, trace.manner, onError), trace);
  } finally {
    trace.visit.leave();
  }
}

/** Lets the journal remember an exchange, and gives the response back. */
function record(request: WireRequest, written: Written, { visit, at, manner, asked, ...trace }: Trace): WireResponse {
  const { response, answered, code } = written;
  const { served, operation, codec } = manner;
  if (served.api.recorded === false) return response;
  const messages = codec.reads === 'message' ? { asked, answered } : undefined;
  const findings = [...trace.findings, ...written.findings];
  const { warnings, reason } = trace;
  visit.record({ at, request, response, operation: operation?.id, code, reason, messages, findings, warnings });
  return response;
}

function findOperation(request: WireRequest, apis: Stage['apis'], trace: Trace) {
  const { method, target } = request;
  const path = pathOf(target);
  for (const served of apis) {
    const codec = refusingCodec(request, served);
    // If the path has other methods only, it is this api that refuses.
    trace.manner = { request, served, codec };
    const match = served.document.match(method, path);
    if (!match) continue;
    if ('allowed' in match) throw refuseMethod(match.allowed);
    trace.manner = { request, served, codec, operation: match.operation };
    return { served, match };
  }
  trace.manner = refuser(request, apis);
  // For a client of gRPC, what is not there is not implemented (gRPC, "Status codes and their use").
  const isCall = trace.manner.codec.reads === 'message';
  throw isCall
    ? new Failure('unimplemented', `there is no remote procedure ${path}`)
    : new Failure('not_found', 'Not Found');
}

function refuseMethod(allowed: readonly string[]): Failure {
  if (allowed.length === 0) return new Failure('not_found', 'Not Found');
  return new Failure('unimplemented', 'Method Not Allowed', { status: 405, headers: { allow: allowed.join(', ') } });
}

/** How a request is refused that belongs to no api: by the first one, unless only another speaks as the client does. */
function refuser(request: WireRequest, apis: Stage['apis']): Manner {
  const [first, ...others] = apis;
  const codec = refusingCodec(request, first);
  if (codec.reads === 'body' && isGrpc(request)) {
    for (const served of others) {
      const spoken = refusingCodec(request, served);
      if (spoken.reads === 'message') return { request, served, codec: spoken };
    }
  }
  return { request, served: first, codec };
}

function refuse(findings: readonly Finding[], { api }: ServedApi, operation: Operation, principal: unknown): void {
  const [first, ...rest] = findings;
  if (first) throw api.refuseInput?.(operation, [first, ...rest], principal) ?? refuseInput([first, ...rest]);
}

function storeOf({ name, stores }: Sandbox, { api }: ServedApi): AnyStore {
  const store = stores.get(api.name);
  if (!store) throw new Error(`the sandbox ${name} has no store for the api ${api.name}`);
  return store;
}

/** `loadApi` has made sure that callers can be known where they must be. */
function authenticate(
  { headers, local, secure = false, base = '' }: WireRequest,
  { api }: ServedApi,
  operation: Operation,
  store: AnyStore,
  now: Date,
  issued: (token: string) => Promise<IssuedToken | undefined>,
): unknown {
  if (!operation.secured) return undefined;
  if (!api.authenticate) throw new Error(`the api ${api.name} has no authenticate`);
  return api.authenticate({ operation, headers, local, secure, base, store, now, issued });
}

/** `loadApi` has made sure that every operation has a handler. */
function handlerOf({ api }: ServedApi, { id }: Operation): AnyHandler {
  const handler = Object.hasOwn(api.handlers, id) ? api.handlers[id] : undefined;
  if (!handler) throw new Error(`${id} has no handler`);
  return handler;
}
