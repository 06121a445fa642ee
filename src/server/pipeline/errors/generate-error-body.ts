// Builds an error body from the documented schema: our texts where it has room, samples elsewhere.

import type { References } from '../../../openapi/references.ts';
import { type FlatSchema, flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { createFlatSample, sampleTypeOf } from '../../../openapi/schema/minimal-sample.ts';
import { isRecord } from '../../../schema/is-record.ts';
import type { ApiError } from './api-error.ts';
import {
  type ErrorReport,
  errorLocationValue,
  errorPropertyValue,
  fitErrorText,
  formatErrorLocation,
  formatErrorMessage,
  simplifyName,
  splitByFinding,
} from './error-properties.ts';

/**
 * The amount of content: everything that fits, only the message and required members, or that with null for members of
 * other choices, so that the body matches none of them.
 */
export type ErrorBodyExtent = 'all' | 'least' | 'apart';

/** Builds a body, to be validated by the caller. @param status - of the response */
export function generateErrorBody(
  schema: unknown,
  references: References,
  { error, status, extent }: { readonly error: ApiError; readonly status: number; readonly extent: ErrorBodyExtent },
): unknown {
  const report = { message: error.advice, status, error, finding: undefined };
  const body = new BodyMaker(references, extent).make(schema, report, 0);
  return extent === 'apart' && isRecord(body) ? { ...otherChoicesAsNull(schema, references), ...body } : body;
}

/** Null under each name that only other choices have than the first, which is made. */
function otherChoicesAsNull(schema: unknown, references: References): object {
  const { oneOf } = (references.resolveValue(schema) ?? {}) as { readonly oneOf?: unknown };
  const names = (Array.isArray(oneOf) ? oneOf : []).map((one) =>
    Object.keys(flattenSchema(one, references).properties),
  );
  const [first = [], ...others] = names;
  return Object.fromEntries(others.flat().flatMap((name) => (first.includes(name) ? [] : [[name, null]])));
}

/** Names of message members, by preference. Case, `_` and `-` do not matter. */
const MESSAGE_NAMES = [
  'message',
  'msg',
  'detail',
  'details',
  'errormessage',
  'errordescription',
  'errormsg',
  'errordetail',
  'developermessage',
  'usermessage',
  'description',
  'reason',
  'error',
  'title',
  'text',
];
/** Names of members with details, as an object or a list, by preference. */
const CONTAINER_NAMES = [
  'error',
  'errors',
  'detail',
  'details',
  'fault',
  'problem',
  'failure',
  'violations',
  'fieldviolations',
  'invalidparams',
  'issues',
  'messages',
  'status',
  'meta',
];
/** How deep words are put. */
const MAX_DEPTH = 5;

class BodyMaker {
  readonly #references: References;
  readonly #isComplete: boolean;

  constructor(references: References, extent: ErrorBodyExtent) {
    this.#references = references;
    this.#isComplete = extent === 'all';
  }

  make(schema: unknown, report: ErrorReport, depth: number): unknown {
    const flat = flattenSchema(schema, this.#references);
    switch (sampleTypeOf(flat)) {
      case 'string':
        return fitErrorText(formatErrorMessage(report), flat) ?? createFlatSample(flat, this.#references);
      case 'array':
        return this.#makeList(flat, report, depth);
      case 'object':
        return isMap(flat) ? this.#makeMap(flat, report) : this.#makeObject(flat, report, depth);
      default:
        return createFlatSample(flat, this.#references);
    }
  }

  /** One item for each finding; one for the message without findings. */
  #makeList({ items = {}, maxItems }: FlatSchema, report: ErrorReport, depth: number): unknown[] {
    const reports = splitByFinding(report);
    const maxCount = typeof maxItems === 'number' ? maxItems : reports.length;
    return reports.slice(0, maxCount).map((one) => this.make(items, one, depth + 1));
  }

  /** The messages by path. */
  #makeMap({ additionalProperties }: FlatSchema, report: ErrorReport): object {
    const flat = flattenSchema(additionalProperties, this.#references);
    const isList = sampleTypeOf(flat) === 'array';
    const byLocation = new Map<string, string[]>();
    for (const { message, finding } of splitByFinding(report)) {
      const location = finding ? formatErrorLocation(finding) : 'message';
      byLocation.set(location, [...(byLocation.get(location) ?? []), message]);
    }
    const texts = [...byLocation].map(([location, messages]) => [location, isList ? messages : messages.join('; ')]);
    return Object.fromEntries(texts);
  }

  #makeObject({ properties: described, required }: FlatSchema, report: ErrorReport, depth: number): object {
    // An undescribed required member is a text.
    const properties = { ...Object.fromEntries(required.map((name) => [name, { type: 'string' }])), ...described };
    const flats = new Map(
      Object.keys(properties).map((name) => [name, flattenSchema(properties[name], this.#references)]),
    );
    const messageName = findName(
      MESSAGE_NAMES,
      flats,
      (flat) => sampleTypeOf(flat) === 'string' && flat.enum === undefined,
    );
    const hasMessage = messageName !== undefined;
    const hasLocation = [...flats].some(
      ([name, flat]) =>
        (this.#isComplete || required.includes(name)) &&
        errorLocationValue(simplifyName(name), flat, report) !== undefined,
    );
    const containerName = findName(
      CONTAINER_NAMES,
      flats,
      (flat) => canContain(flat) && (!hasMessage || sampleTypeOf(flat) === 'array'),
    );
    const body: Record<string, unknown> = {};
    for (const [name, flat] of flats) {
      const isRequired = required.includes(name);
      const isContainer =
        name === containerName && (!hasMessage || isRequired || (this.#isComplete && report.error.findings.length > 0));
      let value: unknown;
      if (name === messageName) value = fitErrorText(hasLocation ? report.message : formatErrorMessage(report), flat);
      else if (isContainer && depth < MAX_DEPTH) value = this.make(properties[name], report, depth + 1);
      else if (isRequired || this.#isComplete) value = errorPropertyValue(simplifyName(name), flat, report, isRequired);
      if (value === undefined && isRequired) value = this.#makeRequired(name, properties, report, depth);
      if (value !== undefined && (isRequired || !isEmptyValue(value))) body[name] = value;
    }
    return body;
  }

  #makeRequired(name: string, properties: FlatSchema['properties'], report: ErrorReport, depth: number): unknown {
    const flat = flattenSchema(properties[name], this.#references);
    const isContainer = canContain(flat) && CONTAINER_NAMES.includes(simplifyName(name)) && depth < MAX_DEPTH;
    return isContainer ? this.make(properties[name], report, depth + 1) : createFlatSample(flat, this.#references);
  }
}

/** The first of some names whose member satisfies a condition. */
function findName(
  names: readonly string[],
  members: ReadonlyMap<string, FlatSchema>,
  isSuitable: (flat: FlatSchema) => boolean,
): string | undefined {
  for (const candidate of names) {
    for (const [name, flat] of members) if (simplifyName(name) === candidate && isSuitable(flat)) return name;
  }
  return undefined;
}

function canContain(flat: FlatSchema): boolean {
  const type = sampleTypeOf(flat);
  return type === 'array' || (type === 'object' && (Object.keys(flat.properties).length > 0 || isMap(flat)));
}

/** Whether an object has members of any name, with a schema. */
function isMap({ properties, required, additionalProperties }: FlatSchema): boolean {
  return Object.keys(properties).length === 0 && required.length === 0 && isRecord(additionalProperties);
}

function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmptyValue);
  return isRecord(value) && Object.keys(value).length === 0;
}
