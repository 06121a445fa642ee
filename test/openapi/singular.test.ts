// The singular of names.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { singular } from '../../src/openapi/singular.ts';

test.each([
  ['categories', 'category'],
  ['addresses', 'address'],
  ['statuses', 'status'],
  ['boxes', 'box'],
  ['users', 'user'],
  ['people', 'person'],
  ['children', 'child'],
  ['criteria', 'criterion'],
  ['aliases', 'alias'],
  ['cookies', 'cookie'],
  ['movies', 'movie'],
  ['caches', 'cache'],
  ['branches', 'branch'],
  ['coaches', 'coach'],
  ['canvases', 'canvas'],
  ['shelves', 'shelf'],
  ['apis', 'api'],
  ['quizzes', 'quiz'],
  ['heroes', 'hero'],
  ['knives', 'knife'],
  ['analyses', 'analysis'],
  ['leaves', 'leaf'],
  ['viruses', 'virus'],
  ['menus', 'menu'],
  ['taxis', 'taxi'],
  ['lenses', 'lens'],
  ['databases', 'database'],
  ['potatoes', 'potato'],
  ['wolves', 'wolf'],
  ['diagnoses', 'diagnosis'],
  ['indices', 'index'],
  ['orderanalyses', 'orderanalysis'],
  ['lineItems', 'lineItem'],
  ['ordercategories', 'ordercategory'],
  ['order categories', 'order category'],
])('of %s is %s', (several, one) => {
  expect(singular(several)).toBe(one);
});

test.each([
  'status',
  'address',
  'quiz',
  'virus',
  'menu',
  'taxi',
  'analysis',
  'lens',
  'bus',
  'leaf',
  'data',
  'metadata',
  'news',
  'time series',
  'media',
  'https',
  'dns',
  'as',
  's',
  '',
])('of %s is itself', (name) => {
  expect(singular(name)).toBe(name);
});

test('of a singular is itself', () => {
  const words = fc.constantFrom(
    'category',
    'status',
    'box',
    'person',
    'child',
    'alias',
    'cookie',
    'cache',
    'shelf',
    'api',
  );
  fc.assert(fc.property(words, (word) => singular(singular(`${word}s`)) === singular(`${word}s`)));
});

test('is found of names of any length and script', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => typeof singular(name) === 'string'));
  expect(singular(`${'s'.repeat(100_000)}`)).toHaveLength(100_000);
});
