// Chooses the codec of a request.

import { JSON_TYPE } from '../../openapi/content.ts';
import { bareMediaType, type Match, type Operation } from '../../openapi/document.ts';
import type { ServedApi } from './api/load-api.ts';
import type { Codec } from './codec.ts';
import { ApiError } from './errors/api-error.ts';
import type { WireRequest } from './wire.ts';

/** A codec; with a rejection, the one that writes it. */
interface CodecChoice {
  readonly codec: Codec;
  /** `invalid_argument` (415), naming accepted types. */
  readonly error?: ApiError;
}

/** The codec for a request: that of bodies, or at an operation that is a remote procedure that of its messages. */
export function chooseCodec(request: WireRequest, served: ServedApi, { operation, path }: Match): CodecChoice {
  if (path === undefined) return rpcCodec(request, served);
  const codec = messageCodec(request, served, operation) ?? served.codecs[0];
  const error = codec.findMediaTypeError(request, operation);
  return error ? { codec: chooseErrorCodec(request, served), error } : { codec };
}

/** The codec of a message that is sent to the path of an operation; undefined when it is none. */
function messageCodec({ headers }: WireRequest, { codecs }: ServedApi, operation: Operation): Codec | undefined {
  const { 'content-type': type } = headers;
  if (type === undefined || codecs.length === 1 || operation.part.value['x-rpc'] === undefined) return undefined;
  if (type === JSON_TYPE) return undefined;
  const mediaType = bareMediaType(type);
  // A document names one media type of a protocol, which has several.
  return codecs.find(
    ({ reads, mediaTypes }) =>
      reads === 'message' &&
      mediaTypes.includes(mediaType) &&
      mediaTypes.some((one) => operation.requestMediaTypes.includes(one)),
  );
}

function rpcCodec(request: WireRequest, served: ServedApi): CodecChoice {
  const type = request.headers['content-type'] ?? '';
  const mediaType = bareMediaType(type);
  const codec = served.rpcCodecs.find(({ mediaTypes }) => mediaTypes.includes(mediaType));
  if (codec) return { codec };
  const accepted = served.rpcCodecs.flatMap(({ mediaTypes }) => mediaTypes);
  return {
    codec: chooseErrorCodec(request, served),
    error: unsupported(type || 'a body without Content-Type', accepted),
  };
}

function unsupported(contentType: string, accepted: readonly string[]): ApiError {
  const message = `Unsupported Media Type: ${contentType} is not accepted; use ${accepted.join(', ')}`;
  return new ApiError('invalid_argument', message, { status: 415 });
}

/** Whether a request comes from a gRPC or gRPC-Web client, which accepts no other response. */
export function isGrpcRequest({ headers: { 'content-type': type } }: Pick<WireRequest, 'headers'>): boolean {
  return type !== undefined && /^application\/grpc/i.test(type);
}

/** The codec for errors of requests without an operation. */
export function chooseErrorCodec(request: WireRequest, served: ServedApi): Codec {
  const [first] = served.codecs;
  if (!isGrpcRequest(request)) return first;
  const mediaType = bareMediaType(request.headers['content-type'] ?? '');
  return served.rpcCodecs.find(({ mediaTypes }) => mediaTypes.includes(mediaType)) ?? first;
}
