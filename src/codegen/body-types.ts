// Generates TypeScript for bodies: by media type, then by schema.

import type { BodyMediaType } from '../openapi/content.ts';
import { isJson, parseMediaType } from '../openapi/media-type.ts';
import type { Part } from '../openapi/references.ts';
import type { RequestBody } from '../openapi/request-body.ts';
import type { Direction } from './direction.ts';
import { type AnySchema, schemaAt, schemasAt } from './schema-parts.ts';
import { requiredBy, type SchemaReader } from './schema-reader.ts';
import type { SchemaTypes } from './schema-types.ts';
import {
  anyOf,
  BYTES,
  listType,
  literal,
  mapOf,
  NEVER,
  one,
  shortObjectOf,
  streamOf,
  TEXT,
  type TypeText,
  UNKNOWN,
} from './type-text.ts';
import { createKinds, keywordTypes } from './value-kinds.ts';

/** In which direction the body of a request is read. */
export function directionOf({ type }: BodyMediaType): Direction {
  return bodyKind(type) === 'form' ? 'form' : 'input';
}

export interface BodyTypes {
  /** The type of a response body; `undefined` if there is none. */
  ofResponse(mediaTypes: readonly BodyMediaType[], indent: string): TypeText;
  /**
   * The type that a request body adds to the input of a handler: the members of an object; other values are in `body`.
   *
   * @param others - names of other input values, which hide members of the body
   */
  ofRequest(body: RequestBody, others: readonly string[], indent: string): TypeText;
  /** Helper types that the generated types use. */
  declarations(): readonly string[];
}

/** `Omit` would reduce several choices to their common members, and an object with additional members to those only. */
const WITHOUT = `/** The members of T, or of each of its choices, without those of some names. */
type Without<T, Names> = { readonly [Name in keyof T as Exclude<Name, Names>]: T[Name] };
`;

export function createBodyTypes(reading: SchemaReader, types: SchemaTypes): BodyTypes {
  const kindsOf = createKinds(reading);
  let usesWithout = false;

  const responseType = (mediaType: BodyMediaType, indent: string): TypeText => {
    const { type, schema, itemSchema } = mediaType;
    const written = (part: Part<AnySchema> | undefined) => (part ? types.typeOf(part, 'output', indent) : UNKNOWN);
    if (itemSchema) {
      const item = written(itemSchema);
      return anyOf([schema ? written(schema) : listType(item), streamOf(item)]);
    }
    const whole = rawType(mediaType) ?? written(schema);
    // It may be a stream.
    if (whole === BYTES) return anyOf([whole, streamOf(anyOf([BYTES, TEXT]))]);
    const kind = bodyKind(type);
    // Files have no place in the types of values that go out.
    if (/^multipart\//i.test(type)) return anyOf([whole, one('FormData')]);
    if (kind === 'events') return anyOf([whole, streamOf(UNKNOWN)]);
    if (kind !== 'lines' && kind !== 'table') return whole;
    const list = schema && reading.settled(schema);
    return anyOf([whole, streamOf(written(list && schemaAt(list, 'items')))]);
  };

  const requestType = (
    { type, schema, itemSchema }: BodyMediaType,
    required: boolean,
    others: readonly string[],
    indent: string,
  ): TypeText => {
    const underBody = (whole: TypeText) => shortObjectOf([{ name: 'body', type: whole, optional: !required }]);
    if (itemSchema && !schema) return underBody(listType(types.typeOf(itemSchema, 'input', indent)));
    const raw = rawType({ type, schema });
    if (raw) return underBody(raw);
    const seen = new Set<string>();
    const membersOf = (part: Part<AnySchema>): TypeText => {
      // A repeated choice adds nothing.
      if (seen.has(part.pointer)) return NEVER;
      seen.add(part.pointer);
      const kinds = kindsOf(part);
      const choices = kinds.size > 1 ? choicesOf(part) : [];
      if (choices.length > 0) return anyOf(choices.map(membersOf));
      if (kinds.size > 1) return mapOf(UNKNOWN);
      const whole = types.typeOf(part, bodyKind(type) === 'form' ? 'form' : 'input', indent);
      if (!kinds.has('object')) return underBody(whole);
      const hidden = others.filter((name) => reading.property(part, name));
      const own = hidden.length === 0 ? whole : without(whole, hidden);
      return required || requiresNothing(part) ? own : one(`Partial<${own.text}>`);
    };
    return schema ? membersOf(schema) : mapOf(UNKNOWN);
  };

  const without = (whole: TypeText, names: readonly string[]): TypeText => {
    usesWithout = true;
    return one(`Without<${whole.text}, ${anyOf(names.map(literal)).text}>`);
  };

  /** Text or bytes, for a raw body; undefined for one of values. */
  const rawType = ({ type, schema }: Pick<BodyMediaType, 'type' | 'schema'>): TypeText | undefined => {
    if (schema && !isOfTexts(schema)) return undefined;
    switch (bodyKind(type)) {
      case 'values':
      case 'form':
        return undefined;
      case 'lines':
        return schema ? undefined : listType(UNKNOWN);
      case 'any':
        return schema ? BYTES : UNKNOWN;
      case 'bytes':
        return BYTES;
      default:
        return TEXT;
    }
  };

  /** Whether a schema allows texts only, or anything. */
  const isOfTexts = (schema: Part<AnySchema>): boolean => {
    const type = reading.says(schema, 'type');
    if (type !== undefined) return [type].flat().every((one) => one === 'string' || one === 'file');
    return kindsOf(schema).size > 1 && choicesOf(schema).length === 0;
  };

  /** The choices of a schema without other constraints. */
  const choicesOf = (schema: Part<AnySchema>): readonly Part<AnySchema>[] => {
    const part = reading.settled(schema);
    if (!part || reading.target(part) || part.value.allOf || keywordTypes(part.value).length > 0) return [];
    const [oneOf, anyOf] = [schemasAt(part, 'oneOf'), schemasAt(part, 'anyOf')];
    return oneOf.length > 0 && anyOf.length > 0 ? [] : [...oneOf, ...anyOf];
  };

  /** Whether an object may be empty, as far as directly visible. */
  const requiresNothing = (schema: Part<AnySchema>): boolean => {
    const part = reading.settled(schema);
    if (!part || reading.target(part) || requiredBy(part).length > 0) return false;
    return !part.value.allOf && !part.value.anyOf && !part.value.oneOf;
  };

  return {
    ofResponse: (mediaTypes, indent) =>
      mediaTypes.length === 0
        ? one('undefined')
        : anyOf(mediaTypes.map((mediaType) => responseType(mediaType, indent))),
    ofRequest: ({ required, mediaTypes }, others, indent) =>
      anyOf(mediaTypes.map((mediaType) => requestType(mediaType, required, others, indent))),
    declarations: () => (usesWithout ? [WITHOUT] : []),
  };
}

/** `lines`, `table` and `events` may also be streams. */
type BodyKind = 'values' | 'form' | 'lines' | 'table' | 'events' | 'text' | 'bytes' | 'any';

const KINDS: readonly (readonly [kind: BodyKind, types: RegExp])[] = [
  ['form', /^multipart\/form-data$/],
  ['values', /^application\/x-www-form-urlencoded$|[/+]xml$/],
  ['table', /^text\/(csv|tab-separated-values)$/],
  ['lines', /(ndjson|jsonl|json-lines|jsonlines|ldjson|json-stream|json-seq)$/],
  ['events', /^text\/event-stream$/],
  ['text', /^text\/|\/(javascript|yaml|x-yaml|sql|graphql|jwt)$/],
  ['any', /\*/],
];

/** @param type - as a document has it: with parameters, or a range such as `image/*` */
function bodyKind(type: string): BodyKind {
  const mediaType = parseMediaType(type);
  if (!mediaType || isJson(mediaType)) return 'values';
  const bare = `${mediaType.type}/${mediaType.subtype}`;
  return KINDS.find(([, types]) => types.test(bare))?.[0] ?? 'bytes';
}
