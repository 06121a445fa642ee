// The identity API, and the setting `reference`, which responds like the reference implementation.

import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  AddUserGrantRequestSchema,
  ListLoginPolicyIDPsRequestSchema,
  ListLoginPolicyIDPsResponseSchema,
  ListProjectsRequestSchema,
  ListProjectsResponseSchema,
} from '@zitadel/proto/zitadel/management_pb.js';
import { describe, expect, test } from 'vitest';
import { identityApi } from '../../src/identity/api.ts';
import type { MockServer } from '../../src/index.ts';
import { call } from '../support/call.ts';
import { OF_MURMELTAL, ORGANIZATION, PROJECT, USER } from '../support/identity-records.ts';
import { identityMockServer, send } from '../support/mock-server.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const SERVICE = '/zitadel.management.v1.ManagementService';
const SEARCH = '/management/v1/projects/_search';
const IDPS = '/management/v1/policies/login/idps/_search';
const GRANTS = '/management/v1/users/grants/_search';
const GRANT = `/management/v1/users/${USER.theo}/grants`;
/** A project of Brisefjord that is granted to Murmeltal. */
const granted = { projectId: PROJECT.parcelTracking, roleKeys: ['sender'] };

const described = sharedMockServer();
const reference = sharedMockServer({ apis: [identityApi({ reference: true })] });

const post = async (server: MockServer, path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  (await send(server, 'POST', path, { body, headers })).body;
const namesIn = (list: { readonly result?: readonly { readonly name: string }[] }) =>
  list.result?.map(({ name }) => name);

describe('default values', () => {
  const search = { queries: [{ nameQuery: { name: 'gear_sync' } }] };

  test('are returned, and omitted by the reference', async () => {
    const written = { state: 'PROJECT_STATE_UNSPECIFIED', projectRoleAssertion: false, projectRoleCheck: false };
    expect((await post(described(), SEARCH, search)).result[0]).toMatchObject(written);
    const [project] = (await post(reference(), SEARCH, search)).result;
    expect(Object.keys(project)).toEqual(['id', 'details', 'name']);
  });

  test('include an empty result and its total', async () => {
    const none = { queries: [{ nameQuery: { name: 'Ice Rink' } }] };
    expect(await post(described(), SEARCH, none)).toMatchObject({ details: { totalResult: '0' }, result: [] });
    const { details, ...others } = await post(reference(), SEARCH, none);
    expect([Object.keys(details), others]).toEqual([['processedSequence', 'viewTimestamp'], {}]);
  });

  test('include the empty details of an error, also without an operation', async () => {
    expect(await post(described(), '/management/v1/nothing')).toEqual({ code: 5, message: 'Not Found', details: [] });
    expect(await post(reference(), '/management/v1/nothing')).toEqual({ code: 5, message: 'Not Found' });
  });
});

describe('the type of an identity provider', () => {
  test('is a list with one value; for the reference one value, absent if it is unspecified', async () => {
    const types = async (server: MockServer) =>
      (await post(server, IDPS, { query: { asc: true } })).result.map(
        ({ idpType }: { readonly idpType: unknown }) => idpType,
      );
    expect(await types(described())).toEqual([
      ['IDP_TYPE_OIDC'],
      ['IDP_TYPE_JWT'],
      ['IDP_TYPE_UNSPECIFIED'],
      ['IDP_TYPE_UNSPECIFIED'],
    ]);
    expect(await types(reference())).toEqual(['IDP_TYPE_OIDC', 'IDP_TYPE_JWT', undefined, undefined]);
  });

  test('is the same in gRPC', async () => {
    const types = async (server: MockServer) => {
      const sent = toBinary(
        ListLoginPolicyIDPsRequestSchema,
        create(ListLoginPolicyIDPsRequestSchema, { query: { asc: true } }),
      );
      const { message } = await call(server, 'grpc', `${SERVICE}/ListLoginPolicyIDPs`, sent);
      return fromBinary(ListLoginPolicyIDPsResponseSchema, message as Uint8Array).result.map(({ idpType }) => idpType);
    };
    expect(await types(described())).toEqual([1, 3, 0, 0]);
    expect(await types(reference())).toEqual([1, 3, 0, 0]);
  });

  test.each([
    ['described', described, { type: 'array' }],
    ['reference', reference, { $ref: '#/components/schemas/IDPType' }],
  ] as const)('is in the served document: %s', async (_, server, schema) => {
    const { components } = (await send(server(), 'GET', '/openapi.json')).body;
    expect(components.schemas.IDPLoginPolicyLink.properties.idpType).toMatchObject(schema);
  });
});

describe('the order of a list', () => {
  test('is newest first without asc; for the reference asc has no effect', async () => {
    expect(namesIn(await post(described(), SEARCH))).toEqual(OF_MURMELTAL.toReversed());
    expect(namesIn(await post(described(), SEARCH, { query: { asc: true } }))).toEqual(OF_MURMELTAL);
    const unordered = namesIn(await post(reference(), SEARCH));
    expect(unordered?.toSorted()).toEqual(OF_MURMELTAL.toSorted());
    expect(namesIn(await post(reference(), SEARCH, { query: { asc: true } }))).toEqual(unordered);
  });

  test.each([IDPS, GRANTS])('is as independent of asc in %s', async (path) => {
    const [usual, ascending] = [await post(reference(), path), await post(reference(), path, { query: { asc: true } })];
    expect(ascending.result).toEqual(usual.result);
    expect((await post(described(), path)).result).not.toEqual(
      (await post(described(), path, { query: { asc: true } })).result,
    );
  });
});

describe('the total behind the last page', () => {
  test.each([SEARCH, IDPS, GRANTS])('is that of the list; for the reference it is absent: %s', async (path) => {
    const { details } = await post(described(), path, { query: { offset: '100' } });
    expect(Number(details.totalResult)).toBeGreaterThan(0);
    expect((await post(reference(), path, { query: { offset: '100' } })).details).not.toHaveProperty('totalResult');
    const { details: ofLast } = await post(reference(), path, { query: { offset: '1' } });
    expect(ofLast.totalResult).toBe(details.totalResult);
  });

  test('is as in JSON in gRPC', async () => {
    const total = async (server: MockServer) => {
      const request = create(ListProjectsRequestSchema, { query: { offset: 100n } });
      const sent = toBinary(ListProjectsRequestSchema, request);
      const { message } = await call(server, 'grpc', `${SERVICE}/ListProjects`, sent);
      return fromBinary(ListProjectsResponseSchema, message as Uint8Array).details?.totalResult;
    };
    expect([await total(described()), await total(reference())]).toEqual([7n, 0n]);
  });
});

test('user grants have their state; for the reference all are active', async () => {
  const states = async (server: MockServer) => {
    const inBrisefjord = { 'x-service-orgid': ORGANIZATION.brisefjord };
    const { body } = await send(server, 'POST', GRANTS, { body: {}, token: 'token-iam', headers: inBrisefjord });
    return new Set(body.result.map(({ state }: { readonly state: string }) => state));
  };
  expect(await states(described())).toContain('USER_GRANT_STATE_INACTIVE');
  expect(await states(reference())).toEqual(new Set(['USER_GRANT_STATE_ACTIVE']));
});

describe('an unknown enum name in a request', () => {
  const search = { queries: [{ nameQuery: { name: 'Gear Shop', method: 'LIKE' } }] };

  test('is rejected; for the reference it is absent, and a warning in the request log', async () => {
    expect(await post(described(), SEARCH, search)).toMatchObject({ code: 3 });
    expect(namesIn(await post(reference(), SEARCH, search))).toEqual(['Gear Shop']);
    const { exchanges } = (await send(reference(), 'GET', '/_understudy/requests')).body;
    expect(exchanges.at(-1).warnings).toEqual([
      'the value of /queries/0/nameQuery/method is not in the document and was ignored',
    ]);
  });

  test('does not include numbers: an unknown number is rejected by both', async () => {
    const numbered = { queries: [{ nameQuery: { name: 'Gear Shop', method: 99 } }] };
    for (const server of [described(), reference()])
      expect(await post(server, SEARCH, numbered)).toMatchObject({
        code: 3,
        message: expect.stringContaining('value must be one of the defined enum values'),
      });
  });
});

test.each(['application/xml', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', '', 'json'])(
  'a body of type %j is rejected; the reference reads it as JSON',
  async (type) => {
    const headers = { 'content-type': type };
    expect((await send(described(), 'POST', SEARCH, { body: {}, headers })).status).toBe(415);
    expect((await send(reference(), 'POST', SEARCH, { body: {}, headers })).status).toBe(200);
  },
);

describe('an error', () => {
  test.each([
    [undefined, 'Bearer', 'auth header missing'],
    ['nobody', expect.stringMatching(/^Bearer error="invalid_token"/), 'Errors.Token.Invalid (AUTH-7fs1e)'],
  ])('401 for the token %s has its own challenge', async (token, usual, bare) => {
    const challenge = async (server: MockServer) =>
      (await send(server, 'POST', SEARCH, { body: {}, token })).headers.get('www-authenticate');
    expect([await challenge(described()), await challenge(reference())]).toEqual([usual, bare]);
  });

  test('of invalid input names the violations; the reference has no details', async () => {
    const wrong = { query: { asc: 'yes' } };
    expect((await post(described(), SEARCH, wrong)).details).toHaveLength(1);
    expect(await post(reference(), SEARCH, wrong)).toEqual({ code: 3, message: 'body /query/asc must be a boolean' });
  });

  test('of invalid input has details in gRPC as well', async () => {
    const details = async (server: MockServer) => {
      const sent = toBinary(AddUserGrantRequestSchema, create(AddUserGrantRequestSchema, { userId: USER.theo }));
      const { http, status } = await call(server, 'grpc', `${SERVICE}/AddUserGrant`, sent);
      return [status, Buffer.from(http.headers.get('grpc-status-details-bin') ?? '', 'base64').toString()];
    };
    expect(await details(described())).toEqual([3, expect.stringContaining('google.rpc.BadRequest')]);
    expect(await details(reference())).toEqual([3, expect.not.stringContaining('google.rpc.BadRequest')]);
  });

  test('of the domain has its id', async () => {
    const body = await post(reference(), GRANT, { projectId: PROJECT.gearShop, roleKeys: ['captain'] });
    expect(body.details).toMatchObject([{ id: 'COMMAND-mm9F4' }]);
  });
});

describe('a user grant for a granted project', () => {
  test('needs projectGrantId; the reference finds the grant', async () => {
    expect(await post(described(), GRANT, granted)).toMatchObject({ message: 'Project not found (COMMAND-3n77S)' });
    const { userGrantId } = await post(reference(), GRANT, granted);
    const { result } = await post(reference(), GRANTS, { queries: [{ userIdQuery: { userId: USER.theo } }] });
    expect(result.find(({ id }: { readonly id: string }) => id === userGrantId).projectGrantId).toBe(
      '271985422194707300',
    );
  });

  test.each([
    ['a project that is granted to others only', PROJECT.crewRoster],
    ['an unknown project', '1'],
  ])('is rejected by the reference for %s', async (_, projectId) => {
    expect(await post(reference(), GRANT, { projectId })).toMatchObject({
      code: 9,
      message: 'Grant not found (COMMAND-4m9ff)',
    });
  });
});

test('other settings of the API apply too', async () => {
  const healthz = () => ({});
  const handlers = { ...identityApi().handlers, healthz };
  const api = identityApi({ reference: true, texts: '4.12', cors: false, handlers });
  expect([api.cors, api.handlers.healthz]).toEqual([false, healthz]);
  const server = await identityMockServer({ apis: [api] });
  expect((await post(server, GRANT, { projectId: '1' })).message).toBe('Project Grant not found (COMMAND-4m9ff)');
});
