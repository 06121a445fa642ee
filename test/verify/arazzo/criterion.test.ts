// Criteria of Arazzo: results, and what a failed one reports.

import { expect, test } from 'vitest';
import type { CriterionObject } from '../../../src/verify/arazzo/arazzo-objects.ts';
import { criterionMistake, evaluateCriterion } from '../../../src/verify/arazzo/criterion.ts';
import type { ExpressionScope } from '../../../src/verify/arazzo/expression.ts';

const SCOPE: ExpressionScope = {
  inputs: { status: 'open', pattern: '^2' },
  outputs: {},
  steps: new Map(),
  workflows: new Map(),
  sources: new Map(),
  self: undefined,
  exchange: {
    url: 'http://localhost/',
    method: 'GET',
    statusCode: 200,
    request: { path: {}, query: {}, header: {}, body: undefined },
    response: { header: {}, body: { pets: [{ name: 'Rex', status: 'open' }], text: `${'a'.repeat(40)}!` } },
  },
};
const BODY = '$response.body';

test.each<[CriterionObject]>([
  [{ condition: '$statusCode == 200' }],
  [{ context: '$statusCode', condition: '^2\\d{2}$', type: 'regex' }],
  [{ context: '$statusCode', condition: '{$inputs.pattern}', type: 'regex' }],
  [{ context: BODY, condition: '$.pets[?@.name == "Rex"]', type: 'jsonpath' }],
  [{ context: BODY, condition: '$.pets[?(@.status == "{$inputs.status}")]', type: 'jsonpath' }],
  [{ context: BODY, condition: '$[?count(@.pets) > 0]', type: 'jsonpath' }],
  [{ context: '$response.body#/pets/0', condition: "$[?@.name == 'Rex']", type: 'jsonpath' }],
  [{ context: '$response.body#/pets', condition: "$[?@.name == 'Rex']", type: 'jsonpath' }],
  [{ context: BODY, condition: '$.pets', type: { type: 'jsonpath', version: 'rfc9535' } }],
])('%j is met', (criterion) => {
  expect(evaluateCriterion(criterion, SCOPE)).toMatchObject({ isMet: true });
});

test.each<[CriterionObject, sentence: RegExp]>([
  [{ condition: '$statusCode == 201' }, /^\$statusCode == 201 is false: \$statusCode is 200$/],
  [{ condition: '$inputs.none == 1' }, /: \$inputs\.none has no value$/],
  [{ context: '$statusCode', condition: '^4', type: 'regex' }, /^regex \^4 of \$statusCode: does not match 200$/],
  [{ context: '$inputs.none', condition: '.', type: 'regex' }, /\$inputs\.none has no value$/],
  [{ context: BODY, condition: '(', type: 'regex' }, /is not a regular expression/],
  [{ context: BODY, condition: '$.pets[?@.name == "Max"]', type: 'jsonpath' }, /does not match \{"pets"/],
  [{ context: BODY, condition: '$.pets[', type: 'jsonpath' }, /is no JSONPath \(RFC 9535\): /],
  [{ context: '$statusCode', condition: '$', type: 'jsonpath' }, /does not match 200$/],
])('%j is not met, and says why', (criterion, sentence) => {
  expect(evaluateCriterion(criterion, SCOPE)).toEqual({ isMet: false, sentence: expect.stringMatching(sentence) });
});

test('a regular expression of a document that JavaScript would evaluate for ever is evaluated in linear time', () => {
  const slow: CriterionObject = { context: '$response.body#/text', condition: '^(a+)+$', type: 'regex' };
  expect(evaluateCriterion(slow, SCOPE).isMet).toBe(false);
});

test('criteria of a type that is not supported are rejected before a workflow runs', () => {
  expect(criterionMistake({ context: BODY, condition: '/a', type: 'xpath' })).toMatch(/^xpath is not supported/);
  expect(criterionMistake({ context: BODY, condition: '/a', type: { type: 'xpath', version: 'xpath-30' } })).toMatch(
    /^xpath/,
  );
  expect(criterionMistake({ condition: '$statusCode = 1' })).toMatch(/is no condition/);
});
