// Values for seed data from the document: examples, filter choices, path parameters.

import { mainMediaType } from '../../../openapi/content.ts';
import type { Document } from '../../../openapi/document.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { isStringOrNumber } from '../../../schema/json/exact-number.ts';
import type { Inference } from '../inference.ts';
import { MATCH_ALL } from '../list/list-filter.ts';
import { findOperationsAt, findOperationsBelow } from '../operations-at.ts';
import { getAtPath } from '../property-path.ts';
import type { Resource, Resources } from '../resource.ts';

/** Maximum number of examples of a resource. */
const MAX_COUNT = 60;

/** The items in the examples of read and list operations, those of read operations first. */
export function findItemExamples(resource: Resource, document: Document, resources: Resources): readonly object[] {
  const collection = resource.path.replace(/\/[^/]*\/?$/, '');
  const found = [resource.path, collection]
    .flatMap((path) => findOperationsAt(document, path))
    .flatMap((operation) => {
      const action = resources.action(operation.id);
      if (action?.resource !== resource || action.part.length > 0 || !action.responsePath) return [];
      const { responsePath, kind } = action;
      const examples =
        mainMediaType(operation.responses.forStatus(operation.successStatus)?.mediaTypes ?? [])?.examples ?? [];
      const values = examples.map(({ value }) => getAtPath(value, responsePath));
      return kind === 'list' ? values.flat() : kind === 'read' ? values : [];
    });
  return found.filter(isRecord).slice(0, MAX_COUNT);
}

/** The enum values of the list filter, its default first; empty without an enum. */
export function listFilterChoices(resource: Resource, name: string, document: Document): readonly string[] {
  const shape = filterFor(resource, name, document);
  const values = shape?.keywordValue('enum');
  const all = Array.isArray(values) ? values.filter((one) => typeof one === 'string' && one !== '') : [];
  const choices = all.filter((one) => !MATCH_ALL.test(one));
  const defaultValue = shape?.keywordValue('default');
  return choices.toSorted((one, other) => Number(other === defaultValue) - Number(one === defaultValue));
}

/** The default of the list filter; undefined without one. */
export function getFilterDefault(resource: Resource, name: string, document: Document): unknown {
  return filterFor(resource, name, document)?.keywordValue('default');
}

function filterFor({ path }: Resource, name: string, document: Document): SchemaShape | undefined {
  const collection = path.replace(/\/[^/]*\/?$/, '');
  const list = findOperationsAt(document, collection).find(({ method }) => method === 'GET');
  const filter = list?.parameters.find((one) => one.in === 'query' && normalizeName(one.name) === normalizeName(name));
  return getSchemaShape(filter?.schema, document.references);
}

/** The value of a path parameter of a resource; empty if none can be generated. */
export type ParameterValue = (resource: Resource, parameter: string) => string;

export function createParameterValues({ document, sample }: Pick<Inference, 'document' | 'sample'>): ParameterValue {
  const cache = new Map<string, string>();
  const make = ({ path }: Resource, parameter: string): string => {
    const before = path.slice(0, path.indexOf(`{${parameter}}`));
    // Other paths may use another name for the parameter.
    const operations = [
      findOperationsAt(document, path),
      findOperationsBelow(document, `${before}{${parameter}}`),
    ].flat();
    const named = operations
      .flatMap(({ parameters }) => parameters)
      .find((one) => one.in === 'path' && one.name === parameter && one.schema !== undefined);
    const key = before.replaceAll(/\{[^{}]*\}/g, '{}');
    const value = named?.schema && sample(named.schema, key, { index: 0 });
    return isStringOrNumber(value) ? String(value) : '';
  };
  return (resource, parameter) => {
    const key = `${resource.path} ${parameter}`;
    const value = cache.get(key) ?? make(resource, parameter);
    cache.set(key, value);
    return value;
  };
}
