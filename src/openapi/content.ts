// The media types of a body in a document.

import { isRecord } from '../schema/is-record.ts';
import { parseJson } from '../schema/json/parse-json.ts';
import { childPointer } from '../schema/json-pointer.ts';
import { once } from '../schema/once.ts';
import { createEventReader, parseEvents, type ReceivedEvent } from './event-items.ts';
import { cachedMediaType, isConcrete, isEventStream, isJson, isJsonLines, isSequence } from './media-type.ts';
import type { EncodingObject, ExampleObject, MediaTypeObject, Schema, WithExamples } from './objects.ts';
import type { Part, References } from './references.ts';

/** One media type that a body may have. */
export interface BodyMediaType {
  /** As in the document: with parameters, or a range such as `image/*`. */
  readonly type: string;
  readonly part: Part<MediaTypeObject>;
  /** The unresolved schema, which may be a reference. Its pointer identifies its validator. */
  readonly schema: Part<Schema> | undefined;
  /** The schema of each item of a sequence (`itemSchema`, OpenAPI 3.2); undefined for other media types. */
  readonly itemSchema: Part<Schema> | undefined;
  /** Encodings of form properties, by name; references resolved. */
  readonly encoding: Readonly<Record<string, EncodingObject>>;
  readonly examples: readonly Example[];
}

/** An example value of a document. */
export interface Example {
  /** Its key; empty for a single unnamed example. */
  readonly name: string;
  readonly summary: string | undefined;
  readonly value: unknown;
  readonly pointer: string;
}

/** Parses the media types in the `content` of a part, in the order of the document. */
export function parseContent(references: References, parent: Part<object>): readonly BodyMediaType[] {
  return resolvedMembers<MediaTypeObject>(references, parent, 'content').map(([key, part]) => {
    const type = usableMediaType(key);
    const encoding = once(() => parseEncodings(references, part));
    const examples = once(() => parseBodyExamples(references, type, part));
    return {
      type,
      part,
      ...parseSchemas(references, type, part),
      get encoding() {
        return encoding();
      },
      get examples() {
        return examples();
      },
    };
  });
}

/** The media type that a key means: some documents have names of formats, or lists. The document has a finding. */
function usableMediaType(key: string): string {
  if (cachedMediaType(key)) return key;
  const [first = ''] = key.split(/[,;]/).map((one) => one.trim());
  if (cachedMediaType(first)) return first;
  return MEDIA_TYPE_NAMES[first.toLowerCase()] ?? key;
}

const MEDIA_TYPE_NAMES: Readonly<Record<string, string>> = {
  '': 'application/json',
  json: 'application/json',
  xml: 'application/xml',
  text: 'text/plain',
  plain: 'text/plain',
  html: 'text/html',
  csv: 'text/csv',
  yaml: 'application/yaml',
  pdf: 'application/pdf',
};

function parseSchemas(
  references: References,
  type: string,
  part: Part<MediaTypeObject>,
): Pick<BodyMediaType, 'schema' | 'itemSchema'> {
  const schema = schemaPart(part);
  const range = cachedMediaType(type);
  const isParts = range?.type === 'multipart' && range.subtype !== 'form-data';
  if (!range || !(isSequence(range) || isParts)) return { schema, itemSchema: undefined };
  const { itemSchema } = part.value;
  if (itemSchema !== undefined)
    return { schema, itemSchema: { value: itemSchema, pointer: childPointer(part.pointer, 'itemSchema') } };
  if (isEventStream(range) || isParts) return { schema, itemSchema: undefined };
  // Before 3.2 there was no `itemSchema`: a sequence is not an object, so an object schema describes each item.
  const describesItem = schema && references.resolveValue(schema.value)?.type === 'object';
  return describesItem ? { schema: undefined, itemSchema: schema } : { schema, itemSchema: undefined };
}

const items = new WeakMap<BodyMediaType, BodyMediaType | undefined>();

/** The media type of one item of a sequence; undefined if there is no item schema, or for other media types. */
export function itemMediaType(references: References, type: BodyMediaType): BodyMediaType | undefined {
  if (items.has(type)) return items.get(type);
  const range = cachedMediaType(type.type);
  const schema = type.itemSchema ?? (range && isJsonLines(range) ? itemsPart(references, type.schema) : undefined);
  const item = schema && { ...type, schema, itemSchema: undefined };
  items.set(type, item);
  return item;
}

/** The schema under `items`, if the schema has it directly. */
function itemsPart(references: References, schema: Part<Schema> | undefined): Part<Schema> | undefined {
  const whole = schema && references.resolve<{ readonly items?: Schema }>(schema as Part<object>);
  if (!whole || !isRecord(whole.value) || whole.value.items === undefined) return undefined;
  return { value: whole.value.items, pointer: childPointer(whole.pointer, 'items') };
}

/** The primary media type of a body: JSON, or the first one. */
export function mainMediaType(mediaTypes: readonly BodyMediaType[]): BodyMediaType | undefined {
  return mediaTypes.find(({ type }) => type === 'application/json') ?? mediaTypes[0];
}

/** The schema of a part; its own `$ref` is not resolved, because it may have siblings. */
export function schemaPart({ value, pointer }: Part<{ readonly schema?: Schema }>): Part<Schema> | undefined {
  return value.schema === undefined ? undefined : { value: value.schema, pointer: childPointer(pointer, 'schema') };
}

/**
 * Parses the examples of a parameter, header or media type. External values are in the document since it was read.
 *
 * @param type - the media type, by which serialised values are parsed. Default: they are skipped
 */
export function parseExamples(references: References, part: Part<WithExamples>, type?: string): readonly Example[] {
  const { value, pointer } = part;
  const named = resolvedMembers<ExampleObject>(references, part, 'examples').flatMap(
    ([name, { value: example, pointer }]) =>
      valuesOf(example, type).map(([field, value]) => {
        return { name, summary: example.summary, value, pointer: childPointer(pointer, field) };
      }),
  );
  if (named.length > 0 || value.example === undefined) return named;
  return [{ name: '', summary: undefined, value: value.example, pointer: childPointer(pointer, 'example') }];
}

/** The examples of a body. Those of a sequence are lists, also if they are written as text or as a single item. */
function parseBodyExamples(references: References, type: string, part: Part<MediaTypeObject>): readonly Example[] {
  const examples = parseExamples(references, part, type);
  const range = cachedMediaType(type);
  if (!range) return examples;
  const { itemSchema } = part.value;
  if (isEventStream(range) && itemSchema !== undefined) {
    const read = createEventReader(
      { value: itemSchema, pointer: childPointer(part.pointer, 'itemSchema') },
      references,
    );
    return examples.map((example) => ({ ...example, value: eventsOf(example.value, read) }));
  }
  if (!isJsonLines(range)) return examples;
  return examples.map((example) => ({ ...example, value: sequenceOf(example.value) }));
}

/** The value of an example with the name of its field; none for one that is elsewhere, or a serialised parameter. */
function valuesOf(example: ExampleObject, type: string | undefined): readonly (readonly [string, unknown])[] {
  if (Object.hasOwn(example, 'value')) return [['value', example.value]];
  if (Object.hasOwn(example, 'dataValue')) return [['dataValue', example.dataValue]];
  const { serializedValue: text } = example;
  if (type === undefined || typeof text !== 'string') return [];
  return [['serializedValue', deserialize(text, type)]];
}

/** A body as data: parsed if it is JSON, else the text itself. */
function deserialize(text: string, type: string): unknown {
  const range = cachedMediaType(type);
  try {
    return range && isJson(range) ? parseJson(text) : text;
  } catch {
    return text;
  }
}

function eventsOf(value: unknown, read: (event: ReceivedEvent) => unknown): unknown {
  if (typeof value === 'string') return parseEvents(value).map(read);
  return Array.isArray(value) ? value : [value];
}

function sequenceOf(value: unknown): unknown {
  if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
  // A JSON text sequence begins each item with a record separator (RFC 7464, section 2.2).
  const lines = value
    .replaceAll('\u001e', '\n')
    .split('\n')
    .filter((line) => line.trim() !== '');
  try {
    return lines.map((line) => parseJson(line) as unknown);
  } catch {
    return value;
  }
}

/** The members of an object below a part, by name, references resolved. Non-objects are skipped. */
export function resolvedMembers<T extends object>(
  references: References,
  part: Part<object>,
  key: string,
): readonly (readonly [name: string, part: Part<T>])[] {
  const parent = references.resolveBelow(part, key);
  if (!parent || !isRecord(parent.value)) return [];
  return Object.keys(parent.value).flatMap((name) => {
    const found = references.resolveBelow<T>(parent, name);
    return found && isRecord(found.value) ? [[name, found as Part<T>] as const] : [];
  });
}

function parseEncodings(references: References, part: Part<MediaTypeObject>): BodyMediaType['encoding'] {
  const encodings = resolvedMembers<EncodingObject>(references, part, 'encoding').map(([name, encoding]) => {
    if (encoding.value.headers === undefined) return [name, encoding.value] as const;
    const headers = resolvedMembers(references, encoding, 'headers').map(
      ([header, { value }]) => [header, value] as const,
    );
    return [name, { ...encoding.value, headers: Object.fromEntries(headers) }] as const;
  });
  return Object.fromEntries(encodings);
}

/** The plain JSON media type. */
export const JSON_TYPE = 'application/json';

/**
 * The JSON media type of a body: `application/json`, or the first with a JSON suffix such as `application/problem+json`
 * (RFC 6839). Those of gRPC and Connect are excluded: other codecs handle them.
 */
export function jsonMediaType(mediaTypes: readonly BodyMediaType[] = []): BodyMediaType | undefined {
  return mediaTypes.find(({ type }) => type === JSON_TYPE) ?? mediaTypes.find(({ type }) => isOneJson(type));
}

function isOneJson(type: string): boolean {
  const mediaType = cachedMediaType(type);
  return mediaType !== undefined && isJson(mediaType) && isConcrete(mediaType);
}
