// Decodes the body of a response by its documented media type.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { createEventReader, parseEvents } from '../../openapi/event-items.ts';
import type { Finding } from '../../openapi/finding.ts';
import {
  isEventStream,
  isJson,
  isSequence,
  type MediaRange,
  matchMediaTypes,
  parseMediaType,
} from '../../openapi/media-type.ts';
import { viewSchema } from '../../openapi/parameters/schema-view.ts';
import { positionalParts } from '../../openapi/positional-parts.ts';
import { once } from '../../schema/once.ts';
import { contentOf } from '../../server/codec/body-content.ts';
import { withoutBytes } from '../../server/codec/formats/bytes.ts';
import { createFormats } from '../../server/codec/formats.ts';
import { andThen } from '../../server/pipeline/scheduling/and-then.ts';
import { parseJsonBody } from '../requests/json-body.ts';
import type { ReceivedResponse } from '../target.ts';
import { findDeclaredResponse } from './declared-response.ts';
import { getCompletePart } from './event-sequence.ts';

/** A decoded body. */
export interface DecodedResponseBody {
  /** The matching declared media type; undefined if there is none. */
  readonly type: BodyMediaType | undefined;
  /** Undefined without a body, or if it cannot be decoded. */
  readonly value: unknown;
  /** Why it cannot be decoded: a clause. */
  readonly problem?: string;
  /** Returns the violations of its schema, computed once. Absent without a schema or value. */
  readonly findings?: () => readonly Finding[];
}

/** Limits of one response. */
const LIMITS = { values: 500_000, limit: 16 * 1024 * 1024 };
const formatFor = createFormats(LIMITS);

/** Decodes the body of a response: JSON immediately. Never throws. */
export function decodeResponseBody(
  operation: Operation,
  response: ReceivedResponse,
): DecodedResponseBody | Promise<DecodedResponseBody> {
  const { status, headers, isStart = false } = response;
  const declared = findDeclaredResponse(operation, status)?.mediaTypes ?? [];
  const media = parseMediaType(headers['content-type'] ?? '');
  if ((response.body.length === 0 && !isStart) || !media) return { type: undefined, value: undefined };
  const [key] = matchMediaTypes(
    declared.map(({ type }) => type),
    media,
  );
  const type = declared.find((one) => one.type === key);
  const unreadable = (error: unknown) => ({ type, value: undefined, problem: (error as Error).message });
  const read = (value: unknown): DecodedResponseBody => {
    if (!type || value === undefined) return { type, value };
    return { type, value, findings: once(() => operation.validateResponse(status, withoutBytes(value), type)) };
  };
  // Without its end, only the parts of a sequence can be read.
  const hasItems = isSequence(media) || (type && positionalParts(type, operation.references)) !== undefined;
  const body = isStart && hasItems ? getCompletePart(response.body, media) : response.body;
  if (isStart && (!hasItems || body.length === 0)) return { type, value: undefined };
  if (type && isEventStream(media)) {
    const events = parseEvents(Buffer.from(body).toString());
    if (type.itemSchema) {
      const readEvent = createEventReader(type.itemSchema, operation.references);
      const isValid = (item: unknown) => operation.validateResponse(status, [item], type).length === 0;
      return read(events.map((event) => readEvent(event, isValid)));
    }
    // Before OpenAPI 3.2, a schema of another type described the data of the events, in no defined way.
    const isText = viewSchema(type.schema, operation.references).types?.has('string') ?? true;
    if (!isText) return { type, value: events };
    if (isStart) return { type, value: Buffer.from(body).toString() };
  }
  try {
    const value = andThen(bodyValue(body, media, type, operation), read);
    return value instanceof Promise ? value.catch(unreadable) : value;
  } catch (error) {
    return unreadable(error);
  }
}

function bodyValue(
  body: Uint8Array,
  media: MediaRange,
  type: BodyMediaType | undefined,
  { references }: Operation,
): unknown {
  if (isJson(media)) return parseJsonBody(body, jsonText(body, media));
  if (!type) return undefined;
  return formatFor(media).read(body, contentOf(type, media, references));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws Error if the encoding is not UTF-8 (RFC 8259, section 8.1) */
function jsonText(body: Uint8Array, { parameters }: MediaRange): string {
  const declared = parameters.get('charset') ?? 'utf-8';
  if (!isWide(body)) {
    try {
      return utf8.decode(body);
    } catch {
      const what = /^utf-?8$/i.test(declared) ? 'not UTF-8' : `in ${declared}`;
      throw new Error(`it is ${what}, but JSON must be UTF-8`);
    }
  }
  throw new Error('it is in UTF-16, but JSON must be UTF-8');
}

/** Whether the encoding is UTF-16 or UTF-32: JSON starts with an ASCII character, which then has zero bytes. */
function isWide([first, second]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMarked || first === 0 || second === 0;
}
