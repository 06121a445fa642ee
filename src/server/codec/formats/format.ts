// The interface of body formats: between bytes and values of handlers.

import type { ReadEvent } from '../../../openapi/event-items.ts';
import type { MediaRange } from '../../../openapi/media-type.ts';
import type { EncodingObject } from '../../../openapi/objects.ts';
import type { SchemaView } from '../../../openapi/parameters/schema-view.ts';
import type { PositionalParts } from '../../../openapi/positional-parts.ts';

/** The properties of a body before it is read or written. */
export interface Content {
  /** The one type that it has, with its parameters. */
  readonly mediaType: MediaRange;
  /** Its schema. */
  readonly meaning: SchemaView;
  /** How the properties of a form are written, by their names. */
  readonly encoding: Readonly<Record<string, EncodingObject>>;
  /** The parts of a multipart body that is a list. Default: it is none. */
  readonly parts?: PositionalParts | undefined;
  /** How events are described, by an `itemSchema`. Default: not at all. */
  readonly events?: DescribedEvents | undefined;
}

/** The events of a stream, as the document describes them. */
export interface DescribedEvents {
  /** Whether an item is the data of an event. */
  readonly areData: boolean;
  readonly read: ReadEvent;
}

/** How much is read of one body. */
export interface Limits {
  /** In JSON: the number of opening brackets and commas. */
  readonly values: number;
  /** In bytes. */
  readonly limit: number;
}

/** The data to send: at once, or in pieces. */
export type SentBody = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** Reads and writes bodies of one kind, whatever media types it has. */
export interface Format {
  /** Whether this format handles a media type, or all types of a range. */
  covers(mediaType: MediaRange): boolean;
  /**
   * Whether sequences are written item by item: then a stream contains values. Default: a stream contains bytes and
   * texts.
   */
  readonly writesItems?: boolean;
  /** Converts a value asynchronously before it is validated and written. Default: the value. */
  prepare?(value: unknown, content: Content): Promise<unknown>;
  /** @throws ApiError `invalid_argument` if the bytes are none */
  read(bytes: Uint8Array, content: Content): unknown | Promise<unknown>;
  /** The data for a value that is neither bytes nor a stream of them. @throws TypeError if it cannot be written */
  write(value: unknown, content: Content): SentBody;
}
