// The search for projects as a remote procedure call, encoded with the published descriptors.

import { fromBinary, fromJsonString, toBinary, toJson } from '@bufbuild/protobuf';
import { ListProjectsRequestSchema, ListProjectsResponseSchema } from '@zitadel/proto/zitadel/management_pb.js';
import type { TestResponse } from './answer.ts';
import { jsonOf, type Question, wireRequest } from './contender.ts';
import { checkPage, SEARCH_PATH, type Search, searchBody } from './project-search.ts';

/** The path of the procedure. */
export const RPC_PATH = '/zitadel.management.v1.ManagementService/ListProjects';

/** A media type of remote procedure calls. */
export type RpcType = 'application/grpc' | 'application/grpc-web+proto' | 'application/proto';

/** Maximum difference of a time in bytes: protobuf omits a zero, and encodes small numbers shorter. */
const TIME = 6;

/** The end of a successful response over gRPC-Web. */
const GOOD_END = 'grpc-status: 0\r\n';

/** The search in JSON over HTTP/2. */
export function searchOverHttp2(search: Search): Question {
  const body = Buffer.from(JSON.stringify(searchBody(search)));
  const http2 = fieldsOf(SEARCH_PATH, 'application/json');
  return { request: () => body, http2, check: (response) => checkPage(jsonOf(response), search) };
}

/** The search as a call. */
export function callSearch(search: Search, type: RpcType, http: 'http1' | 'http2'): Question {
  const json = JSON.stringify(searchBody(search));
  const message = toBinary(ListProjectsRequestSchema, fromJsonString(ListProjectsRequestSchema, json));
  const body = type === 'application/proto' ? Buffer.from(message) : enveloped(message);
  const request = http === 'http1' ? wireRequest('POST', RPC_PATH, body, type) : body;
  return {
    request: () => request,
    ...(http === 'http2' && { http2: fieldsOf(RPC_PATH, type) }),
    isLike: (response, { body }) => isGood(response, type) && Math.abs(response.body.length - body.length) <= TIME,
    check(response) {
      if (!isGood(response, type)) throw new Error(`${response.status}, ${response.grpcStatus}: ${response.body}`);
      const bytes = type === 'application/proto' ? response.body : messageIn(response.body);
      const page = fromBinary(ListProjectsResponseSchema, bytes);
      checkPage(toJson(ListProjectsResponseSchema, page, { alwaysEmitImplicit: true }), search);
    },
  };
}

function isGood({ status, grpcStatus, body }: TestResponse, type: RpcType): boolean {
  if (status !== 200) return false;
  if (type === 'application/grpc') return grpcStatus === '0';
  return type === 'application/proto' || body.includes(GOOD_END, body.length - GOOD_END.length);
}

function fieldsOf(path: string, type: string) {
  return {
    ':method': 'POST',
    ':path': path,
    authorization: 'Bearer token-owner',
    'content-type': type,
    ...(type === 'application/grpc' && { te: 'trailers' }),
  };
}

/** A message prefixed with its flag and length, five bytes. */
function enveloped(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function messageIn(body: Buffer): Uint8Array {
  return body.subarray(5, 5 + body.readUInt32BE(1));
}
