// The body of an example request: its media type, and as few properties as fit into a line.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { viewSchema } from '../../openapi/parameters/schema-view.ts';
import { flattenSchema } from '../../openapi/schema/flat-schema.ts';
import { isScalar } from '../../openapi/schema/scalar.ts';
import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { ExampleRequest } from '../../server/pipeline/api/api.ts';
import { deleteAtPath, getAtPath } from './property-path.ts';
import type { PropertyPath } from './resource.ts';

/** The longest body, in characters of JSON, with optional properties: it fits into a line of a terminal. */
const MAX_BODY = 80;
/** How often a longer body is tried with one property less. */
const MAX_TRIES = 200;

/** Media types for example request bodies, in order of preference. */
const BODIES = [
  ['application/json', 'json'],
  ['application/x-www-form-urlencoded', 'form'],
  ['multipart/form-data', 'multipart'],
] as const;

/** How an example request sends a body. */
interface BodyFormat {
  readonly type: BodyMediaType;
  readonly bodyAs: NonNullable<ExampleRequest['bodyAs']>;
}

/** The media type in which an example request sends its body; undefined if none is supported. */
export function bodyFormatOf({ body }: Operation): BodyFormat | undefined {
  for (const [name, bodyAs] of BODIES) {
    const type = body?.mediaTypes.find((one) => one.type.split(';')[0]?.trim().toLowerCase() === name);
    if (type) return { type, bodyAs };
  }
  return undefined;
}

/** A long body without optional properties, as far as needed: outer ones first, and of these the last. */
export function shortenBody(body: unknown, isValid: (body: unknown) => boolean): unknown {
  let short = body;
  let tries = 0;
  for (const path of propertyPaths(body)) {
    if (stringifyJson(short).length <= MAX_BODY || tries === MAX_TRIES) break;
    if (getAtPath(short, path) === undefined) continue;
    const shorter = deleteAtPath(short, path);
    tries += 1;
    if (isValid(shorter)) short = shorter;
  }
  return short;
}

/** The paths of all properties, also in lists: those of a level before those below, the last ones first. */
function propertyPaths(body: unknown): readonly PropertyPath[] {
  const paths: PropertyPath[] = [[]];
  for (const path of paths) {
    const value = getAtPath(body, path);
    if (Array.isArray(value) || isRecord(value))
      paths.push(
        ...Object.keys(value)
          .map((key) => [...path, key])
          .reverse(),
      );
  }
  return paths.slice(1);
}

/** Maximum number of optional fields. */
const MAX_OPTIONAL = 4;

/**
 * The fields of a form: required ones and a few others.
 *
 * @returns an object in which files are a `File`; undefined if the form would be invalid
 */
export function selectFormFields(
  value: unknown,
  { schema, encoding }: BodyMediaType,
  document: Pick<Document, 'references' | 'validate'>,
): Readonly<Record<string, unknown>> | undefined {
  const { references } = document;
  if (!schema || !isRecord(value)) return undefined;
  const { required } = flattenSchema(schema.value, references);
  const meaning = viewSchema(schema, references);
  const isFile = (name: string) => meaning.property(name).keywordValues('format').includes('binary');
  const others = Object.keys(value).filter((name) => !required.includes(name));
  const simple = others.filter((name) => !isFile(name) && value[name] !== null && isScalar(value[name]));
  for (const few of [simple.slice(0, MAX_OPTIONAL), []]) {
    const names = Object.keys(value).filter((name) => required.includes(name) || few.includes(name));
    const shown = Object.fromEntries(names.map((name) => [name, value[name]]));
    if (names.length === 0 || document.validate(schema, shown, 'request').length > 0) continue;
    return Object.fromEntries(names.map((name) => [name, isFile(name) ? file(name) : shown[name]]));
  }
  return undefined;

  function file(name: string): File {
    const [type = 'application/octet-stream'] = encoding[name]?.contentType?.split(',').map((one) => one.trim()) ?? [];
    return new File([], name, { type: type.includes('*') ? 'application/octet-stream' : type });
  }
}
