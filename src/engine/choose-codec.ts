// Which codec a request is read and answered with.

import { bareMediaType, type Match, type Operation } from '../openapi/document.ts';
import type { Codec } from './codec.ts';
import { Failure } from './failure.ts';
import type { ServedApi } from './load-api.ts';
import type { WireRequest } from './wire.ts';

/** A codec; with a refusal, it is the one that tells it. */
export interface Choice {
  readonly codec: Codec;
  /** `invalid_argument` (415), naming what is read here. */
  readonly refusal?: Failure;
}

/** The codec for a request. A body that does not say what it is, and an operation that takes none, get the first one. */
export function chooseCodec(request: WireRequest, served: ServedApi, { operation, path }: Match): Choice {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
  if (path === undefined) return rpcCodec(request, served);
  const readable = operation.requestMediaTypes;
  const [first] = served.codecs;
  if (readable.length === 0 || (type === undefined && encoding === 'identity')) return { codec: first };
  if (type !== undefined && encoding === 'identity' && readable.includes(type)) {
    // Most requests: the type is written just as in the document, and there is nothing to read in it.
    const named = served.codecs.find((codec) => canRead(codec, operation) && codec.mediaTypes.includes(type));
    if (named) return { codec: named };
  }
  const offered = served.codecs.filter(
    (codec) => canRead(codec, operation) && codec.mediaTypes.some((one) => readable.includes(one)),
  );
  const charset = /;\s*charset="?([^;"\s]*)/i.exec(type ?? '')?.[1] ?? 'utf-8';
  const codec = offered.find(({ mediaTypes }) => mediaTypes.includes(bareMediaType(type ?? readable[0] ?? '')));
  if (codec && encoding === 'identity' && /^(utf-?8|us-ascii)$/i.test(charset)) return { codec };
  const came = encoding === 'identity' ? type || 'an empty media type' : `content-encoding ${encoding}`;
  const read = offered.flatMap(({ mediaTypes }) => mediaTypes.filter((one) => readable.includes(one)));
  return { codec: codecOfRefusals(request, served), refusal: unsupported(came, read) };
}

/** Only an operation that is a remote procedure has messages. */
function canRead({ reads }: Codec, { definition }: Operation): boolean {
  return reads === 'body' || definition['x-rpc'] !== undefined;
}

function rpcCodec(request: WireRequest, served: ServedApi): Choice {
  const type = request.headers['content-type'] ?? '';
  const bare = bareMediaType(type);
  const codec = served.rpcCodecs.find(({ mediaTypes }) => mediaTypes.includes(bare));
  if (codec) return { codec };
  const read = served.rpcCodecs.flatMap(({ mediaTypes }) => mediaTypes);
  return {
    codec: codecOfRefusals(request, served),
    refusal: unsupported(type || 'a body without a media type', read),
  };
}

function unsupported(came: string, read: readonly string[]): Failure {
  const message = `Unsupported Media Type: ${came} is not read here, but ${read.join(', ')}`;
  return new Failure('invalid_argument', message, { status: 415 });
}

/** Whether a request comes from a client of gRPC or gRPC-Web, which understands no other answer. */
export function isGrpc({ headers: { 'content-type': type } }: Pick<WireRequest, 'headers'>): boolean {
  return type !== undefined && /^application\/grpc/i.test(type);
}

/** The codec that refuses a request of which it is not known what it means. */
export function codecOfRefusals(request: WireRequest, served: ServedApi): Codec {
  const [first] = served.codecs;
  if (!isGrpc(request)) return first;
  const bare = bareMediaType(request.headers['content-type'] ?? '');
  return served.rpcCodecs.find(({ mediaTypes }) => mediaTypes.includes(bare)) ?? first;
}
