// The parameters of an operation, parsed from the document.

import { isRecord } from '../schema/is-record.ts';
import { childPointer } from '../schema/json-pointer.ts';
import { type BodyMediaType, parseContent, schemaPart } from './content.ts';
import { type LocatedOperation, pathItemField } from './lookup/path-items.ts';
import { parsePathTemplate } from './lookup/path-template.ts';
import type { HeaderObject, ParameterObject, Schema } from './objects.ts';
import type { Part, References } from './references.ts';

/** A parameter or header: serialized by a style or in a media type. */
export interface ParameterField {
  readonly required: boolean;
  /** Such as `form`; the default of its location if the document has none. */
  readonly style: string;
  readonly explode: boolean;
  /** The unresolved schema, which may be a reference. Undefined if it has a `content` instead. */
  readonly schema: Part<Schema> | undefined;
  /** The media type of the value; undefined if it is serialized by its style. */
  readonly content: BodyMediaType | undefined;
}

/** A parameter. */
export interface Parameter extends ParameterField {
  /** As in the document; header names are case-insensitive. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** Whether it is the whole query string (`in: querystring`, OpenAPI 3.2). */
  readonly isWholeQuery: boolean;
  /** Whether reserved characters may occur unencoded (RFC 3986, section 2.2). */
  readonly allowReserved: boolean;
  /** Whether an empty value is allowed, whatever the schema says; undefined if the schema decides. */
  readonly allowEmptyValue: boolean | undefined;
  readonly part: Part<ParameterObject>;
}

/** OpenAPI 3.0.3, section 4.7.12.1; `querystring` since 3.2. */
const LOCATIONS: ReadonlySet<unknown> = new Set(['path', 'query', 'querystring', 'header', 'cookie']);
/** Headers that are ignored as parameters (OpenAPI 3.0.3, section 4.7.12.1). */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/**
 * Parses the parameters of an operation: those of its path item, overridden by its own with the same name and
 * location. Path parameters that its path does not have are left out: no request could satisfy them.
 */
export function parseParameters(references: References, located: LocatedParameters): readonly Parameter[] {
  return parseAll(references, located).filter((parameter) => isInPath(parameter, located.path));
}

/** The path parameters of an operation that its path does not have. */
export function parseStrayParameters(references: References, located: LocatedParameters): readonly Parameter[] {
  return parseAll(references, located).filter((parameter) => !isInPath(parameter, located.path));
}

type LocatedParameters = Pick<LocatedOperation, 'part' | 'pathItem' | 'path'>;

function isInPath({ in: location, name }: Parameter, path: string): boolean {
  if (location !== 'path' || path.includes(`{${name}}`)) return true;
  return parsePathTemplate(path, true).values.some((value) => value.name === name);
}

function parseAll(references: References, { part, pathItem: items }: LocatedParameters): readonly Parameter[] {
  const shared = pathItemField(items, 'parameters');
  const own = { value: part.value.parameters, pointer: childPointer(part.pointer, 'parameters') };
  const byAddress = new Map<string, Parameter>();
  for (const list of [shared, own]) {
    for (const found of parameterParts(references, list)) {
      const parameter = parseParameter(references, found);
      byAddress.set(`${parameter.in} ${keyName(parameter)}`, parameter);
    }
  }
  return [...byAddress.values()].filter(
    ({ in: location, name }) => !(location === 'header' && IGNORED_HEADERS.has(name.toLowerCase())),
  );
}

/** Parses the common fields of parameters and headers. @param style - the default */
export function parseField(references: References, part: Part<HeaderObject>, style: string): ParameterField {
  const { required, style: named = style, explode = named === 'form' || named === 'cookie' } = part.value;
  const [content] = parseContent(references, part);
  return { required: required === true, style: named, explode: explode === true, schema: schemaPart(part), content };
}

function parseParameter(references: References, part: Part<ParameterObject>): Parameter {
  const { name, in: named, allowReserved, allowEmptyValue } = part.value;
  const location = named === 'querystring' ? 'query' : named;
  const field = parseField(references, part, location === 'query' || location === 'cookie' ? 'form' : 'simple');
  return {
    name,
    in: location,
    isWholeQuery: named === 'querystring',
    ...field,
    // Path parameters are always required.
    required: field.required || location === 'path',
    allowReserved: allowReserved === true,
    allowEmptyValue: typeof allowEmptyValue === 'boolean' ? allowEmptyValue : undefined,
    part,
  };
}

function parameterParts(references: References, list: Part<unknown> | undefined): Part<ParameterObject>[] {
  if (!list || !Array.isArray(list.value)) return [];
  return list.value.flatMap((_, index) => {
    const found = references.resolveBelow<ParameterObject>(list, index);
    return found && isRecord(found.value) && typeof found.value.name === 'string' && LOCATIONS.has(found.value.in)
      ? [found]
      : [];
  });
}

function keyName({ in: location, name }: Parameter): string {
  return location === 'header' ? name.toLowerCase() : name;
}
