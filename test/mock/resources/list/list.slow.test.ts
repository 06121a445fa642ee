// Filters with very many values on very many items.

import { describe, expect, test } from 'vitest';
import { createPets, createRule, requestList } from './listed.ts';

describe('for any request,', () => {
  const many = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, at) => text(at));
  const text = { type: 'string' };
  const texts = { type: 'array', items: text };

  test('a filter with very many values is applied to very many items', () => {
    const rule = createRule({ body: { name: texts } });
    const names = many(200_000, (at) => `Pet ${at + 4000}`);
    expect(requestList(rule, createPets(4003), {}, { name: names }).items.map(({ id }) => id)).toEqual([
      '4000',
      '4001',
      '4002',
      '4003',
    ]);
  });
});
