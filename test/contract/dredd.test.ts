// Dredd, asked about the stand-in as it is and about one that breaks its document.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DreddReport, type DreddSettings, judgeWithDredd } from '../../contracts/judges/dredd.ts';
import { identity } from '../../src/identity/api.ts';
import { createStandIn, type StandInSettings } from '../../src/index.ts';
import type { AnyLoginApi } from '../../src/issuer/login-api.ts';
import type { DocumentObject, OperationObject } from '../../src/openapi/objects.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { identityWithProjects } from '../support/broken-api.ts';
import { temporaryFolder } from '../support/temporary.ts';

const { bundled: identityDocument } = await openDocument(new URL('../../spec/identity.yaml', import.meta.url));
const { bundled: controlDocument } = await openDocument(new URL('../../spec/control.yaml', import.meta.url));

/** Dredd's report about a stand-in of its own. Its body limit is below what the hooks send to earn a 413. */
async function judge(
  settings: Partial<DreddSettings> = {},
  standInSettings: Partial<StandInSettings> = {},
): Promise<DreddReport> {
  const standIn = await createStandIn({ apis: [identity], bodyLimit: 64 * 1024, ...standInSettings });
  try {
    const { url } = await standIn.listen();
    return await judgeWithDredd({ document: identityDocument, url, ...settings });
  } finally {
    await standIn.close();
  }
}

/** The document with one path only, and the responses of its one method changed. */
function only(
  document: DocumentObject,
  path: string,
  change: (responses: OperationObject['responses']) => object = (responses) => responses,
): DocumentObject {
  const [[method, operation]] = Object.entries(document.paths[path] ?? {}) as [[string, OperationObject]];
  return { ...document, paths: { [path]: { [method]: { ...operation, responses: change(operation.responses) } } } };
}

/** The identity API, if its document had a webhook. */
function identityWithWebhook(): AnyLoginApi {
  const webhooks = { newPet: { post: { responses: { 204: { description: 'Taken.' } } } } };
  const text = JSON.stringify({ ...identityDocument, 'x-webhooks': webhooks });
  return { ...identity, document: { location: String(identity.document), text } };
}

function summaryLine({ output }: DreddReport): string | undefined {
  return /^complete: .* total$/m.exec(output)?.[0];
}

describe.concurrent('Dredd', () => {
  test('passes every operation and status of the identity API', async () => {
    const report = await judge();
    console.log(`identity API: ${summaryLine(report)}`);
    expect(report.problems, report.output).toEqual([]);
    expect(report.passing).toBe(report.transactions);
    expect(report.transactions).toBeGreaterThan(4);
  });

  test('passes every operation and status of the control API but one', async () => {
    // Only a stand-in that is stopping answers 503, and that is no time to ask it.
    const probes = ['/debug/ready', '/_understudy/ready'].map(
      (path) => only(controlDocument, path, ({ 503: _, ...others }) => others).paths,
    );
    const document = { ...controlDocument, paths: Object.assign({}, controlDocument.paths, ...probes) };
    const report = await judge({ document }, { apis: [identityWithWebhook()] });
    console.log(`control API: ${summaryLine(report)}`);
    expect(report.problems, report.output).toEqual([]);
    expect(report.passing).toBe(report.transactions);
  });

  test('fails a handler that answers a number where a text belongs', async () => {
    const apis = [identityWithProjects((project) => ({ ...project, name: 42 }))] as const;
    const document = only(identityDocument, '/management/v1/projects/_search');
    const report = await judge({ document }, { apis, outputCheck: 'report' });
    expect(report).toMatchObject({ failing: 1, errors: 0, skipped: 0 });
    expect(report.problems).toEqual(['1 failing, 0 errors, 0 skipped.']);
    expect(report.output).toContain("At '/result/0/name' Invalid type: number (expected string)");
  });

  test('fails a status of the document that no row of the hooks earns', async () => {
    const document = only(identityDocument, '/management/v1/healthz', (responses) => ({
      ...responses,
      418: { description: 'Short and stout.' },
    }));
    const report = await judge({ document });
    expect(report).toMatchObject({ passing: 2, failing: 1, errors: 0, skipped: 0 });
    expect(report.problems).toContain('healthz 418 was sent 0 times.');
  });

  test('fails a document that asks for nothing', async () => {
    const report = await judge({ document: { ...identityDocument, paths: {} } });
    expect(report.problems).toContain('The document has nothing to judge.');
  });
});

describe('A judgement of Dredd', () => {
  test.each([
    ['that does not load', 'throw new Error("not today");'],
    ['that never comes to an end', 'require("hooks").beforeEach((transaction, done) => {});'],
  ])('fails with a hook file %s', async (_, script) => {
    const hooks = join(await temporaryFolder(), 'hooks.cjs');
    await writeFile(hooks, script);
    const report = await judge({ document: only(identityDocument, '/management/v1/healthz'), hooks });
    expect(report.problems).toContain('The hooks did not run to their end.');
  });
});
