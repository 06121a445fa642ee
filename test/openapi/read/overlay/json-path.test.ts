// JSONPath of RFC 9535: each rule of its grammar and of its evaluation once.

import { describe, expect, test } from 'vitest';
import { evaluateJsonPath } from '../../../../src/openapi/read/overlay/json-path.ts';
import { valueAt } from '../../../../src/openapi/read/overlay/merge-value.ts';

const STORE = {
  books: [
    { title: 'Sand', price: 8, tags: ['sea'], author: { name: 'Ann' } },
    { title: 'Hail', price: 12.5, tags: [], isbn: '0-1' },
    { title: 'Snow', price: 8, tags: ['cold', 'white'], isbn: null },
  ],
  'a.b': { 'c\'d"': true, '': 0 },
  ä: [1, 2, 3, 4, 5, 6],
};

function valuesOf(expression: string, document: object = STORE): unknown[] {
  return evaluateJsonPath(expression, document).map((place) => valueAt(document, place));
}

/** The titles of the books that a filter selects. */
function titlesOf(filter: string): unknown[] {
  return valuesOf(`$.books[?${filter}].title`);
}

describe('JSONPath selects', () => {
  test.each<[expression: string, values: readonly unknown[]]>([
    ['$', [STORE]],
    ['$.books[0].title', ['Sand']],
    ["$['books'][0]['title']", ['Sand']],
    ['$["a.b"]["c\'d\\""]', [true]],
    ["$['a.b']['']", [0]],
    ['$.\u00e4[0]', [1]],
    ["$['\\u00e4'][1]", [2]],
    ['$.books[-1].title', ['Snow']],
    ['$.books[3]', []],
    ['$.nothing.title', []],
    // More than RFC 9535 allows, and common for extensions.
    ['$.x-rating', []],
    ['$.books[*].price', [8, 12.5, 8]],
    ['$.books.*.price', [8, 12.5, 8]],
    ['$.books[2, 0, 0].title', ['Snow', 'Sand', 'Sand']],
    ['$.books[0]["title", "price"]', ['Sand', 8]],
    ['$.ä[1:3]', [2, 3]],
    ['$.ä[4:]', [5, 6]],
    ['$.ä[:-4]', [1, 2]],
    ['$.ä[::2]', [1, 3, 5]],
    ['$.ä[::-2]', [6, 4, 2]],
    ['$.ä[5:1:-3]', [6, 3]],
    ['$.ä[::0]', []],
    ['$..name', ['Ann']],
    ['$..books[?@.isbn].title', ['Hail', 'Snow']],
    ['$..[1]', [STORE.books[1], 'white', 2]],
    ['$ .books [ 0 ] .title', ['Sand']],
    ['$.books\n[\t0\r\n]\n.title', ['Sand']],
  ])('%j', (expression, values) => {
    expect(valuesOf(expression)).toEqual(values);
  });

  test.each<[filter: string, titles: string]>([
    ['@.isbn', 'Hail Snow'],
    ['!@.isbn', 'Sand'],
    ['@.isbn == null', 'Snow'],
    ['@.isbn == @.nothing', 'Sand'],
    ['@.price == 8', 'Sand Snow'],
    ['@.price == 8.0', 'Sand Snow'],
    ['@.price == 80e-1', 'Sand Snow'],
    ['@.price > 8', 'Hail'],
    ['@.price <= $.books[0].price', 'Sand Snow'],
    ["@.title < 'Sb'", 'Sand Hail'],
    ["@.price < 'x'", ''],
    ['@.tags == $.books[1].tags', 'Hail'],
    ["@.author == $.books[0].author || @.title == 'Hail'", 'Sand Hail'],
    ['@.price == 8 && @.isbn && @.tags[1]', 'Snow'],
    ["@.title == 'Sand' || @.isbn && @.price > 10", 'Sand Hail'],
    ["(@.title == 'Sand' || @.isbn) && @.price > 10", 'Hail'],
    ['!(@.price == 8)', 'Hail'],
    ["@.tags[?@ == 'cold']", 'Snow'],
    ["@['price']==8", 'Sand Snow'],
    ['length(@.tags) == 0', 'Hail'],
    ['length(@.title) == 4', 'Sand Hail Snow'],
    ['length(@.price) == 1', ''],
    ['count(@.*) > 3 && count(@.tags.*) == 1', 'Sand'],
    ["value(@..name) == 'Ann'", 'Sand'],
    ["match(@.title, 'S.*')", 'Sand Snow'],
    ["match(@.title, 'S')", ''],
    ["search(@.title, '[aeiou]i')", 'Hail'],
    ["match(@.title, '\\\\p{Lu}\\\\p{Ll}{3}')", 'Sand Hail Snow'],
    ["!search(@.price, '8')", 'Sand Hail Snow'],
  ])('items by %s', (filter, titles) => {
    expect(titlesOf(filter).join(' ')).toBe(titles);
  });

  test('any character but line feed and carriage return by a dot of match and search', () => {
    const texts = ['a\u2028c', 'a\u2029c', 'a\nc', 'a\rc', 'a.c', 'a\\c', 'a[c', 'a\u{1F600}c'];
    expect(valuesOf("$[?match(@, 'a.c')]", texts)).toEqual(texts.filter((text) => !/[\r\n]/.test(text)));
    expect(valuesOf("$[?search(@, '^a\\\\.c')]", texts)).toEqual(['a.c']);
    expect(valuesOf("$[?match(@, 'a[.]c')]", texts)).toEqual(['a.c']);
    expect(valuesOf("$[?match(@, 'a\\\\[.c')]", ['a[\u2028c', 'a[c'])).toEqual(['a[\u2028c']);
    expect(valuesOf("$[?match(@, 'a\\\\\\\\.c')]", ['a\\\u2028c', 'a\\c'])).toEqual(['a\\\u2028c']);
    expect(valuesOf("$[?match(@, 'a[\\\\].]c')]", ['a]c', 'a.c', 'a\u2028c'])).toEqual(['a]c', 'a.c']);
  });
});

describe('JSONPath rejects', () => {
  test.each([
    '',
    'books',
    ' $',
    '$ ',
    '$.',
    '$..',
    '$.1',
    '$[a]',
    '$[01]',
    '$[-0]',
    '$[1.0]',
    '$[]',
    '$[0,]',
    '$[9007199254740992]',
    '$[:-9007199254740992]',
    "$['a",
    "$['\\x']",
    "$['\n']",
    "$['\\uD800']",
    '$[?]',
    '$[?@.a = 1]',
    '$[?@.a == ]',
    '$[?@.* == 1]',
    '$[?@..a == 1]',
    '$[?@[0, 1] == 1]',
    '$[?1]',
    "$[?'a']",
    '$[?true]',
    '$[?@.a == 01]',
    '$[?@.a == 1.]',
    '$[?@.a && ]',
    '$[?length(@.a)]',
    '$[?length(@.*) == 1]',
    '$[?count(1) == 1]',
    '$[?count() == 1]',
    '$[?value(@.a, @.b) == 1]',
    "$[?match(@.a, 'a') == true]",
    '$[?match(@.a)]',
    '$[?unknown(@.a)]',
    '$[?length (@.a) == 1]',
  ])('%j', (expression) => {
    expect(() => evaluateJsonPath(expression, STORE)).toThrow();
  });
});
