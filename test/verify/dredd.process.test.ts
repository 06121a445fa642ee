// Dredd against the mock server, and against handlers that violate the document.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JudgedRequest } from '../../contracts/judges/openapi-backend.ts';
import { identity } from '../../src/identity/api.ts';
import { expectAgreement } from '../support/backend-comparison.ts';
import { identityWithProjects } from '../support/broken-api.ts';
import { identityDocument, judge, only, summaryLine } from '../support/dredd.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe.concurrent('Dredd', () => {
  test('passes every operation and status of the identity API, and openapi-backend agrees on its requests', async () => {
    const requests: JudgedRequest[] = [];
    const report = await judge({}, {}, (request) => requests.push(request));
    console.log(`identity API: ${summaryLine(report)}`);
    expect(report.problems, report.output).toEqual([]);
    expect(report.passing).toBe(report.transactions);
    expect(report.transactions).toBeGreaterThan(4);
    const own = requests.filter(({ target }) => !target.startsWith('/_understudy/'));
    expect(own.length).toBeGreaterThanOrEqual(report.transactions);
    await expectAgreement(identity, own);
  });

  test('fails a handler with a wrong type, and a status that no hook expects', async () => {
    const apis = [identityWithProjects((project) => ({ ...project, name: 42 }))] as const;
    const search = only(identityDocument, '/management/v1/projects/_search');
    const health = only(identityDocument, '/management/v1/healthz', (responses) => ({
      ...responses,
      418: { description: 'Short and stout.' },
    }));
    const document = { ...search, paths: { ...search.paths, ...health.paths } };
    const report = await judge({ document }, { apis, outputCheck: 'report' });
    expect(report).toMatchObject({ failing: 2, errors: 0, skipped: 0 });
    expect(report.problems).toEqual(['healthz 418 was sent 0 times.', '2 failing, 0 errors, 0 skipped.']);
    expect(report.output).toContain("At '/result/0/name' Invalid type: number (expected string)");
  });

  test('fails a document without operations', async () => {
    const report = await judge({ document: { ...identityDocument, paths: {} } });
    expect(report.problems).toContain('The document has nothing to judge.');
  });
});

describe('A run of Dredd', () => {
  test.each([
    ['that does not load', 'throw new Error("not today");'],
    ['that never ends', 'require("hooks").beforeEach((transaction, done) => {});'],
  ])('fails with a hook file %s', async (_, script) => {
    const hooks = join(await temporaryFolder(), 'hooks.cjs');
    await writeFile(hooks, script);
    const report = await judge({ document: only(identityDocument, '/management/v1/healthz'), hooks });
    expect(report.problems).toContain('The hooks did not run to their end.');
  });
});
