// Runtime expressions of callbacks and links.

import { describe, expect, test } from 'vitest';
import { evaluateExpression, evaluateTemplate } from '../../src/openapi/runtime-expression.ts';

const EXCHANGED = {
  url: 'http://localhost/streams/7?callbackUrl=http://127.0.0.1:9/hook',
  method: 'POST',
  statusCode: 201,
  request: {
    path: { id: 7 },
    query: { callbackUrl: 'http://127.0.0.1:9/hook' },
    header: { 'x-reply-to': 'http://127.0.0.1:9/header' },
    body: { url: 'http://127.0.0.1:9/body', list: [{ 'a/b': 1 }], nothing: null, deep: { x: 'ü&?' } },
  },
  response: { header: { location: '/streams/7' }, body: { id: 'new' } },
};

describe('an expression', () => {
  test.each<[string, unknown]>([
    ['$url', EXCHANGED.url],
    ['$method', 'POST'],
    ['$statusCode', 201],
    ['$request.path.id', 7],
    ['$request.query.callbackUrl', 'http://127.0.0.1:9/hook'],
    ['$request.header.X-Reply-To', 'http://127.0.0.1:9/header'],
    ['$request.body', EXCHANGED.request.body],
    ['$request.body#/url', 'http://127.0.0.1:9/body'],
    ['$request.body#/list/0/a~1b', 1],
    ['$request.body#', EXCHANGED.request.body],
    ['$request.body#url', undefined],
    ['$request.body#/missing', undefined],
    ['$request.body#/constructor', undefined],
    ['$request.path.toString', undefined],
    ['$response.header.Location', '/streams/7'],
    ['$response.body#/id', 'new'],
    ['$response.path.id', undefined],
    ['$nothing', undefined],
    ['url', undefined],
    ['', undefined],
  ])('%s is %j', (expression, value) => {
    expect(evaluateExpression(expression, EXCHANGED)).toEqual(value);
  });
});

describe('a template', () => {
  test.each<[string, object]>([
    ['{$request.body#/url}/events', { text: 'http://127.0.0.1:9/body/events' }],
    ['$request.query.callbackUrl', { text: 'http://127.0.0.1:9/hook' }],
    [
      '{$request.body#/url}?id={$response.body#/id}&x={$request.body#/deep/x}',
      { text: 'http://127.0.0.1:9/body?id=new&x=%C3%BC%26%3F' },
    ],
    ['http://127.0.0.1:9/{$statusCode}/{id}', { text: 'http://127.0.0.1:9/201/{id}' }],
    ['http://127.0.0.1:9/', { text: 'http://127.0.0.1:9/' }],
    ['{$request.body#/missing}/{$request.body#/nothing}', { missing: '$request.body#/missing' }],
    ['{$request.body#/list}', { missing: '$request.body#/list' }],
    ['$request.body#/nothing', { missing: '$request.body#/nothing' }],
  ])('%s evaluates to %j', (template, expected) => {
    expect(evaluateTemplate(template, EXCHANGED)).toEqual(expected);
  });
});
