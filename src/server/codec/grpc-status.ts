// The status of a gRPC call as headers.

import { ConnectError } from '@connectrpc/connect';
import { grpcStatusOk, headerGrpcMessage, headerGrpcStatus, setTrailerStatus } from '@connectrpc/connect/protocol-grpc';
import { percentEncode } from '../pipeline/errors/percent-encode.ts';

/** Longest status that is sent in the header or in trailers, in bytes. gRPC's C core, and all that is built on it, reads 8 KiB of fields. */
const LONGEST_STATUS = 6 * 1024;
/** Longest message therein, percent-encoded. With details it is there twice. */
const LONGEST_MESSAGE = 2 * 1024;

/** `grpc-status`, `grpc-message` and `grpc-status-details-bin`; success without an error. */
export function grpcStatusHeaders(error?: ConnectError): Headers {
  const fields = new Headers({ [headerGrpcStatus]: grpcStatusOk });
  if (error) {
    setTrailerStatus(fields, error);
    // Connect encodes more than it should.
    fields.set(headerGrpcMessage, percentEncode(error.rawMessage));
  }
  return fields;
}

/**
 * A status of limited size. Clients treat a call with too large headers as broken, and never see the reason. So a long
 * message is cut, and details are omitted from the first one without room.
 */
export function shortGrpcStatusHeaders(error: ConnectError): Headers {
  const short = new ConnectError(shortened(error.rawMessage), error.code);
  let fields = grpcStatusHeaders(short);
  for (const detail of error.details) {
    short.details.push(detail);
    const longer = grpcStatusHeaders(short);
    if (lengthOf(longer) > LONGEST_STATUS) break;
    fields = longer;
  }
  return fields;
}

function shortened(text: string): string {
  let shortText = '';
  let length = 0;
  for (const character of text) {
    length += percentEncode(character).length;
    if (length > LONGEST_MESSAGE) return `${shortText}…`;
    shortText += character;
  }
  return text;
}

function lengthOf(fields: Headers): number {
  return [...fields].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
