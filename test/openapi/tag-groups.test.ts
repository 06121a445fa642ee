// Groups of operations by tags, with parents, kinds and summaries.

import { expect, test } from 'vitest';
import { createDocument } from '../../src/openapi/document.ts';
import { groupByTags, groupTitle } from '../../src/openapi/tag-groups.ts';
import { documentSource } from '../support/document-source.ts';
import { documentOf } from '../support/own-api.ts';

/** The groups of operations, given as their tags by path. */
function groupsOf(operations: Readonly<Record<string, unknown>>, tags?: unknown) {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, own]) => [
      path,
      { get: { operationId: path.slice(1), tags: own, responses: { 200: { description: 'ok' } } } },
    ]),
  );
  const document = createDocument(documentSource({ ...documentOf(paths), openapi: '3.2.0', tags } as never));
  const all = [...document.operations.values()];
  const groups = groupByTags(all).map(({ titles, operations }) => [titles, operations.map(({ id }) => id)]);
  return { groups, titles: all.map(groupTitle) };
}

test('groups are in the order of the tags of the document, others after them, and operations without a tag last', () => {
  const operations = { '/free': undefined, '/other': ['other'], '/b': ['b'], '/a': ['a'], '/b2': ['b', 'a'] };
  const { groups, titles } = groupsOf(operations, [{ name: 'a', summary: 'First' }, { name: 'b' }]);
  expect(groups).toEqual([
    [['First'], ['a']],
    [['b'], ['b', 'b2']],
    [['other'], ['other']],
    [[], ['free']],
  ]);
  expect(titles).toEqual([undefined, 'other', 'b', 'First', 'b']);
});

test('a tag with a parent is a group in the group of the parent', () => {
  const tags = [
    { name: 'orders', summary: 'Orders', parent: 'store' },
    { name: 'refunds', parent: 'orders' },
    { name: 'store', summary: 'Store' },
  ];
  const { groups, titles } = groupsOf({ '/r': ['refunds'], '/o': ['orders'], '/s': ['store'] }, tags);
  expect(groups).toEqual([
    [['Store'], ['s']],
    [['Store', 'Orders'], ['o']],
    [['Store', 'Orders', 'refunds'], ['r']],
  ]);
  expect(titles).toEqual(['Store › Orders › refunds', 'Store › Orders', 'Store']);
});

test('tags of a kind other than nav are no groups', () => {
  const tags = [
    { name: 'beta', kind: 'badge' },
    { name: 'partners', kind: 'audience' },
    { name: 'pets', kind: 'nav' },
  ];
  const { titles } = groupsOf({ '/a': ['beta', 'pets'], '/b': ['partners'] }, tags);
  expect(titles).toEqual(['pets', undefined]);
});

test('parents in a circle, missing parents and tags of other types do no harm', () => {
  const tags = [{ name: 'a', parent: 'b' }, { name: 'b', parent: 'a' }, { name: 'c', parent: 'lost' }, 7, null];
  expect(groupsOf({ '/a': ['a'], '/c': ['c'], '/d': [5], '/e': 'text' }, tags).titles).toEqual([
    'b › a',
    'lost › c',
    '5',
    undefined,
  ]);
  expect(groupsOf({ '/a': ['a'] }, 'text').titles).toEqual(['a']);
});
