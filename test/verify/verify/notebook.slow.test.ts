// An independent server, without findings, and with each of many faults.

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { PHASES } from '../../../src/verify/cases/test-case.ts';
import type { CheckId } from '../../../src/verify/checks.ts';
import { createTarget, type Target } from '../../../src/verify/target.ts';
import { listErrors, type Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { FAULTS, type NotebookFault, startNotebook, TOKEN } from '../../support/notebook/notebook.ts';

const PATH = fileURLToPath(new URL('../../support/notebook/notebook.yaml', import.meta.url));
const document = createDocument(await openDocument(PATH));

async function verdictOf(fault?: NotebookFault, more: Partial<Parameters<typeof verify>[0]> = {}): Promise<Verdict> {
  const { url, close } = await startNotebook(fault);
  const target = createTarget(url);
  try {
    const sandboxes = await detectSandboxes(target);
    return await verify({
      document,
      target,
      sandboxes,
      credentials: new Map([['key', TOKEN]]),
      allowWrites: true,
      ...more,
    });
  } finally {
    target.close();
    await close();
  }
}

/** Faults that only random requests find, with the message of the minimal request. */
const AT_RANDOM: Partial<Record<NotebookFault, readonly [check: CheckId, smallest: RegExp]>> = {
  'an apostrophe gives 500': ['no-server-error', / where body \/title is "'.?"/],
  'a title of digits is rejected': ['valid-input-accepted', / where body \/title is "0"$/],
  'seven pages with three tags give 500': [
    'no-server-error',
    / where body \/pages is 7 and body \/tags is \["[^,]*","[^,]*","[^,]*"\]/,
  ],
  'a property named __proto__ accepted': ['invalid-input-rejected', / where body \/__proto__ is/],
};

/** The check that finds each fault, its operation, and the operation that creates its items. */
const FOUND: Partial<Record<NotebookFault, readonly [check: CheckId, operation: string, creator?: string]>> = {
  'an undeclared success status': ['documented-status', 'getNote'],
  'an error as an HTML page': ['documented-media-type', 'getNote', 'addNote'],
  'a string instead of a number': ['response-body', 'getNote'],
  'an enum value misspelt': ['response-body', 'listNotes'],
  'an undeclared property': ['response-body', 'getNote'],
  'a required property missing': ['response-body', 'getNote'],
  'an invalid time': ['response-body', 'getNote'],
  'a required header missing': ['response-headers', 'addNote'],
  'an emoji gives 500': ['no-server-error', 'addNote'],
  'length counted in UTF-16': ['valid-input-accepted', 'addNote'],
  'one less than maxLength allowed': ['valid-input-accepted', 'addNote'],
  'one more than maxLength allowed': ['invalid-input-rejected', 'addNote'],
  'one more than maximum allowed': ['invalid-input-rejected', 'listNotes'],
  'minimum not enforced': ['invalid-input-rejected', 'listNotes'],
  'unknown properties accepted': ['invalid-input-rejected', 'addNote'],
  'unknown colours accepted': ['invalid-input-rejected', 'listNotes'],
  'items may repeat': ['invalid-input-rejected', 'replaceNote'],
  'missing title accepted': ['missing-required-rejected', 'addNote'],
  'an incomplete body accepted': ['invalid-input-rejected', 'addNote'],
  'any media type accepted': ['invalid-input-rejected', 'addNote'],
  'no authentication': ['authentication-required', 'getNote'],
  'any token accepted': ['authentication-required', 'listNotes'],
  'no Allow': ['unsupported-method', 'replaceNote'],
  'PATCH accepted': ['unsupported-method', 'replaceNote'],
  'HEAD is forbidden': ['head-matches-get', 'listNotes'],
  'a body after 204': ['no-unexpected-body', 'removeNote'],
  'a new note is not stored': ['read-after-create', 'addNote'],
  'a new note is stored without its colour': ['read-after-create', 'addNote'],
  'a change is not stored': ['read-after-update', 'replaceNote', 'addNote'],
  'the second PUT is rejected': ['put-idempotent', 'replaceNote', 'addNote'],
  'a deleted note is still readable': ['not-found-after-delete', 'removeNote', 'addNote'],
  'a deleted note is still listed': ['not-found-after-delete', 'removeNote', 'addNote'],
  'a new note is not listed': ['list-contains-created', 'listNotes', 'addNote'],
  'a note is missing between pages': ['pagination-complete', 'listNotes'],
  'a note is on two pages': ['pagination-complete', 'listNotes'],
  'the second page is too long': ['pagination-complete', 'listNotes'],
  'a wrong total': ['pagination-complete', 'listNotes'],
  'a filter is ignored': ['filter-applied', 'listNotes'],
  'a filter finds nothing': ['filter-applied', 'listNotes'],
  'the connection ends': ['response-received', 'getNote'],
  'sort is ignored': ['sort-applied', 'listNotes'],
  'descending order is ascending': ['sort-applied', 'listNotes'],
  'numbers are sorted as strings': ['sort-applied', 'listNotes'],
  'notes without pages are missing when sorted by pages': ['sort-applied', 'listNotes'],
  'a serial is a number': ['integer64-as-string', 'addNote'],
  'digits of a serial are lost': ['integer64-as-string', 'addNote'],
  'digits of a serial are lost when it is read': ['integer64-as-string', 'getNote', 'addNote'],
  'a wrong id of a new note': ['linked-request-accepted', 'getNote', 'addNote'],
};

describe('a correct server', () => {
  test.each(['understudy', 'another', 'a third'])(
    'has no findings, and every operation is tested (seed %s)',
    async (seed) => {
      const verdict = await verdictOf(undefined, { seed });
      expect(listErrors(verdict).map(({ message, exchange }) => [message, exchange.request.target])).toEqual([]);
      expect(verdict.operations.map(({ operation, outcome }) => `${operation.id} ${outcome}`)).toEqual(
        ['listNotes', 'addNote', 'getNote', 'replaceNote', 'removeNote'].map((id) => `${id} passed`),
      );
    },
  );
});

test('a credential in common headers is omitted in unauthenticated requests', async () => {
  const { url, close } = await startNotebook();
  const target = createTarget(url, { headers: { authorization: `Bearer ${TOKEN}` } });
  const credentials = new Map([['key', TOKEN]]);
  const verdict = await verify({
    document,
    target,
    sandboxes: await detectSandboxes(target),
    credentials,
    phases: ['invalid'],
  });
  target.close();
  await close();
  expect(listErrors(verdict)).toEqual([]);
  const [list] = verdict.operations;
  expect(list?.appliedChecks).toContain('authentication-required');
  // Without credentials, with invalid ones, and with those of another scheme.
  expect(list?.statuses.get(401)).toBe(3);
});

test('a finding shows the page that is too long, not the last one', async () => {
  const verdict = await verdictOf('the second page is too long', { phases: ['scenarios'] });
  const [found] = listErrors(verdict).filter(({ cause }) => cause === 'longer');
  expect(found?.message).toBe('requested 2 items, but a page has 3');
  expect(found?.exchange.request.target).toContain('offset=2');
});

test('with an invalid token, no operation is tested, and nothing is found', async () => {
  const { operations } = await verdictOf(undefined, { credentials: new Map([['key', 'expired']]) });
  expect(operations.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual([
    ...Array(3).fill(expect.stringMatching(/^notTested: .* was rejected with 401/)),
    ...Array(2).fill(
      'notTested: it would change data that the run did not create, and no item could be created for it: addNote was rejected with 401: who is it?',
    ),
  ]);
});

test('only selected phases are run, with the starting request of each operation', async () => {
  const verdict = await verdictOf('one more than maxLength allowed', { phases: ['examples', 'invalid'] });
  expect(listErrors(verdict)).toEqual([]);
  expect(verdict.operations.map(({ outcome }) => outcome)).toEqual(new Array(5).fill('passed'));
  const whole = await verdictOf('one more than maxLength allowed', { phases: ['boundaries'] });
  // Another method is not part of the phase.
  expect(whole.operations.flatMap(({ statuses }) => [...statuses.keys()])).not.toContain(405);
  expect(listErrors(whole).map(({ check }) => check)).toContain('invalid-input-rejected');
});

test('each operation has the checks that applied', async () => {
  const { operations } = await verdictOf();
  const tried = Object.fromEntries(operations.map(({ operation, appliedChecks: tried }) => [operation.id, [...tried]]));
  expect(tried.removeNote).toContain('no-unexpected-body');
  expect(tried.removeNote).toContain('not-found-after-delete');
  expect(tried.removeNote).not.toContain('head-matches-get');
  expect(tried.removeNote).not.toContain('missing-required-rejected');
  expect(tried.listNotes).toEqual(expect.arrayContaining(['head-matches-get', 'pagination-complete', 'response-body']));
  expect(tried.listNotes).not.toContain('no-unexpected-body');
  expect(tried.listNotes).not.toContain('response-headers');
  expect(tried.addNote).toContain('response-headers');
});

test('random requests are equal for equal seeds, and limited', async () => {
  const { url, close } = await startNotebook('an apostrophe gives 500');
  const requested = async (seed: string) => {
    const target = createTarget(url);
    const bodies: string[] = [];
    const spied: Target = {
      ...target,
      send(call, headers) {
        bodies.push(`${call.method} ${call.target} ${Buffer.from(call.body ?? []).toString()}`);
        return target.send(call, headers);
      },
    };
    const settings = {
      document,
      target: spied,
      sandboxes: await detectSandboxes(target),
      seed,
      phases: ['random'],
    } as const;
    const credentials = new Map([['key', TOKEN]]);
    await verify({ ...settings, credentials, allowWrites: true, operations: ['addNote'], randomRequests: 60 });
    target.close();
    return bodies.filter((one) => one.startsWith('POST'));
  };
  const first = await requested('one');
  expect(await requested('one')).toEqual(first);
  expect(await requested('two')).not.toEqual(first);
  // Random requests, those of the minimisation, and the baseline.
  expect(first.length).toBeGreaterThan(60);
  expect(first.length).toBeLessThanOrEqual(60 + 100 + 1);
  await close();
});

describe('a faulty server is found:', () => {
  test('each fault has an expectation', () => {
    expect([...Object.keys(FOUND), ...Object.keys(AT_RANDOM)].sort()).toEqual([...FAULTS].sort());
  });

  test.each(Object.entries(FOUND))('%s', async (fault, [check, operation, creator = operation]) => {
    const verdict = await verdictOf(fault as NotebookFault, {
      phases: PHASES.filter((phase) => phase !== 'random'),
      operations: [operation, creator],
    });
    const found = listErrors(verdict).map((one) => [one.check, one.operation]);
    expect(found).toContainEqual([check, operation]);
  });

  test.each(Object.entries(AT_RANDOM))('%s', async (fault, [check, smallest]) => {
    const elsewhere = await verdictOf(fault as NotebookFault, { phases: PHASES.filter((phase) => phase !== 'random') });
    expect(listErrors(elsewhere)).toEqual([]);
    const verdict = await verdictOf(fault as NotebookFault, {
      phases: ['random'],
      randomRequests: 300,
      operations: ['addNote'],
    });
    const found = listErrors(verdict).filter(({ operation }) => operation === 'addNote');
    expect(found.map((one) => one.check)).toEqual([check]);
    expect(found[0]?.message).toContain('random request, reduced to the starting request where ');
    expect(found[0]?.message).toMatch(smallest);
  });
});
