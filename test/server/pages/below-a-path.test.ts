// Pages of a sandbox that is named by a path: their links stay in the sandbox.

import { describe, expect, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { pets } from '../../support/pets/api.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';

const mockServer = sharedMockServer({ apis: [identity, pets] });
const BELOW = '/_sandbox/blue';
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const get = (path: string, headers = BROWSER) => send(mockServer(), 'GET', path, { token: undefined, headers });

/** All URLs on a page that belong to this server. */
function addressesOn(page: string): string[] {
  const found = page.matchAll(/ (?:href|src|action|data-document|data-return)="([^"]*)"/g);
  return [...found].map(([, address = '']) => address).filter((address) => !/^(https?|data):/.test(address));
}

describe('below a path', () => {
  test.each([[''], ['/'], ['/reference'], ['/reference/2'], ['/reference/oauth2-redirect.html'], ['/inspector']])(
    'all links on the page %s start with the path, and work',
    async (path) => {
      const { status, body } = await get(BELOW + path);
      expect(status).toBe(200);
      const addresses = addressesOn(body);
      expect(addresses.length).toBeGreaterThan(2);
      for (const address of addresses) {
        expect(address).toMatch(/^\/_sandbox\/blue\//);
        const responded = await send(mockServer(), address.endsWith('/reset') ? 'POST' : 'GET', address, {
          headers: BROWSER,
        });
        expect([address, responded.status]).toEqual([address, 200]);
      }
    },
  );

  test('the start page shows the base URL, the issuer and a request of the sandbox', async () => {
    const page = (await get(`${BELOW}/`)).body;
    expect(page).toContain('Running at <code>http://localhost/_sandbox/blue</code>');
    expect(page).toContain('Issuer: <code>http://localhost/_sandbox/blue</code>');
    expect(page).toContain('curl -X POST http://localhost/_sandbox/blue/management/v1/projects/_search');
    expect(page).toContain('At <code>localhost</code>, with server reflection');
    const text = (await get(`${BELOW}/`, { accept: '*/*' })).body;
    expect(text).toContain('http://localhost/_sandbox/blue/_understudy/documents');
  });

  test('the reference sends requests to the sandbox, and logs in there', async () => {
    const [, tried = ''] = /data-document="([^"]+)"/.exec((await get(`${BELOW}/reference`)).body) ?? [];
    const { servers, components } = (await get(tried)).body;
    expect(servers).toEqual([{ url: BELOW }]);
    expect(JSON.stringify(components.securitySchemes)).toContain(`"${BELOW}/oauth/v2/authorize"`);
    expect((await get('/reference/1.json')).body.servers).toEqual([{ url: '/' }]);
  });

  test('the issuer is that of the setting, if there is one', async () => {
    const elsewhere = await identityMockServer({ issuer: 'https://login.test' });
    const { body } = await send(elsewhere, 'GET', `${BELOW}/`, { token: undefined, headers: BROWSER });
    expect(body).toContain('Issuer: <code>https://login.test/_sandbox/blue</code>');
  });

  test('an invalid sandbox name in the path is on no page', async () => {
    const { body } = await get('/_sandbox/%3Cscript%3E/');
    expect(body).not.toContain('script%3E');
    for (const address of addressesOn(body)) expect(address).toMatch(/^\/(?!_sandbox)/);
  });
});
