// Choices of a property that only its list filter declares.

import type { Document } from '../../../openapi/document.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { MATCH_ALL } from '../list/list-filter.ts';
import { findOperationsAt } from '../operations-at.ts';
import type { Resource } from '../resource.ts';

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
