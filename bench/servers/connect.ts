// A minimal gRPC, gRPC-Web and Connect server with Connect's own adapter: the published descriptors, and one constant response.
//
//   node connect.ts PORT ANSWER.json http1|http2

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { fromJson } from '@bufbuild/protobuf';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { ListProjectsResponseSchema, ManagementService } from '@zitadel/proto/zitadel/management_pb.js';

const [port, answerFile = '', http] = process.argv.slice(2);
const response = fromJson(ListProjectsResponseSchema, JSON.parse(readFileSync(answerFile, 'utf8')));
const handle = connectNodeAdapter({
  routes: (router) => router.service(ManagementService, { listProjects: () => response }),
});
const server = http === 'http2' ? createHttp2Server(handle) : createServer(handle);
server.listen(Number(port), '127.0.0.1');
