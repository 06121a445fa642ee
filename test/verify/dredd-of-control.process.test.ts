// Dredd against the control API.

import { expect, test } from 'vitest';
import { identity } from '../../src/identity/api.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import type { AnyLoginApi } from '../../src/server/oidc/login/login-api.ts';
import { identityDocument, judge, only, summaryLine } from '../support/dredd.ts';

const { bundled: controlDocument } = await openDocument(new URL('../../spec/control.yaml', import.meta.url));

/** The identity API with a webhook in its document. */
function identityWithWebhook(): AnyLoginApi {
  const webhooks = { newPet: { post: { responses: { 204: { description: 'Taken.' } } } } };
  const text = JSON.stringify({ ...identityDocument, 'x-webhooks': webhooks });
  return { ...identity, document: { location: String(identity.document), text } };
}

test('Dredd passes every operation and status of the control API except 503', async () => {
  // Only a stopping server returns 503.
  const probes = ['/debug/ready', '/_understudy/ready'].map(
    (path) => only(controlDocument, path, ({ 503: _, ...others }) => others).paths,
  );
  const document = { ...controlDocument, paths: Object.assign({}, controlDocument.paths, ...probes) };
  const report = await judge({ document }, { apis: [identityWithWebhook()] });
  console.log(`control API: ${summaryLine(report)}`);
  expect(report.problems, report.output).toEqual([]);
  expect(report.passing).toBe(report.transactions);
});
