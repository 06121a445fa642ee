// The `x-understudy` annotations of operations, paths and schemas.

import { isRecord } from '../schema/is-record.ts';
import { childPointer, valueAtPointer } from '../schema/json-pointer.ts';
import { didYouMean, findNearestName } from '../schema/nearest-name.ts';
import type { UnlocatedFinding } from './document-finding.ts';
import { findOperations, type LocatedOperation, type PathItem } from './lookup/path-items.ts';
import type { DocumentObject, PathItemObject } from './objects.ts';
import { createReferences } from './references.ts';

export const ANNOTATIONS_KEY = 'x-understudy';

/** Annotations that correct wrong guesses. */
export interface Annotations {
  /** The name of the collection, such as `pets`; false: not a stored resource. */
  readonly resource?: string | false;
  /** The property with the id, such as `tag`, or `metadata.name` for a nested one. */
  readonly id?: string;
  /** Properties whose values must be unique. */
  readonly unique?: readonly string[];
  /** The property with the name of the owner, such as `ownerId`: callers find only their own items. */
  readonly owner?: string;
  /**
   * The path of the list in the response, such as `data.items`; empty if the response is the list; false: it is no
   * list.
   */
  readonly list?: string | false;
  /** The property that marks a deleted item, such as `deletedAt`; false: DELETE removes items. */
  readonly softDelete?: string | false;
  /** The collection whose ids a property holds, such as `contacts`. */
  readonly refers?: string;
  /** A property name whose meaning the value has, such as `email`. */
  readonly like?: string;
  /** The properties that parameters of a list filter by, such as `{ from: start }`. */
  readonly filters?: Readonly<Record<string, string>>;
  /** Whether every caller may use the items of other callers here; `verify --auth-other` does not object. */
  readonly shared?: boolean;
  /** Infer nothing: respond with an example or generated values. */
  readonly ignore?: boolean;
  /** The name of the example to respond with. */
  readonly example?: string;
  /** The status of a successful response, one of those in the document. */
  readonly status?: number;
}

/** The part of a document that has annotations. */
export type AnnotationTarget = 'operation' | 'path' | 'schema';

interface AnnotationRule {
  readonly targets: readonly AnnotationTarget[];
  readonly isValid: (value: unknown) => boolean;
  /** The expected value, for messages. */
  readonly expected: string;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const RULES: Readonly<Record<keyof Annotations, AnnotationRule>> = {
  resource: {
    targets: ['operation', 'path'],
    isValid: (value) => value === false || (typeof value === 'string' && /^[A-Za-z0-9][\w-]*$/.test(value)),
    expected: 'a name of letters, digits and hyphens such as pets, or false',
  },
  id: {
    targets: ['path', 'schema'],
    isValid: isText,
    expected: 'the name of a property, such as tag or metadata.name',
  },
  unique: {
    targets: ['path', 'schema'],
    isValid: (value) => Array.isArray(value) && value.every(isText),
    expected: 'a list of property names',
  },
  owner: {
    targets: ['path', 'schema'],
    isValid: isText,
    expected: 'the name of a property, such as ownerId or owner.login',
  },
  softDelete: {
    targets: ['path', 'schema'],
    isValid: (value) => value === false || isText(value),
    expected: 'the name of a property, such as deletedAt, or false',
  },
  refers: {
    targets: ['schema'],
    isValid: isText,
    expected: 'the name of a collection, such as contacts',
  },
  like: {
    targets: ['schema'],
    isValid: isText,
    expected: 'the name of a property with the same meaning, such as email',
  },
  list: {
    targets: ['operation'],
    isValid: (value) => value === false || typeof value === 'string',
    expected: 'the path of the list, such as data.items, or false',
  },
  filters: {
    targets: ['operation'],
    isValid: (value) => isRecord(value) && Object.values(value).every(isText),
    expected: 'properties by parameter, such as { from: start }',
  },
  shared: { targets: ['operation', 'path'], isValid: (value) => typeof value === 'boolean', expected: 'true or false' },
  ignore: { targets: ['operation', 'path'], isValid: (value) => typeof value === 'boolean', expected: 'true or false' },
  example: { targets: ['operation'], isValid: isText, expected: 'the name of an example' },
  status: {
    targets: ['operation'],
    isValid: (value) => Number.isInteger(value) && (value as number) >= 200 && (value as number) < 400,
    expected: 'a success status that the operation declares, such as 202',
  },
};

/** The valid annotations of an `x-understudy` object. */
export function parseAnnotations(input: unknown): Annotations {
  if (!isRecord(input)) return {};
  const valid = Object.entries(input).filter(
    ([name, value]) => Object.hasOwn(RULES, name) && RULES[name as keyof Annotations].isValid(value),
  );
  return Object.fromEntries(valid);
}

/** The annotations of an operation and its path; those of the operation take precedence. */
export function readOperationAnnotations({
  part,
  pathItem: items,
}: Pick<LocatedOperation, 'part' | 'pathItem'>): Annotations {
  return { ...readPathAnnotations(items), ...parseAnnotations(part.value[ANNOTATIONS_KEY]) };
}

/** The annotations of a path. */
export function readPathAnnotations(items: PathItem): Annotations {
  return Object.assign({}, ...items.toReversed().map(({ value }) => parseAnnotations(extensionOf(value))));
}

function extensionOf(holder: object): unknown {
  return (holder as Readonly<Record<string, unknown>>)[ANNOTATIONS_KEY];
}

/** Finds invalid annotations in a document. */
export function findInvalidAnnotations(document: DocumentObject): readonly UnlocatedFinding[] {
  const references = createReferences(document);
  const findings: UnlocatedFinding[] = [];
  const check = (holder: unknown, pointer: string, target: AnnotationTarget, validNames: ValidNames = {}) => {
    if (!isRecord(holder) || !Object.hasOwn(holder, ANNOTATIONS_KEY)) return;
    for (const { pointer: at, message } of validateAnnotations(holder[ANNOTATIONS_KEY], target, validNames)) {
      findings.push({
        severity: 'warn',
        rule: ANNOTATIONS_KEY,
        pointer: childPointer(pointer, ANNOTATIONS_KEY) + at,
        message,
      });
    }
  };
  const seen = new Set<PathItemObject>();
  for (const { part, pathItem: items } of findOperations(references).operations) {
    for (const { value, pointer } of items) {
      if (!seen.has(value)) check(value, pointer, 'path');
      seen.add(value);
    }
    check(part.value, part.pointer, 'operation', {
      statuses: Object.keys(isRecord(part.value.responses) ? part.value.responses : {}),
    });
  }
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    // Properties of composed schemas are not known here.
    const isWhole = isRecord(schema) && isRecord(schema.properties) && !COMPOSING.some((word) => word in schema);
    const properties = isWhole ? Object.keys(schema.properties as object) : [];
    check(schema, childPointer('/components/schemas', name), 'schema', { properties });
  }
  return findings;
}

/** Keywords that add properties of other schemas. */
const COMPOSING = ['allOf', 'anyOf', 'oneOf', '$ref', '$dynamicRef'];

/** Valid names for annotations. */
interface ValidNames {
  readonly statuses?: readonly string[];
  readonly properties?: readonly string[];
}

function validateAnnotations(
  input: unknown,
  target: AnnotationTarget,
  { statuses, properties }: ValidNames,
): readonly { readonly pointer: string; readonly message: string }[] {
  if (!isRecord(input)) return [{ pointer: '', message: 'must be an object' }];
  return Object.entries(input).flatMap(([name, value]) => {
    const pointer = childPointer('', name);
    if (!Object.hasOwn(RULES, name)) return [{ pointer, message: unknownAnnotation(name) }];
    const { targets, isValid, expected } = RULES[name as keyof Annotations];
    if (!targets.includes(target))
      return [
        {
          pointer,
          message: `is allowed on ${targets.map(describeTarget).join(' or ')}, not on ${describeTarget(target)}`,
        },
      ];
    if (!isValid(value)) return [{ pointer, message: `must be ${expected}` }];
    if (name === 'status' && statuses && !statuses.includes(String(value)))
      return [{ pointer, message: `is ${value}, but the operation declares ${statuses.join(', ') || 'none'}` }];
    if (target !== 'schema' || name === 'refers' || name === 'like' || value === false || !properties?.length)
      return [];
    const names = Array.isArray(value) ? (value as readonly string[]) : [String(value).split('.')[0] ?? ''];
    return names
      .filter((one) => !properties.includes(one))
      .map((one) => {
        const suggestion = findNearestName(one, properties);
        const hint = suggestion === undefined ? `; it has ${properties.join(', ')}` : didYouMean(suggestion);
        return { pointer, message: `unknown property "${one}"${hint}` };
      });
  });
}

function unknownAnnotation(name: string): string {
  const suggestion = findNearestName(name, Object.keys(RULES));
  return `unknown annotation "${name}"${suggestion === undefined ? `; use ${Object.keys(RULES).join(', ')}` : didYouMean(suggestion)}`;
}

function describeTarget(target: AnnotationTarget): string {
  return target === 'operation' ? 'an operation' : target === 'path' ? 'a path' : 'a schema';
}

/**
 * Adds annotations from elsewhere to a document, by path, operation id or component name. They replace existing ones.
 *
 * @param document - it is modified
 * @returns problems, one sentence each
 */
export function addAnnotations(
  document: DocumentObject,
  input: Readonly<Record<string, Annotations>>,
): readonly string[] {
  const { paths, operations } = findOperations(createReferences(document));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const schemas = Object.keys(document.components?.schemas ?? {});
  return Object.entries(input).flatMap(([name, annotations]) => {
    const operation = byId.get(name);
    const pointer = paths.includes(name)
      ? childPointer('/paths', name)
      : (operation?.part.pointer ?? (schemas.includes(name) ? childPointer('/components/schemas', name) : undefined));
    if (pointer === undefined) {
      const suggestion = findNearestName(name, [...paths, ...byId.keys(), ...schemas]);
      return [`infer: ${name} is not a path, operation or schema of the document${didYouMean(suggestion)}`];
    }
    const target: AnnotationTarget = name.startsWith('/') ? 'path' : operation ? 'operation' : 'schema';
    const problems = validateAnnotations(annotations, target, {}).map(
      ({ pointer: at, message }) => `infer: ${name}${at} ${message}`,
    );
    const holder = valueAtPointer(document, pointer);
    if (problems.length > 0 || !isRecord(holder)) return problems;
    const known = holder[ANNOTATIONS_KEY];
    Object.assign(holder, { [ANNOTATIONS_KEY]: { ...(isRecord(known) ? known : {}), ...annotations } });
    return [];
  });
}
