// Prism's validating proxy in front of the mock server reports invalid responses only.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JudgedRequest } from '../../contracts/judges/openapi-backend.ts';
import { openPrismProxy, type PrismProxy, violationsIn } from '../../contracts/judges/prism.ts';
import { identity } from '../../src/identity/api.ts';
import { createMockServer, type MockServer } from '../../src/index.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { expectAgreement } from '../support/backend-comparison.ts';
import { identityWithProjects } from '../support/broken-api.ts';

const { bundled: document } = await openDocument(new URL('../../spec/identity.yaml', import.meta.url));

const IDPS = '/management/v1/policies/login/idps/_search';
const PROJECTS = '/management/v1/projects/_search';
const APP = '/management/v1/projects/257810824104530633/apps/257928641298565988';
const FOREIGN_APP = '/management/v1/projects/268949799993103049/apps/269104010407989961';
const UNKNOWN_APP = '/management/v1/projects/257810824104530633/apps/1';
const GRANTS = '/management/v1/users/252704730189400932/grants';
const ALL_GRANTS = '/management/v1/users/grants/_search';
const GRANT = { projectId: '257810824104530633', roleKeys: ['catalogue', 'support'] };
const GRANTED = { projectId: '268949799993103049', projectGrantId: '271985422194707300', roleKeys: ['sender'] };

/** All requests of this file. */
const requests: JudgedRequest[] = [];

let mockServer: MockServer;
let prism: PrismProxy;

/** A response through Prism. Errors of Prism itself are `application/problem+json`. */
async function send(proxy: PrismProxy, method: string, path: string, { body, token, organization }: SendOptions = {}) {
  const headers = {
    authorization: `Bearer ${token ?? 'token-owner'}`,
    ...(organization === undefined ? {} : { 'x-service-orgid': organization }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const text = body === undefined ? undefined : JSON.stringify(body);
  requests.push({ method, target: path, headers, body: text === undefined ? undefined : Buffer.from(text) });
  const response = await fetch(proxy.url + path, { method, headers, ...(text !== undefined && { body: text }) });
  const received = await response.text();
  return {
    status: response.status,
    violations: violationsIn(response.headers),
    type: response.headers.get('content-type'),
    body: JSON.parse(received),
  };
}

interface SendOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly organization?: string;
}

const unobjected = (status: number) => ({ status, violations: [], type: 'application/json' });

describe('Prism reports no violation', () => {
  beforeAll(async () => {
    mockServer = await createMockServer({ apis: [identity] });
    const { url } = await mockServer.listen();
    prism = await openPrismProxy({ document, upstream: url });
  });
  beforeEach(() => mockServer.reset());
  afterAll(async () => {
    await prism?.close();
    await mockServer?.close();
  });

  test('in a request for each operation', async () => {
    expect(await send(prism, 'GET', '/management/v1/healthz')).toMatchObject(unobjected(200));

    const query = { offset: '0', limit: 100, asc: true };
    const queries = [{ nameQuery: { name: 'gear', method: 'TEXT_QUERY_METHOD_CONTAINS_IGNORE_CASE' } }];
    const projects = await send(prism, 'POST', PROJECTS, { body: { query, queries } });
    expect(projects).toMatchObject(unobjected(200));
    const names = projects.body.result.map((project: { name: string }) => project.name);
    expect(names).toEqual(['Gear Shop', 'gear_sync']);

    const idps = await send(prism, 'POST', IDPS, { body: { query: { limit: 3 } } });
    expect(idps).toMatchObject(unobjected(200));
    expect(idps.body.result).toHaveLength(3);

    const rename = { body: { name: 'Gear Shop Web' } };
    expect(await send(prism, 'PUT', APP, rename)).toMatchObject(unobjected(200));
    const app = await send(prism, 'GET', APP);
    expect(app).toMatchObject({ ...unobjected(200), body: { app: { name: 'Gear Shop Web' } } });
    const again = await send(prism, 'PUT', APP, rename);
    expect(again).toMatchObject({ ...unobjected(400), body: { code: 9 } });

    expect(await send(prism, 'POST', GRANTS, { body: GRANT })).toMatchObject(unobjected(200));
    expect(await send(prism, 'POST', GRANTS, { body: GRANTED })).toMatchObject(unobjected(200));
    expect(await send(prism, 'POST', GRANTS, { body: GRANT })).toMatchObject(unobjected(409));
    const added = await send(prism, 'POST', ALL_GRANTS, { body: { query: { limit: 2 } } });
    expect(added).toMatchObject({
      ...unobjected(200),
      body: { details: { totalResult: '8' }, result: [GRANTED, GRANT] },
    });
  });

  test.each<[string, string, string, SendOptions]>([
    ['every linked provider', 'POST', IDPS, { body: {} }],
    ['the providers of the default policy', 'POST', IDPS, { body: {}, token: 'token-granted-org' }],
    ['every project', 'POST', PROJECTS, { body: {} }],
    ['no project', 'POST', PROJECTS, { body: { queries: [{ nameQuery: { name: 'Ice Rink' } }] } }],
    [
      'the projects of another organization',
      'POST',
      PROJECTS,
      { body: {}, token: 'token-iam', organization: '266923694620693193' },
    ],
    ['the projects of a project owner', 'POST', PROJECTS, { body: {}, token: 'token-project-owner' }],
    ['an API', 'GET', '/management/v1/projects/257810824104530633/apps/257931294229400420', {}],
    ['an application with SAML', 'GET', '/management/v1/projects/257810824104530633/apps/274168547226178249', {}],
    ['grants on own projects', 'POST', ALL_GRANTS, { body: { queries: [{ withGrantedQuery: {} }] } }],
    ['a grant without roles', 'POST', GRANTS, { body: { projectId: '257810824104530633' } }],
  ])('in a request for %s', async (_, method, path, requested) => {
    expect(await send(prism, method, path, requested)).toMatchObject(unobjected(200));
  });

  // Prism itself rejects invalid input and missing tokens.
  test.each<[number, string, string, string, SendOptions]>([
    [401, 'an expired token', 'POST', PROJECTS, { body: {}, token: 'token-expired' }],
    [401, 'an unknown token', 'POST', IDPS, { body: {}, token: 'made-up' }],
    [403, 'an unknown organization', 'POST', PROJECTS, { body: {}, organization: '1' }],
    [403, 'a caller without the permission', 'PUT', APP, { body: { name: 'Window' }, token: 'token-viewer' }],
    [404, 'a caller without membership', 'POST', IDPS, { body: {}, token: 'token-no-role' }],
    [404, 'an application to read that is unknown', 'GET', UNKNOWN_APP, {}],
    [404, 'an application of another organization', 'GET', FOREIGN_APP, {}],
    [404, 'an unknown application', 'PUT', UNKNOWN_APP, { body: { name: 'Window' } }],
    [400, 'the present name', 'PUT', APP, { body: { name: 'Storefront' } }],
    [409, 'a name that is taken', 'PUT', APP, { body: { name: 'Shop API' } }],
    [400, 'an unknown user', 'POST', '/management/v1/users/1/grants', { body: GRANT }],
    [400, 'a project of another organization', 'POST', GRANTS, { body: { projectId: '268949799993103049' } }],
    [400, 'an unknown project grant', 'POST', GRANTS, { body: { ...GRANTED, projectGrantId: '1' } }],
    [400, 'an unknown role', 'POST', GRANTS, { body: { ...GRANT, roleKeys: ['conductor'] } }],
    [409, 'a grant given before', 'POST', '/management/v1/users/257785285541104484/grants', { body: GRANT }],
  ])('in a %i for %s', async (status, _, method, path, requested) => {
    expect(await send(prism, method, path, requested)).toMatchObject(unobjected(status));
  });
});

describe('Prism reports a response with', () => {
  let broken: MockServer;
  let proxy: PrismProxy;
  let change: Parameters<typeof identityWithProjects>[0];
  beforeAll(async () => {
    broken = await createMockServer({ apis: [identityWithProjects((one) => change(one))], outputCheck: 'report' });
    const { url } = await broken.listen();
    proxy = await openPrismProxy({ document, upstream: url });
  });
  afterAll(async () => {
    await proxy?.close();
    await broken?.close();
  });

  test.each<[string, Parameters<typeof identityWithProjects>[0], string]>([
    ['a wrong type', (project) => ({ ...project, name: 42 }), 'name'],
    ['an undeclared enum value', (project) => ({ ...project, state: 'PROJECT_STATE_LOST' }), 'state'],
    ['an undeclared property', (project) => ({ ...project, owner: 'me' }), 'result'],
  ])('%s', async (_, changed, place) => {
    change = changed;
    const { status, violations } = await send(proxy, 'POST', PROJECTS, { body: {} });
    expect(status).toBe(500);
    expect(violations).not.toEqual([]);
    for (const { location } of violations) expect(location.slice(0, 2)).toEqual(['response', 'body']);
    expect(violations.flatMap(({ location }) => location)).toContain(place);
  });
});

test('reports the output of Prism if it does not start', async () => {
  const opening = openPrismProxy({ document: { ...document, paths: {} }, upstream: 'http://127.0.0.1' });
  await expect(opening).rejects.toThrow('No operations found');
});

test('openapi-backend agrees on the requests of these tests', async () => {
  expect(requests.length).toBeGreaterThan(20);
  await expectAgreement(identity, requests);
});
