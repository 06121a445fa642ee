// Runtime expressions of Arazzo, templates and selectors.

import { expect, test } from 'vitest';
import { type ExpressionScope, evaluateArazzo, resolveValue } from '../../../src/verify/arazzo/expression.ts';

const SCOPE: ExpressionScope = {
  inputs: { name: 'Rex', 'a.b': 1, customer: { uri: 'u', tags: ['x'] } },
  outputs: { total: 3 },
  steps: new Map([['log-in', { token: 't', body: { items: [{ id: 5 }] } }]]),
  workflows: new Map([['first', { inputs: { n: 1 }, outputs: { id: 9 } }]]),
  sources: new Map([['pets', './pets.yaml']]),
  self: 'https://example.com/flows',
  exchange: {
    url: 'http://localhost/pets/5?q=1',
    method: 'GET',
    statusCode: 201,
    request: { path: { id: '5' }, query: { q: '1' }, header: { accept: '*/*' }, body: { a: 1 } },
    response: { header: { 'x-total': '4' }, body: { 'a/b': 2, list: [{ id: 1 }], big: 9007199254740993n } },
  },
};

test.each<[expression: string, value: unknown]>([
  ['$url', 'http://localhost/pets/5?q=1'],
  ['$method', 'GET'],
  ['$statusCode', 201],
  ['$self', 'https://example.com/flows'],
  ['$request.path.id', '5'],
  ['$request.header.Accept', '*/*'],
  ['$request.body#/a', 1],
  ['$request.payload#/a', 1],
  ['$response.header.X-Total', '4'],
  ['$response.body#/a~1b', 2],
  ['$response.body#/list/0/id', 1],
  ['$response.body.list[0].id', 1],
  ['$response.body.list.0.id', 1],
  ['$response.body.big', 9007199254740993n],
  ['$inputs.name', 'Rex'],
  ['$inputs.a.b', 1],
  ['$inputs.customer#/tags/0', 'x'],
  ['$inputs.customer.uri', 'u'],
  ['$inputs.constructor', undefined],
  ['$inputs.name.length', undefined],
  ['$outputs.total', 3],
  ['$steps.log-in.outputs.token', 't'],
  ['$steps.log-in.outputs.body.items[0].id', 5],
  ['$steps.log-in.outputs.body#/items/0/id', 5],
  ['$steps.none.outputs.token', undefined],
  ['$workflows.first.outputs.id', 9],
  ['$workflows.first.inputs.n', 1],
  ['$sourceDescriptions.pets.url', './pets.yaml'],
])('%s is %s', (expression, value) => {
  expect(evaluateArazzo(expression, SCOPE)).toEqual(value);
});

test.each<[declared: unknown, value: unknown, missing: readonly string[]]>([
  ['$5.00', '$5.00', []],
  ['$inputs.name', 'Rex', []],
  ['Hello {$inputs.name}, {$inputs.customer}', 'Hello Rex, {"uri":"u","tags":["x"]}', []],
  ['{"a": {$response.body.big}, "b": "{$inputs.none}"}', '{"a": 9007199254740993, "b": ""}', ['$inputs.none']],
  ['{name}', '{name}', []],
  [{ a: '$inputs.none', b: ['$statusCode', '$inputs.none'] }, { b: [201] }, ['$inputs.none', '$inputs.none']],
  [{ context: '$response.body', selector: '$.list[?@.id == 1].id', type: 'jsonpath' }, 1, []],
  [{ context: '$response.body', selector: '/list/0', type: 'jsonpointer' }, { id: 1 }, []],
  [{ context: 'a', selector: 'b', type: 'c' }, { context: 'a', selector: 'b', type: 'c' }, []],
  [null, null, []],
])('%j becomes %j', (declared, value, missing) => {
  expect(resolveValue(declared, SCOPE)).toEqual({ value, missing });
});
