// Request validation compared with openapi-backend, for documents of this repository.

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { JudgedRequest } from '../../contracts/judges/openapi-backend.ts';
import { createMockServer } from '../../src/index.ts';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../src/verify/cases/sandboxes.ts';
import { createTarget, type Target } from '../../src/verify/target.ts';
import { verify } from '../../src/verify/verify.ts';
import { type DifferenceName, expectAgreement } from '../support/backend-comparison.ts';

/** Documents, and the known differences in the validation of their requests. */
const DOCUMENTS: readonly (readonly [path: string, known: readonly DifferenceName[]])[] = [
  ['examples/library/library.yaml', ['head', 'media type', 'read-only']],
  ['examples/notes/notes.yaml', ['head', 'media type']],
  ['examples/petstore/petstore.yaml', ['head', 'media type', 'not JSON', 'query parameter', 'read-only']],
  ['examples/shop/shop.yaml', ['head', 'read-only']],
  ['examples/todo/todo.yaml', ['head', 'media type']],
  ['docs/guides/notes/notes.yaml', ['head', 'read-only']],
  ['docs/reference/bookshop.yaml', []],
  ['bench/inferred/orders.yaml', ['head', 'media type']],
  ['bench/mutants/workshop.yaml', ['format', 'head', 'media type', 'not JSON', 'query parameter']],
  ['bench/replicas/registers.yaml', ['head', 'media type']],
  ['bench/verified/blog.yaml', ['head', 'media type', 'query parameter']],
  ['test/hostile/uploads.yaml', ['media type']],
  ['test/mock/resources/list/zoo.yaml', []],
  ['test/replicas/served/shared.yaml', ['head', 'media type']],
  ['test/support/crew/crew.yaml', ['format', 'head', 'media type', 'not JSON', 'query parameter']],
  ['test/support/greeter/greeter.yaml', ['head', 'media type']],
  ['test/support/harbour/harbour.yaml', ['head', 'media type', 'query parameter']],
  ['test/support/library/library.yaml', ['head', 'media type']],
  ['test/support/notebook/notebook.yaml', ['head', 'media type', 'query parameter']],
  ['test/support/pets/pets.yaml', ['head', 'media type']],
  ['test/support/switches/switches.yaml', ['head', 'media type']],
];

/** The valid and invalid requests that `verify` sends to a mock of the document. */
async function requestsOf(path: string): Promise<readonly JudgedRequest[]> {
  const mockServer = await createMockServer(path);
  const target = createTarget((await mockServer.listen()).url);
  const document = createDocument(await openDocument(path));
  const requests: JudgedRequest[] = [];
  const recording: Target = {
    ...target,
    send(request, ...rest) {
      const { method, headers, body } = request;
      requests.push({
        method,
        target: document.base + request.target,
        headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
        body,
      });
      return target.send(request, ...rest);
    },
  };
  try {
    const sandboxes = await detectSandboxes(target);
    const credentials = new Map([['', 'token']]);
    await verify({ document, target: recording, sandboxes, credentials, seed: '1', randomRequests: 0 });
  } finally {
    target.close();
    await mockServer.close();
  }
  return requests;
}

describe('openapi-backend routes and validates requests like us, except for listed differences', () => {
  test.each(DOCUMENTS)('%s', async (name, known) => {
    const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
    const requests = await requestsOf(path);
    expect(requests.length).toBeGreaterThan(5);
    await expectAgreement(path, requests, known);
  });
});
