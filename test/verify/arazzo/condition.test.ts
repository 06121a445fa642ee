// Simple conditions of Arazzo.

import { expect, test } from 'vitest';
import { isMet, parseCondition } from '../../../src/verify/arazzo/condition.ts';

const VALUES: Readonly<Record<string, unknown>> = {
  $statusCode: 200,
  '$response.body#/name': 'Rex',
  '$response.body.items[0].id': 7,
  '$inputs.count': '10',
  '$inputs.open': true,
  '$response.body#/none': null,
  '$inputs.list': [1, { a: 2 }],
  '$inputs.same': [1, { a: 2 }],
  "$response.body['a b']": 1,
};

function met(text: string): boolean | string {
  const condition = parseCondition(text);
  return condition.ok ? isMet(condition.value, (expression) => VALUES[expression]) : condition.reason;
}

test.each<[condition: string, expected: boolean]>([
  ['$statusCode == 200', true],
  ['$statusCode==200', true],
  ['$statusCode != 200', false],
  ['$statusCode >= 200 && $statusCode < 300', true],
  ['$statusCode == 404 || $statusCode == 200', true],
  ['$statusCode == 404 || $statusCode == 410 && true', false],
  ['!($statusCode == 404)', true],
  ['!$inputs.open', false],
  ['$inputs.open', true],
  ["$response.body#/name == 'rex'", true],
  ["$response.body#/name == 'it''s'", false],
  ['$response.body#/name == "Rex"', true],
  ["$response.body#/name > 'pax'", true],
  ['$response.body.items[0].id == 7', true],
  ["$response.body['a b'] == 1", true],
  ['$inputs.count > 9', true],
  ["$inputs.count == '10'", true],
  ['$inputs.count == 10', true],
  ["$inputs.open == 'TRUE'", true],
  ['$response.body#/none == null', true],
  ['$response.body#/absent == null', true],
  ['$response.body#/name != null', true],
  ['$response.body#/none == false', false],
  ['$response.body#/none < 1', false],
  ['$response.body#/none', false],
  ['$inputs.list == $inputs.same', true],
  ['{$statusCode} == 200', true],
  ['-1.5e3 < 0', true],
  ['9007199254740993 > 9007199254740992', true],
])('%s is %s', (condition, expected) => {
  expect(met(condition)).toBe(expected);
});

test.each([
  ['$statusCode = 200', /unexpected "= 200"/],
  ['$statusCode ==', /a value is missing/],
  ['$statusCode == ok', /unexpected "ok"/],
  ['($statusCode == 200', /a closing parenthesis is missing/],
  ['$statusCode 200', /an operator is missing/],
  ['', /a value is missing/],
  [`${'('.repeat(5000)}1${')'.repeat(5000)}`, /nested too deeply/],
])('%s is rejected with the reason', (condition, reason) => {
  expect(met(condition)).toMatch(reason);
});
