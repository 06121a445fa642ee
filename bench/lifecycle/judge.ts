// Validates responses with a separate Ajv on the document as read, independent of the server.

import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Document, Operation } from '../../src/openapi/document.ts';

/** @returns the violation of a body at a position of the document; undefined if there is none */
export type Judge = (pointer: string, body: unknown) => string | undefined;

/** Members that contain schemas by name, or values. */
const MAPS = new Set(['properties', 'patternProperties', 'schemas', 'headers', 'responses', 'content', 'paths']);
const VALUES = new Set(['example', 'examples', 'x-example', 'x-examples', 'default', 'enum', 'const']);

/** @param document - only its source is used */
export function createJudge(document: Document): Judge {
  const { bundled } = document.source;
  const isOld = bundled.openapi.startsWith('3.0');
  const options = {
    strict: false,
    code: { regExp },
    logger: false as const,
    inlineRefs: false,
    validateSchema: false,
  };
  const ajv = isOld ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv as Ajv);
  ajv.addSchema(plain(bundled, { isOld, root: bundled }) as object, 'document:');
  return (pointer, body) => {
    const check = ajv.compile({ $ref: `document:#${fragmentOf(pointer)}` });
    if (check(body)) return undefined;
    const [first] = check.errors ?? [];
    return `${first?.instancePath || 'the body'} ${first?.message}`;
  };
}

/** A JSON pointer as a fragment, in one canonical encoding (RFC 6901, section 6). */
function fragmentOf(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/');
}

/** Patterns as in JSON Schema, else as people write them: with needless escapes. */
const regExp = Object.assign(
  (pattern: string) => {
    try {
      return new RegExp(pattern, 'u');
    } catch {
      return new RegExp(pattern);
    }
  },
  { code: 'new RegExp' },
);

interface Reading {
  readonly isOld: boolean;
  readonly root: unknown;
}

/** A document in JSON Schema: converts OpenAPI 3.0 keywords, removes values that look like schemas, and requires no write-only properties in responses. */
function plain(value: unknown, reading: Reading, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, reading));
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  if (reading.isOld && typeof given.$ref === 'string' && !isMap) return { $ref: given.$ref };
  const made: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(given)) {
    if (isMap) made[name] = plain(one, reading);
    else if (name === 'nullable' && !reading.isOld) continue;
    else if (name.startsWith('x-') || ['id', '$id', 'discriminator', '$schema'].includes(name)) continue;
    else if (VALUES.has(name)) {
      if (name === 'enum' || name === 'const') made[name] = one;
    } else made[name] = plain(one, reading, MAPS.has(name));
  }
  if (isMap) return made;
  if (Array.isArray(given.required) && typeof given.properties === 'object' && given.properties !== null) {
    const { properties } = given as { readonly properties: Readonly<Record<string, unknown>> };
    made.required = given.required.filter((name) => !isOnlySent(properties[name], reading.root));
  }
  return reading.isOld ? convertNullable(discriminated(made, given)) : discriminated(made, given);
}

/** The branch of a `oneOf` that the discriminator names (OpenAPI 3.0.3, section 4.7.24); other matching branches do not count. */
function discriminated(
  made: Record<string, unknown>,
  { discriminator, oneOf }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (typeof discriminator !== 'object' || discriminator === null || !Array.isArray(oneOf)) return made;
  const { propertyName, mapping = {} } = discriminator as {
    readonly propertyName?: unknown;
    readonly mapping?: Readonly<Record<string, unknown>>;
  };
  // Branches without a name are selected by their content.
  const isNamed = oneOf.every((branch) => typeof branch?.$ref === 'string');
  if (typeof propertyName !== 'string' || !isNamed) return made;
  const branches = oneOf.map((branch: { readonly $ref?: unknown }) => {
    const address = String(branch.$ref);
    const own = address.slice(address.lastIndexOf('/') + 1);
    const mapped = Object.entries(mapping).filter(([, target]) => target === address || target === own);
    const words = mapped.length > 0 ? mapped.map(([word]) => word) : [own];
    return { allOf: [branch], required: [propertyName], properties: { [propertyName]: { enum: words } } };
  });
  const { oneOf: plainly, ...rest } = made;
  const unnamed = { not: { required: [propertyName] }, oneOf: plainly };
  return { ...rest, allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), { anyOf: [unnamed, ...branches] }] };
}

/** `nullable` and the bounds of OpenAPI 3.0. */
function convertNullable(made: Record<string, unknown>): unknown {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, nullable, type, enum: values } = made;
  if (exclusiveMinimum === true) Object.assign(made, { exclusiveMinimum: minimum });
  else if (exclusiveMinimum === false) delete made.exclusiveMinimum;
  if (exclusiveMaximum === true) Object.assign(made, { exclusiveMaximum: maximum });
  else if (exclusiveMaximum === false) delete made.exclusiveMaximum;
  if (typeof nullable !== 'boolean') return made;
  delete made.nullable;
  if (!nullable || type === undefined) return made;
  // References point into it: it stays in its position, unless its parts would reject null.
  if (!['allOf', 'anyOf', 'oneOf', 'not', 'const'].some((keyword) => keyword in made))
    return { ...made, type: [type, 'null'].flat(), ...(Array.isArray(values) && { enum: [...values, null] }) };
  return { anyOf: [{ type: 'null' }, { ...made, ...(Array.isArray(values) && { enum: values }) }] };
}

/** Whether a schema is `writeOnly`, also by a reference or by a part of its `allOf`. */
function isOnlySent(schema: unknown, root: unknown, seen: ReadonlySet<unknown> = new Set()): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false;
  const { $ref, writeOnly, allOf } = schema as Readonly<Record<string, unknown>>;
  const above = new Set([...seen, schema]);
  if (typeof $ref !== 'string')
    return writeOnly === true || (Array.isArray(allOf) && allOf.some((part) => isOnlySent(part, root, above)));
  let found: unknown = root;
  for (const step of $ref.slice(2).split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
  }
  return isOnlySent(found, root, above);
}

/** A received response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The violation of a response; undefined if it conforms. For bodies that are not JSON, only the media type is checked. */
export function findViolation(
  operation: Operation,
  { status, headers, text }: ReceivedResponse,
  judge: Judge,
): string | undefined {
  const { all } = operation.responses;
  const declared = operation.responses.forStatus(status);
  if (!declared) {
    const isSilent = !all.some(({ key }) => /^(2|3|default)/i.test(key));
    return isSilent && status === 200 ? undefined : `the status ${status} is not declared`;
  }
  const missing = declared.headers.find(({ name, required }) => required && !headers.has(name));
  if (missing) return `the header ${missing.name} is missing`;
  if (operation.method === 'HEAD' || [204, 205, 304].includes(status))
    return text === '' ? undefined : 'there is a body';
  if (declared.mediaTypes.length === 0) return text === '' ? undefined : 'there is a body that is not declared';
  const [sent = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const fits = ({ type }: { readonly type: string }) => {
    const [range = ''] = type.toLowerCase().split(';');
    return range.trim() === sent.trim() || (range.includes('*') && sent.startsWith(range.replace(/\*.*$/, '').trim()));
  };
  const type = declared.mediaTypes.find(fits);
  if (!type) return `the media type ${sent || 'none'} is not declared`;
  if (!type.schema || !/[/+]json$/.test(sent.trim())) return undefined;
  try {
    return judge(type.schema.pointer, JSON.parse(text));
  } catch (error) {
    return `cannot be judged: ${(error as Error).message}`;
  }
}
