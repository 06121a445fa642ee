// A correct server in Express has no findings, and each of many faults alone fails the run.

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { PHASES } from '../../../src/verify/cases/test-case.ts';
import type { CheckId } from '../../../src/verify/checks.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors, type Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { FAULTS, type NotesFault, startNotesApi, TOKEN } from '../../support/notes-api/notes-api.ts';

const PATH = fileURLToPath(new URL('../../support/notes-api/notes-api.yaml', import.meta.url));
const document = createDocument(await openDocument(PATH));

async function verdictOf(fault?: NotesFault, more: Partial<Parameters<typeof verify>[0]> = {}): Promise<Verdict> {
  const { url, close } = await startNotesApi(fault);
  const target = createTarget(url);
  try {
    return await verify({
      document,
      target,
      sandboxes: await detectSandboxes(target),
      credentials: new Map([['token', TOKEN]]),
      allowWrites: true,
      ...more,
    });
  } finally {
    target.close();
    await close();
  }
}

/** The finding of each fault. */
const FOUND: Readonly<
  Record<NotesFault, readonly [check: CheckId, operation: string, message: RegExp, creator?: string]>
> = {
  'an unknown note is 410': ['documented-status', 'getNote', /^status 410 is not declared/],
  'a created note is 200': ['documented-status', 'addNote', /^status 200 is not declared/],
  'invalid input is 422': ['documented-status', 'addNote', /^status 422 is not declared/],
  'a deleted note is 202': ['documented-status', 'removeNote', /^status 202 is not declared/],
  'GET /colours is missing': ['operation-implemented', 'listColours', /rejected with 404$/],
  'PATCH is missing': ['operation-implemented', 'changeNote', /rejected with 405$/],
  'archiving is 405': ['operation-implemented', 'archiveNote', /rejected with 405$/],
  'archiving is 501': ['operation-implemented', 'archiveNote', /rejected with 501$/],
  'the example is rejected': ['example-accepted', 'addNote', /^example rejected: /],
  'a page has one item more than its limit': [
    'pagination-complete',
    'listNotes',
    /^requested 2 items, but a page has 3$/,
  ],
  'the limit is ignored': ['pagination-complete', 'listNotes', /^requested 2 items, but a page has \d+$/],
  'the offset is ignored': ['pagination-complete', 'listNotes', /^a page has the same items/],
  'the last item is on no page': ['pagination-complete', 'listNotes', /^1 of \d+ items are on no page/],
  'the total is that of the page': ['pagination-complete', 'listNotes', /^the reported total is/],
  'filtered items lack the title': ['response-body', 'listNotes', /title is required$/],
  'a filter by colour is ignored': ['filter-applied', 'listNotes', /^filtered by colour=.* contains items with/],
  'a filter by colour finds nothing': ['filter-applied', 'listNotes', /^filtered by colour=.* contains no match/],
  'a filter by tag is ignored': ['filter-applied', 'listNotes', /^filtered by tag=.* contains items with/],
  'the order is ignored': ['sort-applied', 'listNotes', /^sorted by sort=title/],
  'descending order is ascending': ['sort-applied', 'listNotes', /^sorted by sort=-title/],
  'priorities are sorted as texts': [
    'sort-applied',
    'listNotes',
    /^sorted by sort=priority, the list has \d+ before \d+$/,
  ],
  'sorted pages lack notes without a priority': [
    'sort-applied',
    'listNotes',
    /^sorted by sort=priority, .* is missing/,
  ],
  'items of the list have a misspelt colour': [
    'response-body',
    'listNotes',
    /colour must be one of yellow, green, pink$/,
  ],
  'comments of all notes are listed': [
    'list-contains-created',
    'listComments',
    /also in the list of another parent$/,
    'addComment',
  ],
  'an int64 is rounded': ['integer64-exact', 'addNote', /^\/size was \d+ and is returned as \d+: digits are lost$/],
  'an int64 has 32 bits': ['integer64-exact', 'addNote', /^\/size was \d+ and is returned as \d+: digits are lost$/],
  'the creation time has no zone': ['response-body', 'getNote', /^response 200 \/created must be a date and time/],
  'an absent text is null': ['response-body', 'addNote', /^response 201 \/text must be a string$/],
  'the ETag is missing': ['response-headers', 'getNote', /must have header etag$/],
  'the Location is missing': ['response-headers', 'addNote', /must have header location$/],
  'a note has no Content-Type': ['documented-media-type', 'getNote', /^response 200 has no Content-Type/],
  'a title may be missing': ['missing-required-rejected', 'addNote', /without body \/title/],
  'a title of 81 characters is accepted': ['invalid-input-rejected', 'addNote', /title one more than maxLength/],
  'a priority of -1 is accepted': ['invalid-input-rejected', 'addNote', /priority just below minimum/],
  'unknown properties are accepted': ['invalid-input-rejected', 'addNote', /with an undeclared property/],
  'numbers are accepted as titles': ['invalid-input-rejected', 'addNote', /title a number instead/],
  'an empty change is accepted': ['invalid-input-rejected', 'changeNote', /at least 1 property$/],
  'an emoji is a server error': ['no-server-error', 'addNote', /^returned 500/],
  'six tags are accepted': ['invalid-input-rejected', 'addNote', /tags one more than maxItems/],
  'a change is not stored': ['read-after-update', 'replaceNote', /^update not stored: \/title/],
  'PATCH forgets the other properties': ['read-after-update', 'changeNote', /is no longer returned$/],
  'deleting keeps the note': ['not-found-after-delete', 'removeNote', /^deleted item is still readable/],
  'deleting also deletes the note before': [
    'not-found-after-delete',
    'removeNote',
    /^\d+ is missing from the list, but was not deleted$/,
  ],
  'a created note is not listed': ['list-contains-created', 'listNotes', /^created item is not in the list/],
  'no token is needed': ['authentication-required', 'getNote', /for a request without credentials$/],
  'any token is valid': ['authentication-required', 'getNote', /for a request with invalid credentials$/],
  'errors are HTML': ['documented-media-type', 'addNote', /^response 400 is text\/html/],
  'errors have another property': ['error-body', 'addNote', /error is required$/],
};

test.each(['understudy', 'another'])('a correct server has no findings (seed %s)', async (seed) => {
  const { operations, leftovers } = await verdictOf(undefined, { seed });
  const found = operations.flatMap(({ findings }) => findings.map(({ check, message }) => `${check}: ${message}`));
  expect(found).toEqual([]);
  expect(operations.map(({ operation, outcome }) => `${operation.id} ${outcome}`)).toEqual(
    [...document.operations.keys()].map((id) => `${id} passed`),
  );
  expect(leftovers?.items).toEqual([]);
});

describe('a faulty server is found:', () => {
  test('each fault has an expectation', () => {
    expect(Object.keys(FOUND).toSorted()).toEqual(FAULTS.toSorted());
  });

  test.each(Object.entries(FOUND))('%s', async (fault, [check, operation, message, creator = operation]) => {
    // Other operations create the notes that it needs, or the first ones of its list.
    const operations = [...new Set(['listNotes', 'addNote', 'getNote', 'removeNote', operation, creator])];
    const settings = { operations, phases: PHASES.filter((phase) => phase !== 'random'), coverage: false };
    const found = listErrors(await verdictOf(fault as NotesFault, settings));
    expect(found.map((one) => [one.check, one.operation, one.message])).toContainEqual([
      check,
      operation,
      expect.stringMatching(message),
    ]);
  });
});
