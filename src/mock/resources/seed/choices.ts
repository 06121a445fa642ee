// What a property may be where its schema does not say it, and a filter of the list does: `state` of what is listed by `?state=open`.

import type { Document } from '../../../openapi/document.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { plain } from '../inference/word.ts';
import { ANYTHING } from '../list/filter.ts';
import { operationsAt } from '../operations-at.ts';
import type { Resource } from '../resource.ts';

/** The texts that a list can be filtered by, the one that it is filtered by by default first; none where the document does not list them. */
export function choicesOf(resource: Resource, name: string, document: Document): readonly string[] {
  const shape = filterFor(resource, name, document);
  const said = shape?.keywordValue('enum');
  const all = Array.isArray(said) ? said.filter((one) => typeof one === 'string' && one !== '') : [];
  const choices = all.filter((one) => !ANYTHING.test(one));
  const usual = shape?.keywordValue('default');
  return choices.toSorted((one, other) => Number(other === usual) - Number(one === usual));
}

/** What a list is filtered by when nobody asks for that; undefined where it is not. */
export function usualOf(resource: Resource, name: string, document: Document): unknown {
  return filterFor(resource, name, document)?.keywordValue('default');
}

function filterFor({ path }: Resource, name: string, document: Document): SchemaShape | undefined {
  const collection = path.replace(/\/[^/]*\/?$/, '');
  const list = operationsAt(document, collection).find(({ method }) => method === 'GET');
  const filter = list?.parameters.find((one) => one.in === 'query' && plain(one.name) === plain(name));
  return getSchemaShape(filter?.schema, document.references);
}
