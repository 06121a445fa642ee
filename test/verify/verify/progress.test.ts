// Progress of a run, which ends with the numbers of the verdict.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors } from '../../../src/verify/verdict.ts';
import { type Progress, verify } from '../../../src/verify/verify.ts';
import { startNotebook, TOKEN } from '../../support/notebook/notebook.ts';

const PATH = fileURLToPath(new URL('../../support/notebook/notebook.yaml', import.meta.url));

test('progress counts finished operations, requests, and distinct findings', async () => {
  const { url, close } = await startNotebook('unknown colours accepted');
  const target = createTarget(url);
  const reported: Progress[] = [];
  const verdict = await verify({
    document: createDocument(await openDocument(PATH)),
    target,
    sandboxes: await detectSandboxes(target),
    credentials: new Map([['key', TOKEN]]),
    allowWrites: true,
    onProgress: (progress) => reported.push(progress),
  });
  target.close();
  await close();
  const dones = reported.map(({ done }) => done);
  expect(dones).toEqual(dones.toSorted((one, other) => one - other));
  expect(reported.at(-1)).toMatchObject({
    done: reported.at(-1)?.of,
    requests: verdict.requests,
    findings: listErrors(verdict).length,
  });
  expect(listErrors(verdict).length).toBeGreaterThan(0);
});
