// What `understudy verify` prints about operations that were not tested.

import { expect, test } from 'vitest';
import { describeUntested, whyNoneAccepted } from '../../src/cli/verify/verify-tested.ts';
import type { OperationVerdict } from '../../src/verify/verdict.ts';

const verdict = (outcome: OperationVerdict['outcome'], ...statuses: readonly number[]) =>
  ({
    outcome,
    requests: statuses.length,
    statuses: new Map(statuses.map((status) => [status, 1])),
  }) as unknown as OperationVerdict;

test.each<[what: string, all: readonly OperationVerdict[], isRequired: boolean, sentences: readonly string[]]>([
  ['nothing if all operations were tested', [verdict('passed', 200), verdict('failed', 500)], true, []],
  [
    'how many were not tested, and how to make that a failure',
    [verdict('passed', 200), verdict('notTested', 404)],
    false,
    ['1 of 2 operations were not tested: add --require-tested to fail the run in this case.'],
  ],
  [
    'why the run fails, and that credentials may be wrong',
    [verdict('passed', 200), verdict('notTested', 401, 403), verdict('notTested', 401, 404), verdict('skipped')],
    true,
    [
      '3 of 4 operations were not tested: the run fails (--require-tested).',
      '1 of them rejected all requests with 401 or 403: check the credentials (--auth NAME=VALUE).',
    ],
  ],
  [
    'which lists never had items',
    [{ ...verdict('passed', 200), operation: { id: 'listNotes' }, hasOnlyEmptyLists: true } as OperationVerdict],
    true,
    ['Only empty lists were seen in listNotes: the run fails (--require-tested).'],
  ],
])('prints %s', (_, all, isRequired, sentences) => {
  expect(describeUntested(all, isRequired)).toEqual(sentences);
});

const operationOf = (secured: boolean, ...statuses: readonly number[]) =>
  ({
    ...verdict(statuses.includes(200) ? 'passed' : 'notTested', ...statuses),
    operation: { secured, security: secured ? [[{ name: 'key' }]] : [] },
  }) as unknown as OperationVerdict;

test.each<[what: string, operations: readonly OperationVerdict[], sentence: string | undefined]>([
  [
    'all operations with security return 401',
    [operationOf(false, 200), operationOf(true, 401), operationOf(true, 401), operationOf(true)],
    'all 2 operations rejected every request with 401; check the credentials (--auth key=…).',
  ],
  [
    'the only one returns 403',
    [operationOf(false, 200), operationOf(true, 403, 401)],
    '1 operation rejected every request with 401 or 403; check the credentials (--auth key=…).',
  ],
  ['one of them accepts a request', [operationOf(true, 401), operationOf(true, 200, 401)], undefined],
  ['one of them returns 404', [operationOf(true, 401), operationOf(true, 404)], undefined],
  ['no credentials are given, so that none is sent', [operationOf(false, 200), operationOf(true)], undefined],
  ['only operations without security are rejected', [operationOf(false, 401)], undefined],
])('whether credentials are rejected, if %s', (_, operations, sentence) => {
  expect(whyNoneAccepted({ operations })).toBe(sentence);
});
