// A server that validates and stores nothing: each kind of finding is reported once, with a count.

import { expect, test } from 'vitest';
import { type FindingReport, listFindings, type Report } from '../../../src/verify/report/report.ts';
import { TOKEN } from '../../support/notebook/notebook.ts';
import { NOTEBOOK, reportOfAnswers } from '../../support/reports.ts';

const NOTE = { id: 1, title: 'Milk', colour: 'yellow', pages: 3, written: '2026-03-01T10:00:00Z' };

/** The response by method and path only. @param isEmpty - whether no item was created so far */
function responseTo(method: string, path: string, isEmpty: boolean): readonly [status: number, body?: unknown] {
  if (method === 'DELETE') return [204];
  if (path !== '/notes') return [200, NOTE];
  if (method === 'POST') return [201, NOTE];
  return [200, isEmpty ? { total: 0, items: [] } : { total: 1, items: [NOTE] }];
}

/** Number of findings per check and operation. */
function found({ operations }: Report): unknown {
  const counted = (findings: readonly FindingReport[]) => {
    const checks = [...new Set(findings.map(({ check }) => check))].toSorted();
    return Object.fromEntries(checks.map((id) => [id, findings.filter(({ check }) => check === id).length]));
  };
  return Object.fromEntries(operations.map(({ operation, findings }) => [operation, counted(findings)]));
}

test('reports each kind of violation of a server that validates and stores nothing once', async () => {
  let isEmpty = true;
  const report = await reportOfAnswers(
    ({ method = '', url = '' }, response) => {
      isEmpty &&= method !== 'POST';
      const [status, body] = responseTo(method, url.replace(/\?.*$/s, ''), isEmpty);
      const headers = body === undefined ? {} : { 'content-type': 'application/json', location: '/notes/1' };
      response
        .writeHead(status, headers)
        .end(method === 'HEAD' || body === undefined ? undefined : JSON.stringify(body));
    },
    NOTEBOOK,
    { credentials: new Map([['key', TOKEN]]), allowWrites: true },
  );
  expect(found(report)).toEqual({
    listNotes: {
      'authentication-required': 1,
      'filter-applied': 1,
      'invalid-input-rejected': 3,
    },
    addNote: {
      'authentication-required': 1,
      'invalid-input-rejected': 9,
      'missing-required-rejected': 2,
      'read-after-create': 1,
    },
    getNote: { 'authentication-required': 1, 'invalid-input-rejected': 2 },
    replaceNote: {
      'authentication-required': 1,
      'invalid-input-rejected': 9,
      'missing-required-rejected': 2,
      'unsupported-method': 1,
      'read-after-update': 1,
    },
    removeNote: { 'authentication-required': 1, 'not-found-after-delete': 1 },
  });
  // Each kind of violation once, with its count.
  const bounds = listFindings([report]).find(({ finding }) => /\/title empty/.test(finding.message))?.finding;
  expect(bounds?.count).toBeGreaterThan(3);
  // Random requests with a known finding only count.
  expect(bounds?.variants).toHaveLength(11);
});
