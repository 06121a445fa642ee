// A schema of an OpenAPI 3.0 document as JSON Schema draft 7, complete in itself, for judges that read only that.

import type { DocumentObject, Schema } from '../openapi/objects.ts';
import { createReferences } from '../openapi/references.ts';
import { resolve } from './projection.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Formats that the judges know. One that they do not know stops them, so it is left out. */
const KNOWN_FORMATS: ReadonlySet<unknown> = new Set([
  'date',
  'time',
  'date-time',
  'uri',
  'uri-reference',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = new Set(['not', 'items', 'additionalProperties']);
const LIST = new Set(['allOf', 'anyOf', 'oneOf']);
const NAMED = new Set(['properties']);

/**
 * Turns a schema into draft 7: `nullable` and the boolean `exclusive…` keywords become what draft 7 has for them, everything that is
 * referred to stands under `definitions`, and extensions and examples go.
 *
 * @throws Error naming a reference that leads nowhere
 */
export function jsonSchemaOf(schema: Schema, document: DocumentObject): object {
  const references = createReferences(document);
  const names = new Map<string, string>();
  const definitions: Record<string, unknown> = {};

  const convertReference = (reference: string): JsonObject => {
    let name = names.get(reference);
    if (name === undefined) {
      name = `definition${names.size + 1}`;
      names.set(reference, name);
      definitions[name] = convert(resolve(references, { $ref: reference }));
    }
    return { $ref: `#/definitions/${name}` };
  };

  const convert = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...keywords } = value as JsonObject;
    if (typeof $ref === 'string') return convertReference($ref);
    return Object.fromEntries(
      Object.entries(withBounds(withNull(keywords)))
        .filter(([keyword, given]) => isKept(keyword, given))
        .map(([keyword, given]) => [keyword, convertKeyword(keyword, given)]),
    );
  };

  const convertKeyword = (keyword: string, given: unknown): unknown => {
    if (ONE.has(keyword)) return convert(given);
    if (LIST.has(keyword)) return (given as readonly unknown[]).map(convert);
    if (!NAMED.has(keyword)) return given;
    return Object.fromEntries(Object.entries(given as JsonObject).map(([name, value]) => [name, convert(value)]));
  };

  const root = convert(schema);
  return { $schema: 'http://json-schema.org/draft-07/schema#', allOf: [root], definitions };
}

function isKept(keyword: string, given: unknown): boolean {
  if (keyword === 'format') return KNOWN_FORMATS.has(given);
  return !keyword.startsWith('x-') && keyword !== 'example' && keyword !== 'discriminator';
}

/** `nullable` adds to the `type` beside it and does nothing else (OpenAPI 3.0.3, section 4.7.24). */
function withNull({ nullable, ...keywords }: JsonObject): JsonObject {
  return nullable === true && typeof keywords.type === 'string'
    ? { ...keywords, type: [keywords.type, 'null'] }
    : keywords;
}

/** `minimum: 1, exclusiveMinimum: true` of OpenAPI 3.0 is `exclusiveMinimum: 1` in draft 7. */
function withBounds({ exclusiveMinimum, exclusiveMaximum, ...keywords }: JsonObject): JsonObject {
  const { minimum, maximum, ...others } = keywords;
  return {
    ...others,
    ...bound('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...bound('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  };
}

function bound(plain: string, strict: string, value: unknown, exclusive: unknown): JsonObject {
  return value === undefined ? {} : { [exclusive === true ? strict : plain]: value };
}
