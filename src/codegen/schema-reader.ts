// Reads schemas: up to OpenAPI 3.0, keywords beside a reference are ignored (3.0.3, section 4.7.23).

import { isJson, parseMediaType } from '../openapi/media-type.ts';
import { type Part, type References, referenceIn } from '../openapi/references.ts';
import { type DiscriminatorChoice, readDiscriminator } from '../openapi/schema/discriminator.ts';
import { createSchemaIdentifiers } from '../openapi/schema/schema-identifiers.ts';
import { createExtensionLookup, findMarkedProperties } from '../openapi/schema/schema-relations.ts';
import { isRecord } from '../schema/is-record.ts';
import { childPointer } from '../schema/json-pointer.ts';
import { type AnySchema, hasName, type SchemaObject, schemasAt } from './schema-parts.ts';

export interface SchemaReader {
  /**
   * The target of a reference, under the referenced name: a target that is a reference has its own name. Undefined for
   * other schemas, and unresolved references.
   */
  target(part: Part<AnySchema>): Part<AnySchema> | undefined;
  /** Whether the keywords of a schema count. */
  isRead(part: Part<AnySchema>): part is Part<SchemaObject>;
  /** Whether null is valid, whatever other keywords say (see docs/decisions/0007). */
  isNullable(part: Part<SchemaObject>): boolean;
  /** The first schema with keywords of its own behind references. */
  settled(part: Part<AnySchema>): Part<SchemaObject> | undefined;
  /** The value of a keyword, of a schema or of its reference target. */
  says<W extends keyof SchemaObject>(part: Part<AnySchema>, word: W): SchemaObject[W];
  /** Among which schemas the discriminator of a schema chooses; undefined when it has none, or very many extend it. */
  choice(part: Part<AnySchema>): DiscriminatorChoice | undefined;
  /** The schema at a pointer. */
  at(pointer: string): Part<AnySchema> | undefined;
  /** The properties of an object, and of its parts, that only one side writes. */
  marked(part: Part<AnySchema>, word: 'readOnly' | 'writeOnly'): ReadonlySet<string>;
  /** The property of an object, by itself or by its parts and choices; undefined when none of them names it. */
  property(part: Part<AnySchema>, name: string): Part<AnySchema> | undefined;
}

/** Maximum number of extensions in a union: a larger type is neither readable nor accepted by the compiler. */
const MOST_EXTENSIONS = 50;
/** How many references may lead to one another, as elsewhere. */
const LONGEST_CHAIN = 100;

/** @param version - of OpenAPI, such as `3.0.3` */
export function createSchemaReader(references: References, version: string): SchemaReader {
  const isOld = version.startsWith('3.0');
  const isRead = (part: Part<AnySchema>): part is Part<SchemaObject> =>
    isRecord(part.value) && !(isOld && referenceIn(part.value) !== undefined);
  const identifiers = createSchemaIdentifiers(references, version);
  const choices = new Map<string, DiscriminatorChoice | undefined>();
  const finder = {
    valueAt: (pointer: string) => references.rawAt(pointer)?.value,
    target: identifiers.target,
    extensionsOf: createExtensionLookup(references, identifiers.target),
    reportUnenforced: () => undefined,
  };
  const target = ({ value, pointer }: Part<AnySchema>): Part<AnySchema> | undefined => {
    const dynamic = isOld || !isRecord(value) ? undefined : value.$dynamicRef;
    const reference = referenceIn(value) ?? (typeof dynamic === 'string' ? dynamic : undefined);
    const found = reference === undefined ? undefined : identifiers.target(reference, pointer);
    if (found === undefined) return undefined;
    return hasName(found) ? references.rawAt(found) : references.resolveAt(found);
  };

  const chainFrom = (part: Part<AnySchema>): readonly Part<AnySchema>[] => {
    const chain: Part<AnySchema>[] = [];
    // Only a cycle is longer.
    for (let next: Part<AnySchema> | undefined = part; next && chain.length < LONGEST_CHAIN; next = target(next))
      chain.push(next);
    return chain;
  };

  const property: SchemaReader['property'] = (whole, name) => {
    const seen = new Set<string>();
    const open = [whole];
    for (let part = open.pop(); part; part = open.pop()) {
      if (seen.has(part.pointer)) continue;
      seen.add(part.pointer);
      const next = target(part);
      if (next) open.push(next);
      if (!isRead(part)) continue;
      const { properties } = part.value;
      if (isRecord(properties) && Object.hasOwn(properties, name))
        return { value: properties[name] as AnySchema, pointer: childPointer(part.pointer, 'properties', name) };
      for (const word of ['oneOf', 'anyOf', 'allOf'] as const) open.push(...schemasAt(part, word));
    }
    return undefined;
  };
  return {
    target,
    isRead,
    isNullable: ({ value }) => isOld && value.nullable === true,
    settled: (part) => chainFrom(part).find(isRead),
    says: (part, word) =>
      chainFrom(part)
        .filter(isRead)
        .find((one) => one.value[word] !== undefined)?.value[word],
    choice(part) {
      if (!isRead(part) || !isRecord(part.value.discriminator)) return undefined;
      if (!choices.has(part.pointer)) choices.set(part.pointer, readDiscriminator(part.pointer, finder));
      const choice = choices.get(part.pointer);
      return choice && (choice.isAmongBranches || choice.byValue.size <= MOST_EXTENSIONS) ? choice : undefined;
    },
    at: (pointer) => references.rawAt(pointer),
    marked: ({ value }, word) => findMarkedProperties(value, word, references),
    property,
  };
}

/** The names that an object must have. */
export function requiredBy({ value: { required } }: Part<SchemaObject>): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/**
 * Whether a schema describes bytes, which are files in forms (OpenAPI 3.0.3, section 4.7.14.2; 3.1.1, section
 * 4.8.14.2).
 */
export function isOfBytes({ value }: Part<SchemaObject>): boolean {
  const { type = 'string', format, contentMediaType, contentEncoding } = value;
  if (type === 'file' || (type === 'string' && format === 'binary')) return true;
  if (type !== 'string' || typeof contentMediaType !== 'string' || contentEncoding !== undefined) return false;
  const mediaType = parseMediaType(contentMediaType);
  return !(mediaType && (mediaType.type === 'text' || isJson(mediaType)));
}
