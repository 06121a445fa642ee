// Outcomes of a search for three projects at clients: a response, or an error, in a short form.

import { connect as connect2 } from 'node:http2';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient, type Transport } from '@connectrpc/connect';
import { createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { credentials, Client as GrpcJs, Metadata, type ServiceError, status as statuses } from '@grpc/grpc-js';
import {
  ListProjectsRequestSchema,
  ListProjectsResponseSchema,
  ManagementService,
} from '@zitadel/proto/zitadel/management_pb.js';
import { onTestFinished } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { SEARCH } from './listening.ts';
import { BASE } from './mock-server.ts';

/** Sends a request, with additional headers, until it is aborted. */
export interface Asking {
  readonly mockServer: MockServer;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Sends a request and returns the outcome. */
export type Client = (sending: Asking) => Promise<string>;

const TOKEN = { authorization: 'Bearer token-owner' };
const REST = { ...TOKEN, 'content-type': 'application/json' };
const QUERY = { query: { limit: 3 } };
const WANTED = JSON.stringify(QUERY);
const RPC = '/zitadel.management.v1.ManagementService/ListProjects';

/** The clients of Node, in groups that should see the same. */
export const CLIENTS: Readonly<Record<string, readonly Client[]>> = {
  '`fetch`': [({ url, headers, signal }) => sightOf(() => fetch(url + SEARCH, { ...post(headers), signal }))],
  'HTTP/2': [byHttp2],
  '`mockServer.fetch`': [
    ({ mockServer, headers, signal }) =>
      sightOf(() => mockServer.fetch(new Request(BASE + SEARCH, { ...post(headers), signal }))),
  ],
  gRPC: [byGrpcJs, byConnect((baseUrl) => createGrpcTransport({ baseUrl }))],
  'gRPC-Web': [byConnect((baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: '1.1' }))],
  'gRPC-Web over HTTP/2': [byConnect((baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: '2' }))],
};

function post(headers: Readonly<Record<string, string>>) {
  return { method: 'POST', body: WANTED, headers: { ...REST, ...headers } };
}

async function sightOf(send: () => Promise<Response>): Promise<string> {
  let status = '';
  try {
    const response = await send();
    status = `${response.status}, `;
    return responded(response.status, await response.text());
  } catch (error) {
    const { name, message, cause } = error as Error & { readonly cause?: { readonly code?: string } };
    // The message of `fetch` for an ended connection is its own.
    const code = cause?.code !== undefined && status === '' ? ` (${cause.code})` : '';
    return `${status}${name}: ${message}${code}`;
  }
}

/** A response in short form. */
export function responded(status: number, text: string): string {
  if (text === '') return `${status}`;
  const { result, details, message } = JSON.parse(text);
  if (message !== undefined) return [status, message, ...typesOf(details)].join(', ');
  // A list has its length in an object.
  return `${status}, ${Array.isArray(details) ? 'a broken body' : projects(result)}`;
}

export function projects(result: readonly unknown[] = []): string {
  return `${result.length} projects`;
}

function typesOf(details: readonly { readonly '@type': string }[] = []): readonly string[] {
  return details.map((detail) => detail['@type'].replace(/.*\./, ''));
}

function byHttp2({ url, headers, signal }: Asking): Promise<string> {
  const session = connect2(url);
  onTestFinished(() => session.destroy());
  const stream = session.request({ ':method': 'POST', ':path': SEARCH, ...REST, ...headers });
  return new Promise((resolve) => {
    let [status, text] = ['', ''];
    stream.on('response', (fields) => {
      status = `${fields[':status']}`;
    });
    stream.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    stream.on('error', () => undefined);
    stream.on('close', () => {
      const code = stream.rstCode ?? 0;
      if (code === 0) return resolve(responded(Number(status), text));
      resolve(`${status && `${status}, `}${RESETS[code] ?? code}`);
    });
    signal.addEventListener('abort', () => stream.close(8));
    stream.end(WANTED);
  });
}

/** How a stream was reset, by code (RFC 9113, section 7). */
const RESETS: Readonly<Record<number, string>> = { 2: 'INTERNAL_ERROR', 8: 'CANCEL' };

function byGrpcJs({ url, headers, signal }: Asking): Promise<string> {
  const client = new GrpcJs(new URL(url).host, credentials.createInsecure());
  onTestFinished(() => client.close());
  const metadata = new Metadata();
  for (const [name, value] of Object.entries({ ...TOKEN, ...headers })) metadata.set(name, value);
  return new Promise((resolve) => {
    const call = client.makeUnaryRequest(
      RPC,
      (message: ReturnType<typeof create<typeof ListProjectsRequestSchema>>) =>
        Buffer.from(toBinary(ListProjectsRequestSchema, message)),
      (bytes: Buffer) => fromBinary(ListProjectsResponseSchema, bytes),
      create(ListProjectsRequestSchema, QUERY),
      metadata,
      (error: ServiceError | null, message) => resolve(error ? refusedBy(error) : projects(message?.result)),
    );
    signal.addEventListener('abort', () => call.cancel());
  });
}

function refusedBy({ code, details, metadata }: ServiceError): string {
  const [status] = metadata.get('grpc-status-details-bin');
  const types = /type\.googleapis\.com\/[\w.]*?(\w+)(?![\w.])/.exec(status?.toString() ?? '')?.[1];
  return [failed(statuses[code] ?? '', details), ...(types ? [types] : [])].join(', ');
}

/** A status in short form; for an ended connection, each client has its own message. */
export function failed(code: string, message: string): string {
  const isOwn = /RST_STREAM|NGHTTP2|ECONNRESET|aborted|hang up|parse|parsing|Cancel|operation was aborted/.test(
    message,
  );
  return isOwn ? code : `${code}: ${message}`;
}

function byConnect(transportTo: (baseUrl: string) => Transport): Client {
  return async ({ url, headers, signal }) => {
    try {
      const sending = { headers: { ...TOKEN, ...headers }, signal };
      return projects((await createClient(ManagementService, transportTo(url)).listProjects(QUERY, sending)).result);
    } catch (thrown) {
      const { code, rawMessage, details } = ConnectError.from(thrown);
      const types = details.flatMap((detail) => ('type' in detail ? [detail.type.replace(/.*\./, '')] : []));
      return [failed(statuses[code] ?? Code[code], rawMessage), ...types].join(', ');
    }
  };
}
