// A schema of an OpenAPI 3.0 document as JSON Schema draft 7, complete in itself, for judges that read only that.

import type { DocumentObject, Schema } from '../../src/openapi/objects.ts';
import { createReferences } from '../../src/openapi/references.ts';
import { rewriteSchema } from '../../src/openapi/schema/ajv/rewrite-schema.ts';
import { isRecord } from '../../src/schema/is-record.ts';
import { NUMERIC_TYPE } from '../../src/schema/number-keywords.ts';
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

/**
 * Turns a schema into draft 7: everything that it refers to stands under `definitions`, and what draft 7 does not know is put into its words or goes.
 *
 * @throws Error naming a reference that cannot be resolved
 */
export function jsonSchemaOf(schema: Schema, document: DocumentObject): object {
  const references = createReferences(document);
  const names = new Map<string, string>();
  const definitions: Record<string, unknown> = {};
  const refer = (_: string, reference: string): object => {
    let name = names.get(reference);
    if (name === undefined) {
      name = `definition${names.size + 1}`;
      names.set(reference, name);
      definitions[name] = convert(resolve(references, { $ref: reference }));
    }
    return { $ref: `#/definitions/${name}` };
  };
  const convert = (value: unknown): unknown =>
    inDraft7(rewriteSchema(value, '', { ...SURROUNDINGS, resolveReference: refer }));
  const root = convert(schema);
  return { $schema: 'http://json-schema.org/draft-07/schema#', allOf: [root], definitions };
}

/** In one piece, and as for nobody in particular: no property is hidden, and no choice made beforehand. */
const SURROUNDINGS = {
  dialect: 'openapi-3.0',
  direction: 'response',
  maxSchemas: Number.POSITIVE_INFINITY,
  maxBelowKeyword: Number.POSITIVE_INFINITY,
  exempt: new Set<string>(),
  supersededIn: () => ({ reference: new Set<string>(), allOf: [], own: new Set<string>(), reason: undefined }),
  isImpossible: () => false,
  contentId: () => '',
  separate: () => ({}),
  mustSeparate: () => false,
  chooseByDiscriminator: () => undefined,
  marked: () => new Set<string>(),
  reportUnenforced: () => undefined,
} as const;

/** Keywords whose value is a value of users, and those whose value is schemas by names that users chose. */
const VALUES = new Set(['enum', 'const']);
const NAMED = new Set(['properties', 'patternProperties']);

/** A schema without the keywords that only our validators know (see `openapi/keywords.ts`), and without formats that the judges do not. */
function inDraft7(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inDraft7);
  if (!isRecord(schema)) return schema;
  const {
    orNull,
    textOrBytes,
    [NUMERIC_TYPE]: numericType,
    requiredOwn,
    required,
    format,
    ...others
  } = schema as JsonObject;
  if (orNull !== undefined) return { anyOf: [inDraft7(orNull), { type: 'null' }] };
  const needed = [required ?? [], requiredOwn ?? []].flat();
  return {
    ...Object.fromEntries(Object.entries(others).map(([keyword, given]) => [keyword, keywordInDraft7(keyword, given)])),
    ...(textOrBytes === true && { type: 'string' }),
    ...(numericType !== undefined && { type: numericType }),
    ...(needed.length > 0 && { required: needed }),
    ...(KNOWN_FORMATS.has(format) && { format }),
  };
}

function keywordInDraft7(keyword: string, given: unknown): unknown {
  if (VALUES.has(keyword)) return given;
  if (!NAMED.has(keyword) || !isRecord(given)) return inDraft7(given);
  return Object.fromEntries(Object.entries(given).map(([name, schema]) => [name, inDraft7(schema)]));
}
