// Writes multipart bodies (RFC 2046, section 5.1; RFC 7578).

import { createHash } from 'node:crypto';
import { cachedMediaType, isConcrete, isJson, parseMediaType } from '../../../openapi/media-type.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { Content } from './format.ts';
import { UploadedFile } from './uploaded-file.ts';

/** Converts files among the parts to one type: a `Blob`, or an object like `UploadedFile`. */
export async function withFiles(value: unknown): Promise<unknown> {
  if (value instanceof Blob)
    return new UploadedFile(nameOf(value), value.type, new Uint8Array(await value.arrayBuffer()));
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value instanceof Uint8Array || value instanceof UploadedFile) return value;
  if (Array.isArray(value)) return Promise.all(value.map(withFiles));
  if (!isRecord(value)) return value;
  const { name = '', type = '', bytes } = value as Readonly<Record<string, unknown>>;
  if (bytes instanceof Uint8Array) return new UploadedFile(String(name), String(type), bytes);
  const members = await Promise.all(Object.entries(value).map(async ([key, one]) => [key, await withFiles(one)]));
  return Object.fromEntries(members);
}

function nameOf(blob: Blob): string {
  return blob instanceof File ? blob.name : '';
}

/**
 * A body with a part for each property of an object, or for each item of a list. A list property has a part for each
 * item. Texts, numbers and booleans are written as they are, objects as JSON, files with their names and types;
 * `encoding` may set the media type of a part.
 *
 * @throws TypeError if a part cannot be written
 */
export function writeMultipart(value: unknown, { mediaType, encoding, parts: described }: Content): Uint8Array {
  if (!isRecord(value) && !Array.isArray(value)) throw new TypeError('it must be an object, or a list of parts');
  const parts = Array.isArray(value)
    ? value.map((item, index) => partOf(undefined, item, described?.contentTypeOf(index)))
    : Object.entries(value).flatMap(([name, one]) =>
        [one]
          .flat()
          .filter((item) => item !== undefined && item !== null)
          .map((item) => partOf(name, item, encoding[name]?.contentType)),
      );
  const declared = mediaType.parameters.get('boundary');
  // Derived from the content, so that equal responses have equal bytes.
  const made = () => `understudy-${createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32)}`;
  const boundary = declared ?? made();
  if (parts.some((part) => part.includes(`--${boundary}`))) {
    throw new TypeError(`one of its parts contains the boundary ${boundary}; set another one or none`);
  }
  const delimiter = Buffer.from(`--${boundary}\r\n`);
  return Buffer.concat([...parts.flatMap((part) => [delimiter, part, LINE_END]), Buffer.from(`--${boundary}--\r\n`)]);
}

/**
 * The parts of a stream, each when it is there.
 *
 * @param content - its media type has the boundary
 * @throws TypeError if a part cannot be written
 */
export async function* writeParts(
  items: AsyncIterable<unknown>,
  { mediaType, parts: described }: Content,
): AsyncGenerator<Uint8Array> {
  const boundary = mediaType.parameters.get('boundary') ?? '';
  let index = 0;
  for await (const item of items) {
    const part = partOf(undefined, await withFiles(item), described?.contentTypeOf(index));
    if (part.includes(`--${boundary}`)) throw new TypeError(`part ${index + 1} contains the boundary ${boundary}`);
    yield Buffer.concat([Buffer.from(`--${boundary}\r\n`), part, LINE_END]);
    index += 1;
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

const LINE_END = Buffer.from('\r\n');

/** @param declared - the media types that the document gives it, with commas in between */
function partOf(name: string | undefined, value: unknown, declared: string | undefined): Buffer {
  const first = declared?.split(',')[0]?.trim();
  const range = first === undefined ? undefined : cachedMediaType(first);
  const type = range && isConcrete(range) ? first : undefined;
  const isFile = value instanceof UploadedFile || value instanceof Uint8Array;
  const head = [
    ...(name === undefined ? [] : [`Content-Disposition: form-data; name="${quoted(name)}"${fileNameOf(name, value)}`]),
    ...(isFile ? [`Content-Type: ${fileType(value, type)}`] : typeOf(value, type)),
  ];
  return Buffer.concat([Buffer.from(`${head.map((line) => `${line}\r\n`).join('')}\r\n`), bytesOf(name, value, type)]);
}

/** Readers treat parts with a file name as files. */
function fileNameOf(name: string, value: unknown): string {
  if (value instanceof UploadedFile) return `; filename="${quoted(value.name || name)}"`;
  return value instanceof Uint8Array ? `; filename="${quoted(name)}"` : '';
}

function fileType(value: UploadedFile | Uint8Array, declared = 'application/octet-stream'): string {
  const own = value instanceof UploadedFile ? value.type : '';
  return parseMediaType(own) && !/[^\x20-\x7e]/.test(own) ? own : declared;
}

/** A text needs none. */
function typeOf(value: unknown, declared: string | undefined): readonly string[] {
  const type = declared ?? (typeof value === 'object' ? 'application/json' : undefined);
  return type === undefined ? [] : [`Content-Type: ${type}`];
}

function bytesOf(name: string | undefined, value: unknown, type: string | undefined): Uint8Array {
  if (value instanceof UploadedFile) return value.bytes;
  if (value instanceof Uint8Array) return value;
  const range = type === undefined ? undefined : cachedMediaType(type);
  const isText = typeof value !== 'object' && !(range && isJson(range));
  if (typeof value === 'object' && range && !isJson(range)) {
    throw new TypeError(
      `part ${name ?? ''} is an object and cannot be serialized as ${type}; return a string or bytes`,
    );
  }
  return Buffer.from(isText ? String(value) : stringifyJson(value));
}

/** As browsers write names (HTML Standard, "multipart/form-data encoding algorithm"). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The boundary at the beginning of a body; undefined if there is none. */
export function boundaryIn(body: string | Uint8Array): string | undefined {
  // The longest one has 70 characters (RFC 2046, section 5.1.1).
  const start = typeof body === 'string' ? body.slice(0, 200) : Buffer.from(body.subarray(0, 200)).toString('latin1');
  return /^(?:\r\n)?--([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])[ \t]*\r?\n/.exec(start)?.[1];
}
