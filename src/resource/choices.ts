// What a property may be where its schema does not say it, and a filter of the list does: `state` of what is listed by `?state=open`.

import type { Document } from '../openapi/document.ts';
import { shapeOf } from '../openapi/schemas/shape.ts';
import { plain } from './find/word.ts';
import { ANYTHING } from './list/filter.ts';
import { operationsAt } from './operations-at.ts';
import type { Resource } from './resource.ts';

/** The texts that a list can be filtered by, the one that it is filtered by by default first; none where the document does not list them. */
export function choicesOf({ path }: Resource, name: string, document: Document): readonly string[] {
  const collection = path.replace(/\/[^/]*\/?$/, '');
  const list = operationsAt(document, collection).find(({ method }) => method === 'GET');
  const filter = list?.parameters.find((one) => one.in === 'query' && plain(one.name) === plain(name));
  const shape = shapeOf(filter?.schema, document.references);
  const said = shape?.says('enum');
  const all = Array.isArray(said) ? said.filter((one) => typeof one === 'string' && one !== '') : [];
  const choices = all.filter((one) => !ANYTHING.test(one));
  const usual = shape?.says('default');
  return choices.toSorted((one, other) => Number(other === usual) - Number(one === usual));
}
