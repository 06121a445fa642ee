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
type Answer = NonNullable<MessageInitShape<typeof ServerReflectionResponseSchema>['messageResponse']>;

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

  async function answerTo(question: Question, sent: Set<DescFile>): Promise<Answer> {
    switch (question.case) {
      case 'listServices':
        return { case: 'listServicesResponse', value: { service: serviceNames.map((name) => ({ name })) } };
      case 'fileByFilename':
        return fileAnswer((await index()).named(question.value), `file "${question.value}" not found`, sent);
      case 'fileContainingSymbol':
        return fileAnswer((await index()).declaring(question.value), `symbol "${question.value}" not found`, sent);
      // Documents cannot describe extensions, so no message has any.
      case 'fileContainingExtension':
        return errorAnswer(Code.NotFound, `"${question.value.containingType}" has no extensions`);
      case 'allExtensionNumbersOfType':
        return (await index()).hasMessage(question.value)
          ? { case: 'allExtensionNumbersResponse', value: { baseTypeName: question.value } }
          : errorAnswer(Code.NotFound, `message "${question.value}" not found`);
      default:
        return errorAnswer(Code.InvalidArgument, 'unsupported reflection request');
    }
  }

  return {
    async *serverReflectionInfo(requests, { signal }) {
      const sent = new Set<DescFile>();
      for await (const request of untilAborted(signal, requests)) {
        const messageResponse = await answerTo(request.messageRequest, sent);
        yield { validHost: request.host, originalRequest: request, messageResponse };
      }
    },
  };
}

/** The requested file is always sent, also repeatedly. */
function fileAnswer(file: DescFile | undefined, missing: string, sent: Set<DescFile>): Answer {
  if (!file) return errorAnswer(Code.NotFound, missing);
  const unsent = [...withImports(file)].filter((each) => each === file || !sent.has(each));
  for (const each of unsent) sent.add(each);
  const fileDescriptorProto = unsent.map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
  return { case: 'fileDescriptorResponse', value: { fileDescriptorProto } };
}

function errorAnswer(errorCode: Code, errorMessage: string): Answer {
  return { case: 'errorResponse', value: { errorCode, errorMessage } };
}
