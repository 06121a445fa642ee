// A server in plain Express, without findings, and with each of twelve faults.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import type { CheckId } from '../../../src/verify/checks.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors, type Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { FAULTS, type HarbourFault, startHarbour, TOKEN } from '../../support/harbour/harbour.ts';

const PATH = fileURLToPath(new URL('../../support/harbour/harbour.yaml', import.meta.url));
const document = createDocument(await openDocument(PATH));

async function verdictOf(fault?: HarbourFault, more: Partial<Parameters<typeof verify>[0]> = {}): Promise<Verdict> {
  const { url, close } = await startHarbour(fault);
  const target = createTarget(url);
  try {
    const credentials = new Map([['token', TOKEN]]);
    const sandboxes = await detectSandboxes(target);
    return await verify({
      document,
      target,
      sandboxes,
      credentials,
      allowWrites: true,
      ...more,
    });
  } finally {
    target.close();
    await close();
  }
}

/** The check that finds each fault, and its operation. */
const FOUND: Readonly<Record<HarbourFault, readonly [check: CheckId, operation: string]>> = {
  '200 without a token': ['authentication-required', 'getBoat'],
  'a page has one item less': ['pagination-complete', 'listBoats'],
  'PATCH removes unsent properties': ['read-after-update', 'changeBoat'],
  '500 for a name with an emoji': ['no-server-error', 'addBoat'],
  'DELETE says yes, and deletes nothing': ['not-found-after-delete', 'removeBoat'],
  'the total is the page size': ['pagination-complete', 'listBoats'],
  'a boat without a Content-Type': ['documented-media-type', 'getBoat'],
  'errors are HTML pages of Express': ['documented-media-type', 'addBoat'],
  'a limit of 0 is ignored': ['invalid-input-rejected', 'listBoats'],
  'null with 200 for a missing boat': ['response-body', 'getBoat'],
  'metres are truncated to integers': ['read-after-create', 'addBoat'],
  '200 for a new boat': ['documented-status', 'addBoat'],
};

test.each(['understudy', 'another', 'a third'])(
  'a correct server has no findings, and every operation is tested (seed %s)',
  async (seed) => {
    const verdict = await verdictOf(undefined, { seed });
    expect(listErrors(verdict).map(({ message, exchange }) => [message, exchange.request.target])).toEqual([]);
    expect(verdict.operations.map(({ operation, outcome }) => `${operation.id} ${outcome}`)).toEqual(
      ['listBoats', 'addBoat', 'getBoat', 'removeBoat', 'changeBoat'].map((id) => `${id} passed`),
    );
  },
);

test.each(FAULTS)('finds a fault: %s', async (fault) => {
  const [, operation] = FOUND[fault];
  // Checks create the boats that they change or delete.
  const found = listErrors(await verdictOf(fault, { operations: ['addBoat', operation] }));
  expect(found.map((one) => [one.check, one.operation])).toContainEqual(FOUND[fault]);
});
