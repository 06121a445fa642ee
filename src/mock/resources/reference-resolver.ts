// References: the resource whose id a property holds, by name, annotation, type or description.

import { ANNOTATIONS_KEY, parseAnnotations } from '../../openapi/annotations.ts';
import { normalizeName, splitWords } from '../../openapi/name-words.ts';
import type { FlatSchema } from '../../openapi/schema/flat-schema.ts';
import { singular } from '../../openapi/singular.ts';
import type { ItemProperty } from './item-properties.ts';
import type { Resource, ResourceAction, Resources } from './resource.ts';

/**
 * Finds the resource whose id a property holds, by annotation or name; undefined without one or if ambiguous.
 *
 * @param schema - of the property. Default: without annotation
 */
export type ReferenceResolver = (property: string, schema?: FlatSchema) => Resource | undefined;

export function createReferenceResolver({ all }: Pick<Resources, 'all'>): ReferenceResolver {
  const byName = new Map<string, Resource | undefined>();
  for (const resource of all.values()) {
    const name = singular(splitWords(resource.name).join(' '));
    // A name that two resources share is ambiguous.
    byName.set(name, byName.has(name) ? undefined : resource);
  }
  return (property, schema) => {
    const { refers } = parseAnnotations(schema?.[ANNOTATIONS_KEY]);
    if (refers !== undefined) return all.get(refers);
    const words = splitWords(property);
    const last = words.at(-1);
    if (last !== 'id' && last !== 'ids') return undefined;
    // `formerOwnerId` also refers to an owner.
    const names = words.slice(0, -1).map((_, index) => words.slice(index, -1).join(' '));
    const known = names.find((name) => byName.has(name));
    return known === undefined ? undefined : byName.get(known);
  };
}

/** Finds the resource that a property of an item probably refers to. @param own - the resource with the property */
export type ReferenceGuess = (property: ItemProperty, own: Resource) => Resource | undefined;

/** Names of persons in an item, and of the resources that have them, in order of preference. */
const ROLE = /^(assignee|owner|reporter|requester|reviewer|approver|creator)$/;
const PERSONS = ['user', 'person', 'member', 'account', 'employee', 'agent', 'contact', 'customer'];
/** Words of descriptions of references: `Id of a contact`, `the user who …`. */
const IS_REFERENCE = /\b(ids?|identifiers?|uuids?|keys?|references?|refers?)\b/i;

/** Names of ids that other things than references have, too. */
const COMMON_ID =
  /^(u?u?id|guid|key|name|code|slug|tag|label|number|value|type|kind|title|email|path|date|version|index)$/;

/**
 * As `createReferenceResolver`, but also by type, description and role, and by the name of the other resource's id
 * (`isbn`); for seed data, and for links between items that exist.
 */
export function createReferenceGuess({ all }: Pick<Resources, 'all'>, resolve: ReferenceResolver): ReferenceGuess {
  const byWord = new Map<string, Resource | undefined>();
  const byIdName = new Map<string, Resource | undefined>();
  for (const resource of all.values()) {
    const word = singular(splitWords(resource.name).join(' '));
    byWord.set(word, byWord.has(word) || resource.isSingleton ? undefined : resource);
    const [idName = '', ...below] = resource.id?.path ?? [];
    const idWords = splitWords(idName).join(' ');
    if (below.length === 0 && !COMMON_ID.test(idWords))
      byIdName.set(idWords, byIdName.has(idWords) ? undefined : resource);
  }
  const person = PERSONS.map((word) => byWord.get(word)).find((resource) => resource !== undefined);
  const described = (description: unknown, own: Resource): Resource | undefined => {
    if (typeof description !== 'string') return undefined;
    const words = splitWords(description.slice(0, MAX_DESCRIPTION)).map(singular);
    const named = words.flatMap((word, index) => {
      const pair = `${words[index - 1]} ${word}`;
      return byWord.get(pair) ?? byWord.get(word) ?? [];
    });
    const others = new Set(named.filter((resource) => resource !== own));
    return others.size === 1 ? [...others][0] : undefined;
  };
  return (property, own) => {
    const { name, type, format, schema, typeName } = property;
    const known = resolve(name, schema) ?? (typeName === undefined ? undefined : resolve(typeName));
    if (known) return known;
    const words = splitWords(name);
    const last = singular(words.at(-1) ?? '');
    const isId = last === 'id' || last === 'uuid' || words.at(-1) === 'by';
    if (format === 'email' || /[\s@]/.test(String(schema.example ?? ''))) return undefined;
    if (words[0] === 'parent' && words.length <= 2 && (isId || words.length === 1)) return own;
    const sameName = byIdName.get([...words.slice(0, -1), last].join(' '));
    if (sameName && sameName !== own) return sameName;
    const role = singular(words.filter((word) => !/^(ids?|uuids?)$/.test(word)).at(-1) ?? '');
    const isRole = ROLE.test(role) || words.at(-1) === 'by';
    const text = schema.description ?? (schema.items as { readonly description?: unknown } | undefined)?.description;
    const found = isId || isRole || IS_REFERENCE.test(String(text ?? '')) ? described(text, own) : undefined;
    const isOpaque = type === 'integer' || type === 'number' || format === 'uuid';
    return found ?? (isRole ? person : isOpaque && words.length === 1 ? byWord.get(last) : undefined);
  };
}

/** Maximum length of a description that is read, in characters. */
const MAX_DESCRIPTION = 300;

/** Whether a property is the id of the item itself: the `offerId` of an offer. */
export function isOwnId({ resource, kind }: ResourceAction, target: Resource, name: string): boolean {
  if (target !== resource || kind === 'act') return false;
  return resource.id?.path?.[0] === name || normalizeName(name) === `${singular(normalizeName(resource.name))}id`;
}
