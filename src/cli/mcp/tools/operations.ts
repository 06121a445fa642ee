// Tools for the operations of the APIs: list, explain, call.

import type { Document, Operation } from '../../../openapi/document.ts';
import type { BodyMediaType } from '../../../openapi/content.ts';
import { bareMediaType } from '../../../openapi/media-type.ts';
import { UsageError } from '../../../schema/usage-error.ts';
import { decodeOrKeep } from '../../../openapi/lookup/path-template.ts';
import { serializeRequest } from '../../../verify/requests/serialize-request.ts';
import { explainOperations } from '../../documents/explain-operations.ts';
import { findOperation } from '../agent-server.ts';
import type { AgentSession } from '../agent-session.ts';
import { describeOperation } from '../describe-operation.ts';
import { readBounded } from '../read-bounded.ts';
import { DATA_NOTE, defineTool, objectSchema, type Tool } from '../tool.ts';

const showServer = defineTool({
  name: 'show_server',
  title: 'Show the mock server',
  description: 'Shows the URL of the sandbox for other clients, such as the program under test, and the APIs.',
  effect: 'reads',
  input: objectSchema({}),
  output: {
    type: 'object',
    required: ['url', 'sandbox', 'apis'],
    properties: { url: { type: 'string' }, sandbox: { type: 'string' }, apis: { type: 'array', items: { type: 'object' } } },
  },
  async run(_, session) {
    const { name } = session.sandbox;
    const documents = await session.documents();
    return {
      url: name === 'main' ? session.url : `${session.url}/_sandbox/${name}`,
      sandbox: name,
      apis: documents.map(({ source: { bundled }, operations }) => ({
        title: bundled.info.title,
        version: bundled.info.version,
        operations: operations.size,
      })),
    };
  },
});

interface ListInput {
  readonly q?: string;
  readonly limit?: number;
  readonly after?: number;
}

const listOperations = defineTool<ListInput>({
  name: 'list_operations',
  title: 'List operations',
  description: 'Lists the operations of the APIs by id, method and path; `q` searches ids, paths and summaries.',
  effect: 'reads',
  input: objectSchema({
    q: { type: 'string', minLength: 1, maxLength: 200 },
    limit: { type: 'integer', minimum: 1, maximum: 200, default: 25 },
    after: { type: 'integer', minimum: 0, description: 'The cursor of the page before.' },
  }),
  output: {
    type: 'object',
    required: ['operations'],
    properties: { operations: { type: 'array', items: { type: 'object' } }, after: { type: 'integer' } },
  },
  async run({ limit = 25, ...search }, { sandbox }) {
    const { operations, after } = await sandbox.control('listOperations', { limit, ...search });
    return {
      operations: operations.map(({ id, method, path, summary }) => ({ id, method, path, ...(summary && { summary }) })),
      ...(after !== undefined && { after }),
    };
  },
});

const OPERATION = { type: 'string', description: 'Its id, as in list_operations.' } as const;

const explainOperation = defineTool<{ readonly operation: string }>({
  name: 'explain_operation',
  title: 'Explain an operation',
  description:
    'Shows parameters, bodies, responses and security of an operation, and how the mock server responds without a handler: from stored records, an example or generated data.',
  effect: 'reads',
  input: objectSchema({ operation: OPERATION }, ['operation']),
  output: {
    type: 'object',
    required: ['operation', 'method', 'path', 'responses', 'respondsBy'],
    properties: {
      operation: { type: 'string' },
      method: { type: 'string' },
      path: { type: 'string' },
      responses: { type: 'object' },
      respondsBy: { type: 'string' },
    },
  },
  async run({ operation: id }, session) {
    const { operation, document } = await findOperation(session, id);
    const explained = await explanationsOf(document);
    return { ...describeOperation(operation), respondsBy: explained.get(id) ?? '' };
  },
});

/** Explanations by operation, once per document. */
const explanations = new WeakMap<Document, Promise<ReadonlyMap<string, string>>>();

function explanationsOf(document: Document): Promise<ReadonlyMap<string, string>> {
  const known = explanations.get(document);
  if (known) return known;
  const api = { name: 'api', document: document.source.path, infer: true };
  const made = explainOperations(api, document, { seed: 'main', locale: undefined }).then(
    (all) => new Map(all.map(({ operation, by, why }) => [operation, `${by}: ${why}`] as const)),
  );
  explanations.set(document, made);
  return made;
}

interface CallInput {
  readonly operation: string;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly contentType?: string;
}

/** Headers that a session decides, and that a client computes. */
const OWN_HEADERS = /^(?:host|connection|content-length|transfer-encoding|x-understudy-sandbox)$/i;
/** In milliseconds: a fault may hold a response for longer. */
const TIMEOUT = 30_000;

const callOperation = defineTool<CallInput>({
  name: 'call_operation',
  title: 'Call an operation',
  description: `Sends one request to the mock server, in the sandbox, and returns the response. Invalid input is sent as it is, to see how it is rejected. ${DATA_NOTE}`,
  effect: 'changes',
  input: objectSchema(
    {
      operation: OPERATION,
      path: { type: 'object', description: 'Path parameters by name.' },
      query: { type: 'object', description: 'Query parameters by name.' },
      headers: { type: 'object', additionalProperties: { type: 'string' }, description: 'Also `authorization`, `Prefer`, `Idempotency-Key`.' },
      body: { description: 'The body as JSON, or as text for other media types.' },
      contentType: { type: 'string', description: 'Default: the first media type of the operation, JSON before others.' },
    },
    ['operation'],
  ),
  output: {
    type: 'object',
    required: ['status', 'headers', 'note'],
    properties: {
      status: { type: 'integer' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      body: {},
      cut: { type: 'boolean' },
      note: { type: 'string' },
    },
  },
  async run(input, session, { signal }) {
    const { operation } = await findOperation(session, input.operation);
    const request = requestOf(operation, input, session.url);
    const response = await responseTo(request, session, signal);
    const { text, isCut } = await readBounded(response);
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => SHOWN_HEADERS.test(name))),
      ...(text !== '' && { body: isJson && !isCut ? parsedOr(text) : text }),
      ...(isCut && { cut: true }),
      note: DATA_NOTE,
    };
  },
});

/** @throws UsageError without a response */
function responseTo(request: Request, session: AgentSession, cancelled: AbortSignal): Promise<Response> {
  const stop = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const end = (reason: string) => {
    reject(new UsageError(`There was no response: ${reason}. Faults do this; find_requests shows the request.`));
    stop.abort();
  };
  const timer = setTimeout(end, TIMEOUT, `none within ${TIMEOUT / 1000} seconds`);
  cancelled.addEventListener('abort', () => end('the call was cancelled'), { once: true });
  session
    .call(new Request(request, { signal: stop.signal }))
    .then(resolve, () => end('the connection was reset'))
    .finally(() => clearTimeout(timer));
  return promise;
}

/** Headers with a meaning for the caller. */
const SHOWN_HEADERS = /^(?:content-type|location|etag|retry-after|www-authenticate|link|x-(?!powered).*|deprecation|sunset)$/;

/** @throws UsageError for parameters that no client can send */
function requestOf(operation: Operation, { path = {}, query = {}, headers = {}, body, contentType }: CallInput, url: string): Request {
  const own = Object.keys(headers).find((name) => OWN_HEADERS.test(name));
  if (own !== undefined) throw new UsageError(`The header ${own} cannot be set.`);
  const serialized = serializeRequest(operation, {
    path,
    query,
    header: {},
    cookie: {},
    body,
    type: body === undefined ? undefined : bodyTypeOf(operation, contentType),
  });
  if (!serialized.ok) throw new UsageError(`The request cannot be sent: ${serialized.reason}.`);
  const { method, target, headers: written, body: bytes } = serialized.value;
  // Parameters of a path such as `/{folder}/{name}` must not lead to the server's own paths, or to other sandboxes.
  const { pathname } = new URL(target, 'http://localhost');
  if (/^\/_(?:understudy|sandbox)(?:\/|$)/i.test(decodeOrKeep(pathname)))
    throw new UsageError('The path is one of the mock server itself.');
  try {
    const all = new Headers([...written.map(([name, value]): [string, string] => [name, value]), ...Object.entries(headers)]);
    if (contentType !== undefined) all.set('content-type', contentType);
    return new Request(url + target, { method, headers: all, redirect: 'manual', ...(bytes && { body: bytes as Uint8Array<ArrayBuffer> }) });
  } catch (error) {
    throw new UsageError(`The request cannot be sent: ${(error as Error).message}.`);
  }
}

/** The media type of a body: the named one, else JSON, else the first; JSON for operations without a body. */
function bodyTypeOf({ body }: Operation, contentType: string | undefined): BodyMediaType {
  const types = body?.mediaTypes ?? [];
  const named = contentType === undefined ? undefined : bareMediaType(contentType);
  const found =
    types.find(({ type }) => (named === undefined ? /[/+]json$/.test(bareMediaType(type)) : bareMediaType(type) === named)) ??
    (named === undefined ? types[0] : undefined);
  return found ?? ({ type: contentType ?? 'application/json' } as BodyMediaType);
}

/** The value of a JSON text, with integers that lose digits as text; the text itself if it is none. */
function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text, (_, value, context?: { readonly source?: string }) =>
      Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value,
    );
  } catch {
    return text;
  }
}

export const operationTools: readonly Tool[] = [showServer, listOperations, explainOperation, callOperation];
