// Descriptors for clients without them (gRPC server reflection protocol).

import { type DescFile, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, type ServiceImpl } from '@connectrpc/connect';
import { type DescriptorFiles, indexFiles, withImports } from './descriptor-files.ts';
import type {
  ServerReflection,
  ServerReflectionRequest,
  ServerReflectionResponseSchema,
} from './generated/grpc/reflection/v1/reflection_pb.ts';
import type { Served } from './served.ts';
import { untilAborted } from './until-aborted.ts';

type Question = ServerReflectionRequest['messageRequest'];
type Response = NonNullable<MessageInitShape<typeof ServerReflectionResponseSchema>['messageResponse']>;

/**
 * Handles the requests of a stream. Errors are sent within the stream, which continues. A file comes with those
 * imports that the stream has not sent yet.
 */
export function createReflection({ serviceNames, files, onError }: Served): ServiceImpl<typeof ServerReflection> {
  let indexing: Promise<DescriptorFiles> | undefined;
  /** The files, read once. */
  const index = () => {
    indexing ??= files()
      .then(indexFiles)
      .catch((thrown) => {
        indexing = undefined;
        onError(thrown);
        throw thrown;
      });
    return indexing;
  };

  async function responseTo(question: Question, sent: Set<DescFile>): Promise<Response> {
    switch (question.case) {
      case 'listServices':
        return { case: 'listServicesResponse', value: { service: serviceNames.map((name) => ({ name })) } };
      case 'fileByFilename':
        return fileResponse((await index()).named(question.value), `file "${question.value}" not found`, sent);
      case 'fileContainingSymbol':
        return fileResponse((await index()).declaring(question.value), `symbol "${question.value}" not found`, sent);
      // Documents cannot describe extensions, so no message has any.
      case 'fileContainingExtension':
        return errorResponse(Code.NotFound, `"${question.value.containingType}" has no extensions`);
      case 'allExtensionNumbersOfType':
        return (await index()).hasMessage(question.value)
          ? { case: 'allExtensionNumbersResponse', value: { baseTypeName: question.value } }
          : errorResponse(Code.NotFound, `message "${question.value}" not found`);
      default:
        return errorResponse(Code.InvalidArgument, 'unsupported reflection request');
    }
  }

  return {
    async *serverReflectionInfo(requests, { signal }) {
      const sent = new Set<DescFile>();
      for await (const request of untilAborted(signal, requests)) {
        const messageResponse = await responseTo(request.messageRequest, sent);
        yield { validHost: request.host, originalRequest: request, messageResponse };
      }
    },
  };
}

/** The requested file is always sent, also repeatedly. */
function fileResponse(file: DescFile | undefined, missing: string, sent: Set<DescFile>): Response {
  if (!file) return errorResponse(Code.NotFound, missing);
  const unsent = [...withImports(file)].filter((each) => each === file || !sent.has(each));
  for (const each of unsent) sent.add(each);
  const fileDescriptorProto = unsent.map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
  return { case: 'fileDescriptorResponse', value: { fileDescriptorProto } };
}

function errorResponse(errorCode: Code, errorMessage: string): Response {
  return { case: 'errorResponse', value: { errorCode, errorMessage } };
}
