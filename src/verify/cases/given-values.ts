// Values given by the user: for parameters, and for body properties.

import { collectSchemas } from '../../mock/samples/generate/collect-schemas.ts';
import { mergeConstraints } from '../../mock/samples/generate/value-constraints.ts';
import type { BodyMediaType } from '../../openapi/content.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { describeFinding } from '../../openapi/finding.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import type { Part } from '../../openapi/references.ts';
import { createSchemaIndex } from '../../openapi/schema/schema-index.ts';
import { isRecord } from '../../schema/is-record.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { createGivenHeaders, headerProblems } from '../given-headers.ts';

/** Values by parameter or property name, by `operationId.name`, or by operationId (an object of values). */
export type ValuesByName = ReadonlyMap<string, unknown>;

export interface GivenValues {
  /** The value of a parameter; undefined if none is given, or it is invalid. */
  parameter(operation: Operation, parameter: Parameter): unknown;
  /** Sets given property values in a body, as far as they are valid. */
  body(operation: Operation, type: BodyMediaType, body: unknown): unknown;
  /** Whether a key names a part of an operation. */
  isKnown(key: string): boolean;
  /** Invalid values for single operations, a sentence each. */
  problems(): readonly string[];
  /**
   * Operations that do not allow the common headers, unless another value is given: a sentence each.
   *
   * @param ids - of the tested operations
   */
  headerProblems(ids: readonly string[]): readonly string[];
  /** All names that can have values. */
  names(): readonly string[];
}

/** Maximum number of inspected branches of a schema. */
const MAX_BRANCHES = 10;

/**
 * @param headers - of every request: default values of their parameters
 * @param isNewId - whether a property is the id of the item that an operation creates: a value for all operations with
 *   this name is the id of an existing item. Default: none is
 */
export function createGivenValues(
  document: Document,
  all: ValuesByName,
  headers: Readonly<Record<string, string>> = {},
  isNewId: (operation: Operation, property: string) => boolean = () => false,
): GivenValues {
  const { operations } = document;
  const given = flattenByOperation(all, document);
  const inHeaders = createGivenHeaders(document, headers);
  const schemaIndex = createSchemaIndex(document.references, document.source.bundled.openapi);
  const valueFor = (operation: Operation, name: string): unknown =>
    given.has(`${operation.id}.${name}`) ? given.get(`${operation.id}.${name}`) : given.get(name);

  const properties = new Map<BodyMediaType, readonly string[]>();
  const propertiesOf = (type: BodyMediaType): readonly string[] => {
    const known = properties.get(type) ?? namesIn(type);
    properties.set(type, known);
    return known;
  };
  const namesIn = ({ schema }: BodyMediaType): readonly string[] => {
    if (!schema) return [];
    const branches = Array.from({ length: MAX_BRANCHES }, (_, index) =>
      mergeConstraints(
        collectSchemas([schema as Part], schemaIndex, (alternatives) => Math.min(index, alternatives.length - 1)),
      ),
    );
    return [...new Set(branches.flatMap((constraints) => [...constraints.properties.keys()]))];
  };
  const namesOf = ({ parameters, body }: Operation): readonly string[] => [
    ...parameters.map(({ name }) => name),
    ...(body?.mediaTypes ?? []).flatMap(propertiesOf),
  ];
  const problemWith = (operation: Operation, name: string, value: unknown): string | undefined => {
    const key = `${operation.id}.${name}`;
    const names = namesOf(operation);
    if (!names.some((one) => isSame(one, name)))
      return `${key}: ${operation.id} has no ${name}${suggestName(name, names)}`;
    const parameter = operation.parameters.find((one) => isSame(one.name, name));
    const part = parameter && schemaOf(parameter);
    if (!part || convertToValid(value, (one) => document.validate(part, one, 'request').length === 0) !== undefined)
      return undefined;
    const [finding] = document.validate(part, value, 'request');
    return finding && `${key}: ${describeFinding(finding).replace(/^body/, 'it')}`;
  };

  const getGivenValue = (operation: Operation, parameter: Parameter): unknown => {
    const { in: location, name } = parameter;
    const own = location === 'header' ? findIgnoringCase(given, operation, name) : valueFor(operation, name);
    const part = schemaOf(parameter);
    if (own === undefined || !part) return own;
    return convertToValid(own, (one) => document.validate(part, one, 'request').length === 0);
  };

  /** The operation in a key `operationId.name`: an id may contain dots. */
  const operationIn = (key: string): Operation | undefined =>
    [...operations.values()]
      .filter(({ id }) => key.startsWith(`${id}.`))
      .toSorted((one, other) => other.id.length - one.id.length)[0];

  return {
    parameter: (operation, parameter) => getGivenValue(operation, parameter) ?? inHeaders.value(operation, parameter),
    body(operation, type, body) {
      const { schema } = type;
      if (!schema || !isRecord(body) || given.size === 0) return body;
      let changed = body;
      for (const name of propertiesOf(type)) {
        if (isNewId(operation, name) && !given.has(`${operation.id}.${name}`)) continue;
        const value = valueFor(operation, name);
        const put = (one: unknown) => ({ ...changed, [name]: one });
        const valid = convertToValid(value, (one) => document.validate(schema, put(one), 'request').length === 0);
        if (value !== undefined && valid !== undefined) changed = put(valid);
      }
      return changed;
    },
    isKnown(key) {
      if (operations.has(key) || operationIn(key)) return true;
      return [...operations.values()].some((operation) => namesOf(operation).some((one) => isSame(one, key)));
    },
    problems: () =>
      [...given].flatMap(([key, value]) => {
        const operation = operationIn(key);
        return (operation && problemWith(operation, key.slice(operation.id.length + 1), value)) ?? [];
      }),
    headerProblems: (ids) =>
      headerProblems(
        ids.flatMap((id) => operations.get(id) ?? []),
        (operation, parameter) =>
          getGivenValue(operation, parameter) === undefined ? inHeaders.problem(operation, parameter) : undefined,
      ),
    names: () => [...new Set([...operations.values()].flatMap(namesOf))],
  };
}

/**
 * Lists invalid values of all documents together: a sentence each.
 *
 * @param headers - as of `createGivenValues`
 * @param tried - the ids of the tested operations. Default: all
 */
export function valueProblems(
  documents: readonly Document[],
  given: ValuesByName,
  headers: Readonly<Record<string, string>> = {},
  tried: readonly string[] = documents.flatMap(({ operations }) => [...operations.keys()]),
): readonly string[] {
  const all = documents.map((document) => createGivenValues(document, given, headers));
  const unknown = [...given.keys()].filter((key) => !all.some((one) => one.isKnown(key)));
  const names = all.flatMap((one) => one.names());
  return [
    ...unknown.map((key) => `${key}: no operation has a parameter or property of this name${suggestName(key, names)}`),
    ...all.flatMap((one) => one.problems()),
    ...all.flatMap((one) => one.headerProblems(tried)),
  ];
}

/** Flattens objects by operationId to keys `operationId.name`. */
function flattenByOperation(given: ValuesByName, { operations }: Document): ValuesByName {
  const entries = [...given].flatMap(([key, value]): [string, unknown][] =>
    operations.has(key) && isRecord(value)
      ? Object.entries(value).map(([name, own]) => [`${key}.${name}`, own])
      : [[key, value]],
  );
  return new Map(entries);
}

/** Converts a value to a valid type: a text from the command line may be a number. Undefined if none is valid. */
function convertToValid(value: unknown, fits: (value: unknown) => boolean): unknown {
  if (fits(value)) return value;
  if (typeof value !== 'string') return fits(String(value)) ? String(value) : undefined;
  try {
    const parsed: unknown = parseJson(value);
    return fits(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function schemaOf({ schema, content }: Parameter): Part<object> | undefined {
  return schema ?? content?.schema;
}

/** Header names are case-insensitive. */
function findIgnoringCase(given: ValuesByName, { id }: Operation, name: string): unknown {
  const keyed = (wanted: string) => [...given].find(([key]) => isSame(key, wanted))?.[1];
  return keyed(`${id}.${name}`) ?? keyed(name);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function suggestName(name: string, names: Iterable<string>): string {
  const near = findNearestName(name, names);
  return near === undefined ? '' : `; did you mean ${near}?`;
}
