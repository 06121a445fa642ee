// The schemas of a document by id: pointer, direction and role.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { UnlocatedFinding } from '../document-finding.ts';
import { type References, referenceIn } from '../references.ts';
import { type Dialect, findMetaSchema } from './ajv/dialect.ts';
import type { RewriteContext, UnenforcedRule, ValidationDirection } from './ajv/rewrite-schema.ts';
import { createBareReferenceResolver, isBareReference } from './bare-reference.ts';
import { type DiscriminatorChoice, readDiscriminator, type SchemaFinder } from './discriminator.ts';
import { createSchemaIdentifiers, type SchemaResource } from './schema-identifiers.ts';
import { createExtensionLookup, findMarkedProperties } from './schema-relations.ts';
import { findSupersededParts, isImpossible, NOTHING_EXEMPT } from './superseded-parts.ts';

/** One use of a schema for validation. */
export interface SchemaId {
  readonly direction: ValidationDirection;
  /** `schema`: the schema; `choice`: its discriminator's selection; `alone`: the schema without its discriminator. */
  readonly role: 'schema' | 'choice' | 'alone';
  /** The pointer of the schema. */
  readonly pointer: string;
  /** The properties that it does not constrain here. Default: none. */
  readonly exempt?: ReadonlySet<string>;
}

export interface SchemaSources {
  /** Formats and registers an id. */
  id(id: SchemaId): string;
  read(id: string): SchemaId;
  /** The registered ids in order. */
  readonly ids: readonly string[];
  valueAt(pointer: string): unknown;
  resourceAt(pointer: string): SchemaResource;
  /** The selection of the discriminator at a pointer. */
  choice(pointer: string): DiscriminatorChoice;
  /** The context of rewriting a schema. */
  rewriteContext(id: SchemaId, dialect: Dialect): RewriteContext;
  /** Constraints that are not enforced. */
  readonly notEnforced: readonly UnlocatedFinding[];
  /** @param rule - of the finding. Default: `not-enforced` */
  reportUnenforced(pointer: string, message: string, rule?: UnenforcedRule): void;
  /** Reports an unsupported dialect, once for each. */
  reportUnknownDialect(pointer: string): void;
}

/** Maximum schemas that are compiled in one piece: Ajv needs time for size, and stack for depth. */
const MAX_SCHEMAS_PER_PIECE = 200;

/** Maximum subschemas of a keyword before each is validated on its own. */
const MAX_BELOW_KEYWORD = 200;

/** Whether a pointer is that of a schema or of its `allOf` members: a base may declare its discriminator in either. */
function isSchemaOrPart(pointer: string, schema: string): boolean {
  return pointer.startsWith(schema) && /^(\/allOf\/\d+)*$/.test(pointer.slice(schema.length));
}

/**
 * @param version - of OpenAPI, such as `3.0.3`
 * @param maxBelowKeyword - maximum subschemas that are compiled with their keyword
 */
export function createSchemaSources(
  references: References,
  version: string,
  maxBelowKeyword = MAX_BELOW_KEYWORD,
): SchemaSources {
  const { resourceAt, isResource, target } = createSchemaIdentifiers(references, version);
  const valueAt = (pointer: string): unknown => references.rawAt(pointer)?.value;
  const ids: string[] = [];
  const known = new Set<string>();
  const findings = new Map<string, UnlocatedFinding>();
  const reportedDialects = new Set<string>();
  const choices = new Map<string, DiscriminatorChoice | undefined>();
  const finder: SchemaFinder = {
    valueAt,
    target,
    reportUnenforced: (pointer, message) => report(pointer, message),
    extensionsOf: createExtensionLookup(references, target),
  };

  const bareEnd = createBareReferenceResolver((pointer) => {
    const value = valueAt(pointer);
    return isBareReference(value, resourceAt(pointer).dialect)
      ? target(referenceIn(value) as string, pointer)
      : undefined;
  });

  const id = ({ direction, role, pointer, exempt = NOTHING_EXEMPT }: SchemaId): string => {
    const without = exempt.size === 0 ? '' : `:${encodeURIComponent(stringifyJson([...exempt].sort()))}`;
    const text = `${direction} ${role}${without} ${pointer}`;
    if (!known.has(text)) ids.push(text);
    known.add(text);
    return text;
  };
  const report: SchemaSources['reportUnenforced'] = (pointer, message, rule) => {
    findings.set(`${pointer} ${message}`, { severity: 'warn', rule: rule ?? 'not-enforced', pointer, message });
  };
  const choiceOf = (pointer: string): DiscriminatorChoice | undefined => {
    if (!choices.has(pointer)) choices.set(pointer, readDiscriminator(pointer, finder));
    return choices.get(pointer);
  };
  /** Whether a base is extended here: then it is validated without its discriminator, which has been applied. */
  const isExtended = (base: string, pointer: string): boolean => {
    const own = /^(\/components\/schemas\/[^/]+)\/allOf\/\d+$/.exec(pointer)?.[1];
    return own !== undefined && own !== base;
  };
  const dynamicAnchor = (keyword: string, reference: string, pointer: string): string | undefined => {
    const name = keyword === '$recursiveRef' ? '' : reference.slice(reference.indexOf('#') + 1);
    return keyword !== '$ref' && resourceAt(pointer).dynamicAnchors.get(name) === pointer ? name : undefined;
  };

  const surroundings = (
    { direction, role, pointer: start, exempt: own }: SchemaId,
    dialect: Dialect,
  ): RewriteContext => ({
    dialect,
    direction,
    exempt: own ?? NOTHING_EXEMPT,
    supersededIn: (schema, pointer) => findSupersededParts(schema, pointer, finder),
    isImpossible: (schema, pointer) => isImpossible(schema, pointer, finder),
    maxSchemas: MAX_SCHEMAS_PER_PIECE,
    maxBelowKeyword,
    resolveReference(keyword, reference, pointer, exempt) {
      const first = target(reference, pointer);
      const found = first === undefined || keyword !== '$ref' ? first : bareEnd(first);
      if (found === undefined && findMetaSchema(reference)) return { $ref: reference };
      if (found === undefined) {
        report(
          childPointer(pointer, keyword),
          `${JSON.stringify(reference)} cannot be resolved; any value is accepted`,
        );
        return undefined;
      }
      const named = id({ direction, role: isExtended(found, pointer) ? 'alone' : 'schema', pointer: found, exempt });
      const anchor = dynamicAnchor(keyword, reference, found);
      return anchor === undefined ? { $ref: named } : { dynamic: [anchor, named] };
    },
    separate: (pointer, exempt) => ({ $ref: id({ direction, role: 'schema', pointer, exempt }) }),
    contentId: (pointer) => id({ direction: 'response', role: 'schema', pointer }),
    mustSeparate: isResource,
    chooseByDiscriminator(pointer) {
      if (role === 'alone' && isSchemaOrPart(pointer, start)) return undefined;
      return choiceOf(pointer) && { $ref: id({ direction, role: 'choice', pointer }) };
    },
    marked: (schema, word) => findMarkedProperties(schema, word, references),
    reportUnenforced: report,
  });

  return {
    id,
    read(text) {
      const [direction, use = '', ...pointer] = text.split(' ') as [SchemaId['direction'], ...string[]];
      const [role, names] = use.split(':') as [SchemaId['role'], string?];
      const exempt = names === undefined ? NOTHING_EXEMPT : new Set<string>(JSON.parse(decodeURIComponent(names)));
      return { direction, role, pointer: pointer.join(' '), exempt };
    },
    ids,
    valueAt,
    resourceAt,
    choice: (pointer) => choiceOf(pointer) as DiscriminatorChoice,
    rewriteContext: surroundings,
    get notEnforced() {
      return [...findings.values()];
    },
    reportUnenforced: report,
    reportUnknownDialect(pointer) {
      const { dialectAt } = resourceAt(pointer);
      const name = stringifyJson(valueAt(dialectAt));
      if (reportedDialects.has(name)) return;
      reportedDialects.add(name);
      report(dialectAt, `unsupported schema dialect ${name}; its schemas accept any value; ${KNOWN_DIALECTS}`);
    },
  };
}

const KNOWN_DIALECTS = 'supported: OpenAPI 3.1 and 3.2, JSON Schema 2020-12, 2019-09, draft 7 and draft 6';
