// `verify` of each feature of OpenAPI 3.2: nothing on correct servers, and every planted fault.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { verify } from '../../../src/verify/verify.ts';
import { written } from '../../support/opened.ts';
import { inRoot } from '../../support/verdicts.ts';
import { BODY_ROWS } from './bodies.ts';
import { EXAMPLE_ROWS } from './examples.ts';
import { REQUEST_ROWS } from './requests.ts';
import { type FeatureRow, startRow } from './row.ts';
import { STREAM_ROWS } from './streams.ts';

const ROWS = [...STREAM_ROWS, ...BODY_ROWS, ...EXAMPLE_ROWS, ...REQUEST_ROWS];

/** Features that no response of a server can violate, with the reason. */
const WITHOUT_FAULT: Readonly<Record<string, string>> = {
  '`oauth2MetadataUrl`, `deviceAuthorizationUrl`': 'they describe the authorization server',
  'device authorization flow': 'it takes place at the authorization server',
  '`deprecated` security schemes': 'advice for clients: the scheme is enforced as any other',
  '`nodeType` beside `attribute` or `wrapped`': 'an error of the document',
  '`parent`, `kind` and `summary` of tags': 'texts and groups for readers of the document',
};

/** The files of a row in a folder. @returns the path of the document */
const writtenRow = ({ files }: FeatureRow) =>
  written(
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? file : JSON.stringify(file)]),
    ),
  );

/** The findings about a server, one line each, and the number of exchanges that use the feature. */
async function verified(row: FeatureRow, path: string, url: string) {
  const target = createTarget(url);
  let uses = 0;
  const watched: typeof target = {
    ...target,
    async send(request, headers, signal) {
      const response = await target.send(request, headers, signal);
      if ('body' in response && !request.target.startsWith('/_understudy') && row.uses(request, response)) uses += 1;
      return response;
    },
  };
  try {
    const { operations } = await verify({
      document: createDocument(await openDocument(path)),
      target: watched,
      sandboxes: await detectSandboxes(target),
      credentials: new Map(row.token === undefined ? [] : [['', row.token]]),
      allowWrites: true,
      allowUnsafe: ['purgeNotes', 'checkDraft', 'checkPet'],
    });
    const untested = operations.filter(({ outcome }) => outcome === 'notTested');
    return {
      uses,
      untested: untested.map(({ operation, reason }) => `${operation.id}: ${reason}`),
      findings: operations.flatMap(({ findings }) =>
        findings.map(({ check, severity, message }) => `${severity} ${check}: ${message}`),
      ),
    };
  } finally {
    target.close();
  }
}

async function verifiedServer(row: FeatureRow, fault?: string) {
  const { url, close } = await startRow(row, fault);
  return verified(row, await writtenRow(row), url).finally(close);
}

test('the table of features names the same rows', () => {
  const [, section = ''] = readFileSync(inRoot('docs/reference/openapi-3.2.md'), 'utf8').split(/^## /m);
  const rows = [...section.matchAll(/^\| (.+?) \|/gm)].map(([, feature]) => feature).slice(1);
  expect(new Set([...ROWS.map(({ feature }) => feature), ...Object.keys(WITHOUT_FAULT)])).toEqual(new Set(rows));
});

describe.each(ROWS.map((row) => [row.feature, row] as const))('%s', (_, row) => {
  test('our own mock server passes', async () => {
    const path = await writtenRow(row);
    const mockServer = await createMockServer({ apis: [{ name: 'own', document: path, infer: true }] });
    try {
      const { url } = await mockServer.listen();
      const { uses, ...others } = await verified(row, path, url);
      expect(others).toEqual({ findings: [], untested: [] });
      expect(uses).toBeGreaterThan(0);
    } finally {
      await mockServer.close();
    }
  });

  test('a correct server passes', async () => {
    const { uses, ...others } = await verifiedServer(row);
    expect(others).toEqual({ findings: [], untested: [] });
    expect(uses).toBeGreaterThan(0);
  });

  test.each(Object.keys(row.faults))('%s: found', async (fault) => {
    const [check, message] = row.faults[fault] ?? [];
    const { findings } = await verifiedServer(row, fault);
    expect(findings).toContainEqual(expect.stringMatching(new RegExp(`^error ${check}: .*${message?.source}`)));
  });
});
