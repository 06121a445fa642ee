// The life of a request, from the bytes that came to the bytes that go. The order of the steps is written here and nowhere else.

import type { AnyApi, AnyHandler, AnyStore } from './api.ts';
import type { Codec } from './codec.ts';
import { bareMediaType, type Document, type Match, type Operation, type RequestParts } from './document.ts';
import { Failure } from './failure.ts';
import { describeFinding, type Finding, isUnreadable } from './finding.ts';
import { describeFailure, refuseInput } from './refusal.ts';
import { MAIN, type Sandbox } from './sandbox.ts';
import { pathOf, queryOf, type WireRequest, type WireResponse } from './wire.ts';

/** An api with its document read and its codecs chosen. The first codec also writes answers when no request was read. */
export interface ServedApi {
  readonly api: AnyApi;
  readonly document: Document;
  readonly codecs: readonly [Codec, ...Codec[]];
  /** What happens to an answer that the document does not allow: it is refused, or only noted in the journal. */
  readonly outputCheck: 'enforce' | 'report';
}

/** What the steps of one exchange leave behind. */
interface Trace {
  served: ServedApi;
  operation?: Operation;
  codec: Codec;
  findings: Finding[];
  warnings: string[];
}

/** What requests are answered with. */
export interface Stage {
  /** Asked in turn whose document knows the path; the first one answers when none does. */
  readonly apis: readonly [ServedApi, ...ServedApi[]];
  /** By name; there is always `main`. */
  readonly sandboxes: ReadonlyMap<string, Sandbox>;
  /** Told of what was thrown and is nobody's refusal: a mistake in a handler or in us. */
  onError(thrown: unknown): void;
}

/** Answers a request. Never throws: whatever goes wrong becomes an answer of the api. */
export async function answer(request: WireRequest, { apis, sandboxes, onError }: Stage): Promise<WireResponse> {
  const named = request.headers['x-understudy-sandbox'] || MAIN;
  const sandbox = sandboxes.get(named) ?? mainOf(sandboxes);
  const at = sandbox.now();
  const trace: Trace = { served: apis[0], codec: apis[0].codecs[0], findings: [], warnings: [] };
  let response: WireResponse;
  try {
    if (sandbox.name !== named) throw new Failure('not_found', `there is no sandbox with the name "${named}"`);
    const { served, match } = findOperation(request, apis, trace);
    const { operation } = match;
    const codec = chooseCodec(request, served, operation);
    trace.codec = codec;
    const body = readBody(request, codec, operation, trace);
    const parts = readParts(request, match, body);
    const findings = operation.checkInput(parts);
    refuse(findings.filter(isUnreadable), served, operation, trace);
    const store = storeOf(sandbox, served);
    const principal = await authenticate(request, served, operation, parts, store, at);
    refuse(findings, served, operation, trace);
    const call = { input: inputOf(parts), principal, store, now: at, newId: () => sandbox.newId() };
    const output = await handlerOf(served, operation)(call);
    checkOutput(operation.successStatus, output, served, operation, trace);
    response = write(operation.successStatus, output, trace);
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (failure.code === 'internal') onError(failure.cause ?? failure);
    response = writeFailure(failure, trace, onError);
  }
  const { operation, findings, warnings } = trace;
  sandbox.journal.record({ at, request, response, operation: operation?.id, findings, warnings });
  return response;
}

function mainOf(sandboxes: Stage['sandboxes']): Sandbox {
  const main = sandboxes.get(MAIN);
  if (!main) throw new Error(`there is no sandbox with the name "${MAIN}"`);
  return main;
}

function findOperation(
  request: WireRequest,
  apis: readonly ServedApi[],
  trace: Trace,
): { served: ServedApi; match: Match } {
  for (const served of apis) {
    const match = served.document.match(request.method, pathOf(request.target));
    if (match) {
      trace.served = served;
      trace.operation = match.operation;
      return { served, match };
    }
  }
  throw new Failure('not_found', 'Not Found');
}

function chooseCodec(request: WireRequest, served: ServedApi, operation: Operation): Codec {
  const given = request.headers['content-type'];
  const encoding = request.headers['content-encoding'] ?? 'identity';
  const offered = served.codecs.filter((codec) =>
    codec.mediaTypes.some((type) => operation.requestMediaTypes.includes(type)),
  );
  if (operation.requestMediaTypes.length === 0 || (given === undefined && encoding === 'identity'))
    return served.codecs[0];
  const codec = offered.find(({ mediaTypes }) => mediaTypes.includes(bareMediaType(given ?? 'application/json')));
  if (codec && encoding === 'identity') return codec;
  const readable = offered.flatMap((one) => one.mediaTypes).join(', ');
  const came = encoding === 'identity' ? given : `content-encoding ${encoding}`;
  throw new Failure('invalid_argument', `Unsupported Media Type: ${came} is not read here, but ${readable}`, {
    status: 415,
  });
}

function readBody(request: WireRequest, codec: Codec, operation: Operation, trace: Trace): unknown {
  if (request.exceeds !== undefined) {
    throw new Failure('resource_exhausted', `the body is larger than ${request.exceeds} bytes`, { status: 413 });
  }
  if (operation.requestMediaTypes.length === 0) return undefined;
  const { value, unknownFields } = codec.decode(request.body, operation);
  trace.warnings.push(...unknownFields.map((pointer) => `the field ${pointer} is not in the document and was ignored`));
  return value;
}

function readParts(request: WireRequest, { operation, path }: Match, body: unknown): RequestParts {
  const parts = { path, query: {} as Record<string, unknown>, header: {} as Record<string, unknown>, body };
  const query = new URLSearchParams(queryOf(request.target));
  for (const parameter of operation.definition.parameters ?? []) {
    const { name } = parameter;
    if (parameter.in === 'header' && request.headers[name.toLowerCase()] !== undefined) {
      parts.header[name.toLowerCase()] = request.headers[name.toLowerCase()];
    }
    if (parameter.in === 'query' && query.has(name)) {
      parts.query[name] = parameter.schema?.type === 'array' ? query.getAll(name) : query.get(name);
    }
  }
  return parts;
}

function refuse(findings: readonly Finding[], served: ServedApi, operation: Operation, trace: Trace): void {
  const [first, ...rest] = findings;
  if (!first) return;
  trace.findings.push(...findings);
  throw served.api.refuseInput?.(operation, [first, ...rest]) ?? refuseInput([first, ...rest]);
}

function handlerOf({ api }: ServedApi, operation: Operation): AnyHandler {
  const handler = Object.hasOwn(api.handlers, operation.id) ? api.handlers[operation.id] : undefined;
  return handler ?? (() => Promise.reject(new Failure('unimplemented', `${operation.id} has no handler`)));
}

function storeOf(sandbox: Sandbox, served: ServedApi): AnyStore {
  const store = sandbox.stores.get(served.api.name);
  if (!store) throw new Error(`the sandbox ${sandbox.name} has no store for the api ${served.api.name}`);
  return store;
}

async function authenticate(
  request: WireRequest,
  { api }: ServedApi,
  operation: Operation,
  { path }: RequestParts,
  store: AnyStore,
  now: Date,
): Promise<unknown> {
  if (!operation.secured) return undefined;
  if (!api.authenticate) throw new Failure('unauthenticated', `The api ${api.name} does not tell how to know a caller`);
  return api.authenticate({ operation, headers: request.headers, local: request.local, path, store, now });
}

/** One input for each operation. A body that is no object stands under `body`. */
function inputOf({ path, query, header, body }: RequestParts): unknown {
  const fields =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? body : body === undefined ? {} : { body };
  return { ...fields, ...header, ...query, ...path };
}

function checkOutput(
  status: number,
  output: unknown,
  { outputCheck }: ServedApi,
  operation: Operation,
  trace: Trace,
): void {
  const findings = operation.checkOutput(status, output);
  trace.findings.push(...findings);
  if (findings.length === 0 || outputCheck === 'report') return;
  const breach = `${operation.id} answered what its document does not allow: ${findings.map(describeFinding).join('; ')}`;
  throw new Failure('internal', breach, { findings });
}

function write(status: number, output: unknown, { served, codec, operation }: Trace): WireResponse {
  const headers = { 'content-type': codec.mediaTypes[0] ?? 'application/json', ...served.api.responseHeaders };
  const body = operation ? codec.encode(output, operation, status) : JSON.stringify(output);
  return { status, headers, body };
}

function writeFailure(failure: Failure, trace: Trace, onError: (thrown: unknown) => void): WireResponse {
  const { served, operation } = trace;
  const body = (served.api.describeFailure ?? describeFailure)(failure);
  const findings = operation?.checkOutput(failure.status, body) ?? [];
  trace.findings.push(...findings);
  if (findings.length > 0 && served.outputCheck === 'enforce' && failure.code !== 'internal') {
    const breach = `${operation?.id} refused in a way that its document does not allow: ${findings.map(describeFinding).join('; ')}`;
    const internal = new Failure('internal', breach, { findings, cause: failure });
    onError(internal);
    return writeFailure(internal, trace, onError);
  }
  const response = write(failure.status, body, trace);
  return { ...response, headers: { ...response.headers, ...failure.headers } };
}
