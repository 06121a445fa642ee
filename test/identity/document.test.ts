// What the identity document promises of refusals that every operation shares.

import { describe, expect, test } from 'vitest';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { ask, identityStandIn } from '../support/stand-in.ts';

const { operations } = createDocument(await openDocument(new URL('../../spec/identity.yaml', import.meta.url)));

/** Every operation that asks who is calling. */
const secured = [...operations.values()].filter((operation) => operation.secured);

describe('the identity document', () => {
  test.each(secured)(
    'names the challenge that $method $path sends with 401',
    async ({ method, path, responses: answers }) => {
      const standIn = await identityStandIn();
      const address = path.replaceAll(/\{\w+\}/g, '1');
      const { status, headers } = await ask(standIn, method, address, { token: undefined, body: {} });
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer/)]);
      expect(answers.forStatus(401)?.headers.map(({ name }) => name)).toContain('www-authenticate');
    },
  );
});
