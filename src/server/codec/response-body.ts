// The body of a response: what is sent, and what is validated.

import type { BodyMediaType } from '../../openapi/content.ts';
import { parseEvents, type ReceivedEvent } from '../../openapi/event-items.ts';
import { isJson } from '../../openapi/media-type.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import type { CheckableBody } from '../pipeline/codec.ts';
import { isStream, type WireBody } from '../pipeline/wire.ts';
import { bytes, textOfBytes, withoutBytes } from './formats/bytes.ts';
import { asReceived } from './formats/events.ts';
import type { Content, Format } from './formats/format.ts';
import { meansBytes } from './formats/multipart.ts';
import { boundaryIn } from './formats/multipart-writing.ts';

/** The data to send for a value that is not written as JSON. Texts, bytes and streams of them are sent unchanged. */
export function bodyToSend(value: unknown, format: Format, content: Content): WireBody | Promise<WireBody> {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value instanceof Blob) return value.arrayBuffer().then((buffer) => new Uint8Array(buffer));
  if (isStream<string | Uint8Array>(value)) {
    return format.writesItems || content.parts ? format.write(value, content) : value;
  }
  if (format.prepare) return format.prepare(value, content).then((ready) => format.write(ready, content));
  return format.write(value, content);
}

/**
 * The value to validate before it is sent, or of a stream as it is; undefined if it is unknown. If the schema
 * describes values, a text is parsed as clients do; if it describes texts, it is the text.
 */
export function bodyToValidate(
  value: unknown,
  format: Format,
  content: Content,
  type: BodyMediaType | undefined,
  itemType: BodyMediaType | undefined,
): CheckableBody | undefined | Promise<CheckableBody | undefined> {
  if (isStream(value)) {
    if (!itemType) return undefined;
    if (content.parts) return { value, type: itemType, isItemStream: true, toItem: withoutBytes };
    return format.writesItems ? { value, type: itemType, isItemStream: true } : undefined;
  }
  if (value instanceof Blob) return undefined;
  if (format.prepare && typeof value === 'object' && !(value instanceof Uint8Array || value instanceof ArrayBuffer)) {
    return format.prepare(value, content).then((ready) => ({ value: withoutBytes(ready), type }));
  }
  const whole = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
  // A schema of bytes does not describe the content of a file.
  if (whole instanceof Uint8Array && meansBytes(content.meaning)) return { value: textOfBytes(whole), type };
  const isText = format !== bytes || isJson(content.mediaType);
  const ready = whole instanceof Uint8Array ? (isText ? Buffer.from(whole).toString() : textOfBytes(whole)) : whole;
  if (isJson(content.mediaType)) return { value: whole === ready ? whole : parsed(ready as string), type };
  if (type?.itemSchema && ready !== undefined) {
    // One value by itself is one line.
    return typeof ready === 'string' ? reread(ready, format, content, type) : { value: [ready].flat(), type };
  }
  const { types } = content.meaning;
  if (typeof ready !== 'string') {
    const isAboutText = isText && types?.size === 1 && types.has('string') && ready !== undefined;
    return { value: isAboutText ? format.write(ready, content) : ready, type };
  }
  return !types || types.has('string') ? { value: ready, type } : reread(ready, format, content, type);
}

/** The events of a response to validate, as clients receive them. */
export function eventsToValidate(
  value: unknown,
  content: Content,
  isValid: (item: unknown) => boolean,
): Pick<CheckableBody, 'value' | 'toItem'> {
  const described = (event: ReceivedEvent | undefined) => event && content.events?.read(event, isValid);
  const toItem = (item: unknown) => described(asReceived(item, content));
  if (isStream(value)) return { value, toItem };
  const text = value instanceof Uint8Array ? Buffer.from(value).toString() : value;
  const items = typeof text === 'string' ? parseEvents(text).map(described) : [text].flat().map(toItem);
  return { value: items.filter((item) => item !== undefined) };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** An unreadable text stays a text, which violates the schema. */
async function reread(
  text: string,
  format: Format,
  content: Content,
  type: BodyMediaType | undefined,
): Promise<CheckableBody | undefined> {
  const { mediaType } = content;
  const boundary = mediaType.type === 'multipart' && !mediaType.parameters.has('boundary') && boundaryIn(text);
  const parameters = boundary ? new Map([...mediaType.parameters, ['boundary', boundary]]) : mediaType.parameters;
  try {
    const value = await format.read(Buffer.from(text), { ...content, mediaType: { ...mediaType, parameters } });
    // Parts without names are not parsed.
    return value instanceof Uint8Array && mediaType.type === 'multipart'
      ? undefined
      : { value: withoutBytes(value), type };
  } catch {
    return { value: text, type };
  }
}
