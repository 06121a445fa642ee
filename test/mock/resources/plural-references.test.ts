// References to resources with unusual plurals.

import { expect, test } from 'vitest';
import { findResources } from '../../../src/mock/resources/find-resources.ts';
import { createReferenceResolver } from '../../../src/mock/resources/reference-resolver.ts';
import { smallDocument } from './small-document.ts';

test.each([
  ['quizzes', 'quizId'],
  ['heroes', 'hero_id'],
  ['knives', 'KnifeID'],
  ['analyses', 'analysisId'],
  ['leaves', 'leafIds'],
  ['viruses', 'virus-id'],
  ['menus', 'menuId'],
  ['taxis', 'formerTaxiId'],
  ['user-statuses', 'userStatusId'],
  ['OrderAnalyses', 'order_analysis_id'],
])('an item of %s is named by %s', (name, property) => {
  const document = smallDocument([`GET /${name} > Item[]`, `GET /${name}/{id} > Item`], { Item: { id: 'string' } });
  const resolve = createReferenceResolver(findResources(document));
  expect(resolve(property)?.name).toBe(name);
});
