// What a body is to a handler, as TypeScript: by its media type first, and then by its schema.

import type { BodyType } from '../openapi/content.ts';
import { isJson, parseMediaType } from '../openapi/media-type.ts';
import type { Part } from '../openapi/references.ts';
import type { RequestBody } from '../openapi/request-body.ts';
import type { Direction } from './direction.ts';
import { kindsOf, typesOf } from './kinds.ts';
import { type Reading, requiredBy } from './reading.ts';
import { type AnySchema, schemaAt, schemasAt } from './schema-parts.ts';
import type { SchemaTypes } from './schema-types.ts';
import { anyOf, BYTES, literal, mapOf, one, shortObjectOf, TEXT, type TypeText, UNKNOWN } from './type-text.ts';

/** In which direction the body of a request is read. */
export function directionOf({ type }: BodyType): Direction {
  return /^multipart\/form-data\b/i.test(type.trim()) ? 'form' : 'input';
}

export interface BodyTypes {
  /** The body of an answer; `undefined` where there is none. */
  ofAnswer(mediaTypes: readonly BodyType[], indent: string): TypeText;
  /**
   * What the body of a request adds to the input of a handler: the members of an object; what is no object stands under `body`.
   *
   * @param others - names of other values of the input, which hide members of the body
   */
  ofRequest(body: RequestBody, others: readonly string[], indent: string): TypeText;
}

export function createBodyTypes(reading: Reading, types: SchemaTypes): BodyTypes {
  const answerType = (mediaType: BodyType, indent: string): TypeText => {
    const raw = rawType(mediaType, reading);
    const type = raw ?? (mediaType.schema ? types.typeOf(mediaType.schema, 'output', indent) : UNKNOWN);
    // What may be sent bit by bit.
    if (raw === BYTES) return anyOf([type, streamOf(anyOf([BYTES, TEXT]))]);
    if (isEvents(mediaType)) return anyOf([type, streamOf(UNKNOWN)]);
    if (!isLines(mediaType)) return type;
    const items = mediaType.schema && itemsOf(reading, mediaType.schema);
    return anyOf([type, streamOf(items ? types.typeOf(items, 'output', indent) : UNKNOWN)]);
  };

  /** A value that may be there as a whole, or not. */
  const whole = (type: TypeText, required: boolean) => shortObjectOf([{ name: 'body', type, optional: !required }]);

  const membersOf = (
    part: Part<AnySchema>,
    direction: Direction,
    required: boolean,
    others: readonly string[],
    indent: string,
  ): TypeText => {
    const kinds = kindsOf(reading, part);
    const type = types.typeOf(part, direction, indent);
    if (!kinds.has('object')) return whole(type, required);
    const choices = kinds.has('other') ? choicesOf(reading, part) : [];
    if (choices.length > 0)
      return anyOf(choices.map((choice) => membersOf(choice, direction, required, others, indent)));
    if (kinds.has('other')) return mapOf(UNKNOWN);
    const hidden = others.filter((name) => reading.property(part, name));
    const own = hidden.length === 0 ? type : one(`Omit<${type.text}, ${anyOf(hidden.map(literal)).text}>`);
    return required || requiresNothing(reading, part) ? own : one(`Partial<${own.text}>`);
  };

  return {
    ofAnswer: (mediaTypes, indent) =>
      mediaTypes.length === 0 ? one('undefined') : anyOf(mediaTypes.map((mediaType) => answerType(mediaType, indent))),
    ofRequest: ({ required, mediaTypes }, others, indent) =>
      anyOf(
        mediaTypes.map((mediaType) => {
          const raw = rawType(mediaType, reading);
          if (raw) return whole(raw, required);
          if (!mediaType.schema) return mapOf(UNKNOWN);
          return membersOf(mediaType.schema, directionOf(mediaType), required, others, indent);
        }),
      ),
  };
}

/** Text or bytes, for a body that is one of them; undefined for one that is made of values. */
function rawType({ type, schema }: BodyType, reading: Reading): TypeText | undefined {
  const mediaType = parseMediaType(type);
  if (!mediaType || isJson(mediaType) || OF_VALUES.test(type)) return undefined;
  if (schema && !isOfTexts(reading, schema)) return undefined;
  if (mediaType.type === 'text' || TEXTS.test(mediaType.subtype)) return TEXT;
  return mediaType.subtype.startsWith('*') && !schema ? UNKNOWN : BYTES;
}

/** Forms, XML and lines of JSON. */
const OF_VALUES = /^(multipart\/form-data|[^;]*(x-www-form-urlencoded|[/+]xml|ndjson|jsonl|json-seq))\b/i;
const TEXTS = /^(javascript|yaml|x-yaml|sql|graphql|jwt)$/;

function isEvents({ type }: BodyType): boolean {
  return /^text\/event-stream\b/i.test(type);
}

/** Whether there is a value in each line. */
function isLines({ type }: BodyType): boolean {
  return /^([^;]*(ndjson|jsonl|json-seq)|text\/(csv|tab-separated-values))\b/i.test(type);
}

function streamOf(items: TypeText): TypeText {
  return one(`AsyncIterable<${items.text}>`);
}

/** The items of a list. */
function itemsOf(reading: Reading, part: Part<AnySchema>): Part<AnySchema> | undefined {
  const target = reading.target(part);
  return schemaAt(part, 'items') ?? (target && itemsOf(reading, target));
}

/** Whether nothing but texts is in a schema, or nothing is said of it. */
function isOfTexts(reading: Reading, schema: Part<AnySchema>): boolean {
  const type = reading.says(schema, 'type');
  if (type !== undefined) return [type].flat().every((one) => one === 'string' || one === 'file');
  return kindsOf(reading, schema).size === 2 && choicesOf(reading, schema).length === 0;
}

/** The choices of a schema that says nothing else. */
function choicesOf(reading: Reading, part: Part<AnySchema>): readonly Part<AnySchema>[] {
  const target = reading.target(part);
  if (!reading.isRead(part)) return target ? choicesOf(reading, target) : [];
  if (target || part.value.allOf || typesOf(part.value).length > 0) return [];
  const [oneOf, anyOf] = [schemasAt(part, 'oneOf'), schemasAt(part, 'anyOf')];
  return oneOf.length > 0 && anyOf.length > 0 ? [] : [...oneOf, ...anyOf];
}

/** Whether an object may be empty, as far as that is seen at once. */
function requiresNothing(reading: Reading, part: Part<AnySchema>): boolean {
  const target = reading.target(part);
  if (!reading.isRead(part)) return target !== undefined && requiresNothing(reading, target);
  const { allOf, anyOf, oneOf } = part.value;
  return !target && !allOf && !anyOf && !oneOf && requiredBy(part).length === 0;
}
