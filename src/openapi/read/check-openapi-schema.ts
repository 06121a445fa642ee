// Validation of a document against the OpenAPI schema.
// The only module that imports @seriousme/openapi-schema-validator and ajv-draft-04.

import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { addEquality } from '../../schema/equality.ts';
import { errorPointer, explainError } from '../../schema/explain-error.ts';
import { isRecord } from '../../schema/is-record.ts';
import { toDoubles } from '../../schema/json/exact-number.ts';
import { childPointer, lastName } from '../../schema/json-pointer.ts';
import { didYouMean, findNearestName } from '../../schema/nearest-name.ts';
import { addFormats } from '../../schema/schema-formats.ts';
import { shortValue } from '../../schema/short-value.ts';
import type { UnlocatedFinding } from '../document-finding.ts';

/** Time limit, in milliseconds of CPU time. The largest published document takes 1,500. */
const TIME_LIMIT_MS = 10_000;
/** Maximum findings of one path or component: the first ones cause the others. */
const MAX_FINDINGS_PER_PIECE = 5;

/** OpenAPI versions with a schema. */
export type OpenApiVersion = '2.0' | '3.0' | '3.1' | '3.2';

/**
 * Validates a document against the OpenAPI schema. References are not followed: their targets are validated on their
 * own. Paths and components are validated one by one, so that each error is reported once and at its location.
 */
export async function checkOpenApiSchema(document: object, version: OpenApiVersion): Promise<UnlocatedFinding[]> {
  const cached = VALIDATORS.get(version) ?? compileValidator(version);
  VALIDATORS.set(version, cached);
  const validate = await cached;
  const findings: UnlocatedFinding[] = [];
  const start = process.cpuUsage();
  for (const { piece, pointer } of splitDocument(document as Document, version)) {
    const { user, system } = process.cpuUsage(start);
    if ((user + system) / 1000 > TIME_LIMIT_MS) {
      const message = `was not validated against the OpenAPI schema from here on: it took longer than ${TIME_LIMIT_MS / 1000} s`;
      return [...findings, { severity: 'warn', rule: 'openapi-schema', pointer, message }];
    }
    if (!validate(toDoubles(piece))) findings.push(...findingsOfErrors(validate.errors ?? []));
  }
  return findings;
}

/** Cached: compiling takes longer than validating a small document. */
const VALIDATORS = new Map<OpenApiVersion, Promise<ValidateFunction>>();

const require = createRequire(import.meta.url);

/**
 * Uses our keywords and formats: the package's own validator is quadratic in parameters, and calls `toString` of
 * input.
 */
async function compileValidator(version: OpenApiVersion): Promise<ValidateFunction> {
  // Loaded only for uncached documents.
  const schema = require(`@seriousme/openapi-schema-validator/schemas/v${version}/schema.json`) as object;
  const dialect =
    version === '2.0' || version === '3.0' ? await import('ajv-draft-04') : await import('ajv/dist/2020.js');
  const ajv = new dialect.default.default({
    allErrors: true,
    verbose: true,
    strict: false,
    logger: false,
    // The schema is known to be valid, and optimized code is not faster: both take as long as the rest.
    validateSchema: false,
    code: { optimize: false },
  }) as Ajv;
  return addEquality(addFormats(ajv)).compile(schema);
}

type Parts = Readonly<Record<string, unknown>>;
interface Document extends Parts {
  readonly paths?: unknown;
  readonly webhooks?: unknown;
  readonly components?: unknown;
}

/** A minimal document with one part of another one at the same location. */
interface Piece {
  readonly piece: object;
  readonly pointer: string;
}

/** Locations with many named parts. */
const COLLECTIONS = ['paths', 'webhooks', 'definitions', 'parameters', 'responses', 'securityDefinitions'];

function* splitDocument(document: Document, version: OpenApiVersion): Generator<Piece> {
  const emptyCollections = Object.fromEntries(
    [...COLLECTIONS, 'components'].filter((name) => isRecord(document[name])).map((name) => [name, {}]),
  );
  yield { piece: { ...document, ...emptyCollections }, pointer: '' };
  const frame: Parts =
    version === '2.0'
      ? { swagger: '2.0', info: { title: '', version: '' }, paths: {} }
      : { openapi: `${version}.0`, info: { title: '', version: '' }, paths: {} };
  for (const name of COLLECTIONS) {
    for (const [key, value] of objectEntries(document[name]))
      yield { piece: { ...frame, [name]: singleProperty(key, value) }, pointer: childPointer('', name, key) };
  }
  for (const [kind, components] of objectEntries(document.components)) {
    if (!isRecord(components))
      yield {
        piece: { ...frame, components: singleProperty(kind, components) },
        pointer: childPointer('', 'components', kind),
      };
    for (const [key, value] of objectEntries(components)) {
      yield {
        piece: { ...frame, components: singleProperty(kind, singleProperty(key, value)) },
        pointer: childPointer('', 'components', kind, key),
      };
    }
  }
}

function objectEntries(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

/** An object with one property of any name. */
function singleProperty(key: string, value: unknown): Parts {
  return Object.defineProperty({}, key, { value, enumerable: true }) as Parts;
}

/** Converts the errors of one piece to findings, without consequential errors. */
function findingsOfErrors(errors: readonly ErrorObject[]): UnlocatedFinding[] {
  const others = errors.filter((error) => !isReportedElsewhere(error));
  const relevant = others.filter(
    (error) =>
      !isChoiceError(error) &&
      !isMissingReference(error) &&
      !isConsequence(error, errors) &&
      !isMisspelt(error, errors),
  );
  const found = new Map<string, UnlocatedFinding>();
  // If there is nothing else, the errors of alternatives are caused by errors that we report elsewhere.
  const rest = others.length === errors.length ? others : [];
  for (const error of relevant.length > 0 ? relevant : rest) {
    if (found.size === MAX_FINDINGS_PER_PIECE) break;
    const pointer = pointerOfError(error);
    if (!found.has(pointer))
      found.set(pointer, {
        severity: isAnnotation(error) ? 'warn' : 'error',
        rule: 'openapi-schema',
        pointer,
        message: messageOf(error, relevant),
      });
  }
  return [...found.values()];
}

/**
 * Whether an error is a consequence of another: alternatives that were not meant also fail, and a field counts as
 * unevaluated if its object is invalid.
 */
function isConsequence({ keyword, instancePath }: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (ACCEPTED.has(keyword) && isAcceptedElsewhere(instancePath, all)) return true;
  const parentPointer = instancePath.slice(0, instancePath.lastIndexOf('/'));
  const isChosen = all.some((other) => other.instancePath === parentPointer && isChoiceError(other));
  if (isChosen && all.some((other) => isReportedElsewhere(other) && other.instancePath.startsWith(`${parentPointer}/`)))
    return true;
  const isBelow = (other: ErrorObject) => other.instancePath.startsWith(`${instancePath}/`) && !isChoiceError(other);
  if (keyword === 'unevaluatedProperties')
    return all.some(
      (other) =>
        isBelow(other) || (other.instancePath === instancePath && other.keyword !== keyword && !isChoiceError(other)),
    );
  return all.some((other) => other.instancePath === instancePath && isChoiceError(other)) && all.some(isBelow);
}

/** Whether a required field is missing because it is misspelt; the unknown field has an error of its own. */
function isMisspelt({ keyword, params, instancePath }: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (keyword !== 'required') return false;
  const unknown = all
    .filter((other) => other.instancePath === instancePath)
    .flatMap((other) => unknownField(other) ?? []);
  return unknown.some((name) => findNearestName(name, [params.missingProperty]) !== undefined);
}

/** The unknown field that an error is about. */
function unknownField({ params: { additionalProperty, unevaluatedProperty } }: ErrorObject): string | undefined {
  return additionalProperty ?? unevaluatedProperty;
}

/** Keywords that select an alternative. */
const ACCEPTED = new Set(['enum', 'const']);

/** Whether a value is valid for one of several alternatives. */
function isAcceptedElsewhere(pointer: string, all: readonly ErrorObject[]): boolean {
  const parentPointer = pointer.slice(0, pointer.lastIndexOf('/'));
  const mismatches = all.filter(
    ({ keyword, instancePath }) => instancePath === pointer && ACCEPTED.has(keyword),
  ).length;
  const choices = all.filter(({ keyword, instancePath }) => keyword === 'oneOf' && instancePath === parentPointer);
  return mismatches > 1 && choices.some(({ schema }) => Array.isArray(schema) && schema.length > mismatches);
}

/** Whether an error is about a choice: the errors of its alternatives are more specific. */
function isChoiceError({ keyword }: ErrorObject): boolean {
  return ['oneOf', 'anyOf', 'if', 'not', '$ref'].includes(keyword);
}

/** Whether an error only says that a part is not a reference. */
function isMissingReference({ keyword, params, schemaPath }: ErrorObject): boolean {
  return keyword === 'required' && params.missingProperty === '$ref' && /reference/i.test(schemaPath);
}

/** Whether the OpenAPI schema only describes what the specification does not demand: media types in `content`. */
function isAnnotation({ keyword, params }: ErrorObject): boolean {
  return keyword === 'format' && params.format === 'media-range';
}

/** Whether another check reports the error. */
function isReportedElsewhere({ keyword, params }: ErrorObject): boolean {
  return keyword === 'format' && params.format === 'regex';
}

/** The pointer of an error; for an unknown or missing property that of the property. */
function pointerOfError(error: ErrorObject): string {
  const extra = unknownField(error);
  return extra === undefined ? errorPointer(error) : childPointer(error.instancePath, extra);
}

/** The message of an error, with the field and its wrong value. */
function messageOf(error: ErrorObject, all: readonly ErrorObject[]): string {
  const { keyword, params, instancePath, data } = error;
  const unknown = unknownField(error);
  if (unknown !== undefined) {
    if (instancePath === '/paths') return `${JSON.stringify(unknown)} is not a path; it must start with /`;
    const known = Object.keys((error.parentSchema as { readonly properties?: object }).properties ?? {});
    return `${JSON.stringify(unknown)} is not an OpenAPI field${didYouMean(findNearestName(unknown, known))}`;
  }
  if (keyword === 'required') return `${JSON.stringify(params.missingProperty)} is required`;
  if (instancePath === '') return requirementOf(error, all);
  return `${lastName(instancePath)} ${shortValue(data)} ${requirementOf(error, all)}`;
}

/** The end of a message; it combines the allowed values of several alternatives. */
function requirementOf(error: ErrorObject, all: readonly ErrorObject[]): string {
  const { keyword, params, instancePath, data } = error;
  if (keyword === 'type' && params.type === 'string' && ['number', 'boolean'].includes(typeof data))
    return 'must be a string; put it in quotes';
  if (keyword !== 'enum' && keyword !== 'const') return explainError(error);
  const allowed = all
    .filter((other) => other.instancePath === instancePath && (other.keyword === 'enum' || other.keyword === 'const'))
    .flatMap((other) => other.params.allowedValues ?? [other.params.allowedValue]);
  return explainError({ ...error, keyword: 'enum', params: { allowedValues: [...new Set(allowed)] } });
}
