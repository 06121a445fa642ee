// Properties for filters and sort keys, by name and synonyms.

import { normalizeName, splitWords } from '../../../openapi/name-words.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { singular } from '../../../openapi/singular.ts';
import type { PropertyPath, Resource } from '../resource.ts';
import type { ListInput } from './list-input.ts';

export interface QueryProperty {
  readonly path: PropertyPath;
  readonly types: ReadonlySet<string>;
  readonly isDate: boolean;
  /** Whether it is an enum. */
  readonly isChoice: boolean;
  /** The order of its values, if it is an enum of texts: `low`, `medium`, `high`. */
  readonly ranks?: ReadonlyMap<unknown, number> | undefined;
}

/** Objects whose properties belong to the item itself. */
const TRANSPARENT = /^(attributes|properties|metadata|fields|meta)$/;
/** Synonyms of timestamps. */
const TIMES: Readonly<Record<string, readonly string[]>> = {
  created: [
    'createdat',
    'creationdate',
    'createddate',
    'createdon',
    'datecreated',
    'creationtime',
    'createtime',
    'createdtime',
    'inserted',
    'insertedat',
    'timestamp',
    'date',
    'time',
  ],
  updated: [
    'updatedat',
    'updatedate',
    'updateddate',
    'updatedon',
    'dateupdated',
    'updatetime',
    'updatedtime',
    'modified',
    'modifiedat',
    'modifieddate',
    'lastmodified',
    'lastupdated',
    'changedate',
    'changed',
  ],
};

/** Creates a lookup of properties by normalised name; it returns undefined for an unknown name. */
export function createPropertyLookup(
  { schema, name, id }: Pick<Resource, 'schema' | 'name' | 'id'>,
  references: References,
): (parameterName: string) => QueryProperty | undefined {
  const byName = new Map<string, QueryProperty>();
  const add = (shape: SchemaShape | undefined, above: PropertyPath) => {
    for (const [own, part] of shape?.properties ?? []) {
      const inner = getSchemaShape(part, references);
      const path = [...above, own];
      const known = byName.has(normalizeName(own));
      if (inner?.isObject && inner.properties.size > 0) {
        if (above.length === 0 && TRANSPARENT.test(normalizeName(own))) add(inner, path);
        // `owner=17` matches the id of the owner.
        const [key, value] =
          [...inner.properties].find(([one]) => /^(id|uuid|key|login|name)$/.test(normalizeName(one))) ?? [];
        if (key !== undefined && !known)
          byName.set(normalizeName(own), propertyOf(getSchemaShape(value, references), [...path, key]));
        for (const [one, part] of inner.properties) {
          const within = normalizeName(own) + normalizeName(one);
          if (!byName.has(within)) byName.set(within, propertyOf(getSchemaShape(part, references), [...path, one]));
        }
      } else if (!known) byName.set(normalizeName(own), propertyOf(inner, path));
    }
  };
  add(getSchemaShape(schema, references), []);
  const resourceName = singular(normalizeName(name));
  if (id?.path && !byName.has('id')) {
    byName.set('id', { path: id.path, types: new Set([id.type]), isDate: false, isChoice: false });
  }
  return (parameterName) => {
    if (parameterName === '') return undefined;
    for (const form of listSynonyms(parameterName, resourceName)) {
      const found = byName.get(form);
      if (found) return found;
    }
    return undefined;
  };
}

function* listSynonyms(parameterName: string, resourceName: string): Generator<string> {
  const short =
    resourceName !== '' && parameterName.startsWith(resourceName) && parameterName !== resourceName
      ? parameterName.slice(resourceName.length)
      : undefined;
  for (const form of short ? [parameterName, short] : [parameterName]) {
    yield form;
    yield singular(form);
    yield `${form}id`;
    yield `${form}s`;
    yield `is${form}`;
    yield form.replace(/^is/, '');
    yield* Object.hasOwn(TIMES, form) ? (TIMES[form] ?? []) : [];
    for (const ending of ['at', 'on', 'date', 'time']) yield form + ending;
    yield `date${form}`;
    const [time] = Object.entries(TIMES).find(([, names]) => names.includes(form)) ?? [];
    if (time !== undefined && form !== 'date' && form !== 'time') {
      yield time;
      yield* TIMES[time] ?? [];
    }
  }
}

function propertyOf(shape: SchemaShape | undefined, path: PropertyPath): QueryProperty {
  const element = shape?.isList && shape.items;
  const format = shape?.keywordValue('format');
  const choices = shape?.keywordValue('enum');
  const texts = Array.isArray(choices) ? choices.filter((value) => value !== null) : [];
  const isRanked = texts.length > 0 && texts.every((value) => typeof value === 'string');
  return {
    path,
    types: element ? new Set(['array']) : (shape?.types ?? new Set()),
    isDate: format === 'date' || format === 'date-time' || format === 'timestamp',
    isChoice: Array.isArray(choices),
    ranks: isRanked ? new Map(texts.map((value, index) => [value, index])) : undefined,
  };
}

/** All values at a path in an item; lists on the path are flattened. */
export function collectValues(item: unknown, path: PropertyPath): readonly unknown[] {
  const found: unknown[] = [];
  collect(item, path, 0, found);
  return found;
}

function collect(value: unknown, path: PropertyPath, depth: number, found: unknown[]): void {
  const name = path[depth];
  for (const one of Array.isArray(value) ? value : [value]) {
    if (name === undefined) found.push(one);
    else if (typeof one === 'object' && one !== null && Object.hasOwn(one, name))
      collect((one as Readonly<Record<string, unknown>>)[name], path, depth + 1, found);
  }
}

/** Times of the domain, in order of preference. The time of creation is the last resort. */
const DOMAIN_TIMES = ['start', 'starts', 'begin', 'begins', 'scheduled', 'due', 'departure', 'date', 'day', 'time'];

/** Words that mean any time. */
const GENERAL = /^(date|day|time|timestamp|datetime)$/;

/** The bounds of a range, which are no properties: `end of the range`. */
const BOUND_OF = /\b(start|begin|beginning|end) of\b/gi;

/** Maximum length of a description that is read, in characters. */
const MAX_DESCRIPTION = 300;

/**
 * The property that the description names (`events that end after this time`), else a time of the domain, else the time
 * of creation.
 */
export function findTimeProperty(
  { description = '' }: ListInput,
  property: (name: string) => QueryProperty | undefined,
): QueryProperty | undefined {
  const timeNamed = (name: string) => {
    const found = property(name);
    return found?.isDate ? [found] : [];
  };
  const words = splitWords(description.slice(0, MAX_DESCRIPTION).replace(BOUND_OF, ''));
  const named = words
    .map((word) => singular(word).replace(/ing$/, ''))
    .filter((word) => !GENERAL.test(word))
    .flatMap(timeNamed);
  const [described, ...others] = new Map(named.map((one) => [one.path.join('.'), one])).values();
  if (described && others.length === 0) return described;
  return DOMAIN_TIMES.flatMap(timeNamed)[0] ?? property('created');
}
