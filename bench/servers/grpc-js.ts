// A minimal gRPC server with `@grpc/grpc-js`: one method, encoded with the published descriptors, and one constant response.
//
//   node grpc-js.ts PORT ANSWER.json

import { readFileSync } from 'node:fs';
import { fromBinary, fromJson, toBinary } from '@bufbuild/protobuf';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { ListProjectsRequestSchema, ListProjectsResponseSchema } from '@zitadel/proto/zitadel/management_pb.js';
import { RPC_PATH } from '../rpc-search.ts';

const [port, answerFile = ''] = process.argv.slice(2);
const response = fromJson(ListProjectsResponseSchema, JSON.parse(readFileSync(answerFile, 'utf8')));
const listProjects = {
  path: RPC_PATH,
  requestStream: false,
  responseStream: false,
  requestSerialize: Buffer.from,
  requestDeserialize: (bytes: Buffer) => fromBinary(ListProjectsRequestSchema, bytes),
  responseSerialize: (message: typeof response) => Buffer.from(toBinary(ListProjectsResponseSchema, message)),
  responseDeserialize: Buffer.from,
};
const server = new Server();
server.addService(
  { listProjects },
  { listProjects: (_: unknown, reply: (error: null, message: typeof response) => void) => reply(null, response) },
);
server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error) => {
  if (error) throw error;
});
