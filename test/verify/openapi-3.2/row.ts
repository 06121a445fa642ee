// The shape of a row: an example document, a correct server, and its planted faults.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CheckId } from '../../../src/verify/checks.ts';
import type { SerializedRequest } from '../../../src/verify/requests/serialize-request.ts';
import type { ReceivedResponse } from '../../../src/verify/target.ts';

/** A feature with documents and servers. */
export interface FeatureRow {
  /** The first column of `docs/reference/openapi-3.2.md`. */
  readonly feature: string;
  /** The files of the example; the first one is the document. */
  readonly files: Readonly<Record<string, object | string>>;
  /** Whether an exchange uses the feature. */
  readonly uses: (request: SerializedRequest, response: ReceivedResponse) => boolean;
  /** A token for all security schemes. Default: none. */
  readonly token?: string;
  /** The faults of the server, each with the check that finds it, and a part of the message. */
  readonly faults: Readonly<Record<string, readonly [check: CheckId, message: RegExp]>>;
  /** Starts a server that is correct, but for this fault. */
  readonly serve: (fault: string | undefined) => (request: ServerRequest) => ServerResponse;
}

export interface ServerRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark, percent-encoded. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ServerResponse {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives the function that writes to a body without an end. Default: the body ends */
  readonly stream?: (write: (text: string) => void) => void;
}

/** An invalid request. */
export const BAD_REQUEST: ServerResponse = { status: 400, type: 'application/json', body: '{"message":"invalid"}' };

/** A document of OpenAPI 3.2. */
export const documentOf = (paths: object, more: object = {}) => ({
  openapi: '3.2.0',
  info: { title: 'Notes', version: '1' },
  paths,
  ...more,
});

/** An operation, whose errors are an object. */
export const operation = (operationId: string, content: object, more: object = {}) => ({
  operationId,
  responses: {
    200: { description: 'Success.', content },
    default: { description: 'An error.', content: json({ type: 'object' }) },
  },
  ...more,
});

export const json = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } });

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export const NOTE = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer' }, title: { type: 'string', minLength: 1 } },
};

export const typeOf = ({ headers }: Pick<ReceivedResponse, 'headers'>) => headers['content-type'] ?? '';
export const textOf = ({ body }: Pick<ReceivedResponse, 'body'>) => Buffer.from(body).toString();

/** Parses JSON; undefined if it is malformed, or of another media type. */
export function jsonIn({ headers, body }: ServerRequest): unknown {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export const DONE: ServerResponse = { type: 'application/json', body: 'true' };
/** The content of responses that say `true`. */
export const BOOLEAN = json({ type: 'boolean' });

/** Starts the server of a row. */
export async function startRow({ files, serve }: FeatureRow, fault: string | undefined) {
  const respond = serve(fault);
  const { paths } = Object.values(files)[0] as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  };
  const server = createServer(async (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const item = Object.hasOwn(paths, path) ? paths[path] : undefined;
    const { additionalOperations = {}, ...fixed } = item ?? {};
    const declared = [...Object.keys(fixed).map((name) => name.toUpperCase()), ...Object.keys(additionalOperations)];
    const methods = declared.includes('GET') ? [...declared, 'HEAD'] : declared;
    const { method = '', headers } = request;
    const body = await text(request);
    const found = { method: method === 'HEAD' ? 'GET' : method, path, query, headers, body };
    const own = methods.includes(method) ? respond(found) : { status: item ? 405 : 404 };
    const { status = 200, type, body: sent = '', headers: more, stream } = own;
    response.writeHead(status, {
      ...(status === 405 && { allow: methods.join(', ') }),
      ...(type !== undefined && { 'content-type': type }),
      ...more,
    });
    if (method === 'HEAD' || !stream) return void response.end(method === 'HEAD' ? undefined : sent);
    response.flushHeaders();
    stream((written) => response.write(written));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
