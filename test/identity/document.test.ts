// What the identity document promises of refusals that every operation shares.

import { describe, expect, test } from 'vitest';
import { openDocument } from '../../src/openapi/open-document.ts';
import { ask, identityStandIn } from '../support/stand-in.ts';

const { dereferenced } = await openDocument(new URL('../../spec/identity.yaml', import.meta.url));

interface Operation {
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}

/** Every operation that asks who is calling. */
const secured = Object.entries(dereferenced.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Readonly<Record<string, Operation>>)
    .filter(
      ([method, { security = dereferenced.security }]) =>
        /^(get|put|post|delete|patch)$/.test(method) && security?.length,
    )
    .map(([method, { responses }]) => ({ method: method.toUpperCase(), path, responses })),
);

describe('the identity document', () => {
  test.each(secured)('names the challenge that $method $path sends with 401', async ({ method, path, responses }) => {
    const standIn = await identityStandIn();
    const address = path.replaceAll(/\{\w+\}/g, '1');
    const { status, headers } = await ask(standIn, method, address, { token: undefined, body: {} });
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer/)]);
    expect(Object.keys(responses['401']?.headers ?? {})).toContain('WWW-Authenticate');
  });
});
