// How bodies of one kind are read and written: between bytes and the values that handlers see.

import type { MediaRange } from '../../../openapi/media-type.ts';
import type { EncodingObject } from '../../../openapi/objects.ts';
import type { Meaning } from '../../../openapi/parameters/meaning.ts';
import { ApiError } from '../../pipeline/errors/failure.ts';

/** What is known of a body before it is read or written. */
export interface Content {
  /** The one type that it has, with its parameters. */
  readonly mediaType: MediaRange;
  /** What the document says of it. */
  readonly meaning: Meaning;
  /** How the properties of a form are written, by their names. */
  readonly encoding: Readonly<Record<string, EncodingObject>>;
}

/** How much is read of one body. */
export interface Limits {
  /** In JSON: as many as there are brackets that open, and commas. */
  readonly values: number;
  /** In bytes. */
  readonly limit: number;
}

/** What is sent: at once, or piece by piece. */
export type Sent = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** Reads and writes bodies of one kind, whatever media types it has. */
export interface Format {
  /** Whether bodies of a media type are of this kind. It may be a range: then whether those that it covers are. */
  covers(mediaType: MediaRange): boolean;
  /** Whether what comes one after the other is written so, item by item: then a stream is one of values. Default: a stream is one of bytes and texts. */
  readonly writesItems?: boolean;
  /** What is checked and written in place of a value, where that has to be waited for. Default: the value. */
  prepare?(value: unknown, content: Content): Promise<unknown>;
  /** @throws ApiError `invalid_argument` if the bytes are none */
  read(bytes: Uint8Array, content: Content): unknown | Promise<unknown>;
  /**
   * What is sent for a value that is neither bytes nor a stream of them.
   *
   * @throws TypeError if it cannot be written so
   */
  write(value: unknown, content: Content): Sent;
}

/** Why a body was refused, for the person who wrote it. */
export class BodyError extends ApiError {
  constructor(message: string) {
    super('invalid_argument', message);
  }
}
