// The same input in JSON and protobuf has the same result: output, error, error details, and state.

import {
  type DescMessage,
  type FileRegistry,
  fromBinary,
  fromJson,
  type JsonObject,
  type Message,
  toJson,
} from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { createManagementServiceClient } from '@zitadel/client/v1';
import { ManagementService } from '@zitadel/proto/zitadel/management_pb.js';
import { ErrorDetailSchema } from '@zitadel/proto/zitadel/message_pb.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { identity } from '../../src/identity/api.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { createDescriptors } from '../../src/server/protobuf/descriptors.ts';
import { planDocument } from '../../src/server/protobuf/plan-document.ts';
import { APP, ORGANIZATION, PROJECT, PROJECT_GRANT, recordsOf, USER } from '../support/identity-records.ts';
import { BASE } from '../support/mock-server.ts';
import { checkProperty } from '../support/runs.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const RUNS = 200;
const inJson = sharedMockServer();
const inProtobuf = sharedMockServer();

/** The types of error details. */
let registry: FileRegistry;
beforeAll(async () => {
  const { plan } = planDocument((await openDocument(new URL('../../spec/identity.yaml', import.meta.url))).bundled);
  if (!plan) throw new Error('the document has no protobuf plan');
  registry = createDescriptors(plan);
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }).map((raw) => raw.toWellFormed()),
  fc.constantFrom(
    '',
    'Gear Shop',
    'gear',
    'Storefront',
    'shop api',
    '__proto__',
    '%',
    'x'.repeat(200),
    '𝔵'.repeat(201),
  ),
);
/** Mostly an existing identifier. */
const id = (...known: readonly string[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: text });
/** A path segment: not empty, and no dot segment. */
const step = (...known: readonly string[]) => id(...known).filter((raw) => !['', '.', '..'].includes(raw));
const message = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

const query = message({
  offset: fc.oneof(fc.bigInt(0n, 8n), fc.bigInt(0n, 2n ** 64n - 1n)).map(String),
  limit: fc.oneof(fc.nat(5), fc.integer({ min: 998, max: 1002 }), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
  asc: fc.boolean(),
});
const filter = fc.oneof(
  message({ name: text, method: fc.oneof(fc.integer({ min: 0, max: 7 }), fc.integer({ min: -1, max: 99 })) }).map(
    (nameQuery) => ({ nameQuery }),
  ),
  message({ resourceOwner: id(...Object.values(ORGANIZATION)) }).map((it) => ({ projectResourceOwnerQuery: it })),
  fc.constant({}),
);

const grantFilter = fc.oneof(
  message({ userId: id(...Object.values(USER)) }).map((userIdQuery) => ({ userIdQuery })),
  message({ withGranted: fc.boolean() }).map((withGrantedQuery) => ({ withGrantedQuery })),
  message({ roleKey: text, method: fc.integer({ min: -1, max: 9 }) }).map((roleKeyQuery) => ({ roleKeyQuery })),
  message({ email: text, method: fc.integer({ min: 0, max: 7 }) }).map((emailQuery) => ({ emailQuery })),
  message({ type: fc.integer({ min: 0, max: 3 }) }).map((userTypeQuery) => ({ userTypeQuery })),
  fc.constant({}),
);

type Input = Record<string, unknown>;
const { listLoginPolicyIDPs, listProjects, getAppByID, updateApp, listUserGrants, addUserGrant } =
  ManagementService.method;

const appPath = ({ projectId, appId }: Input) => `/projects/${inPath(projectId)}/apps/${inPath(appId)}`;

/** Each with an accepted and a rejected input. */
const OPERATIONS = [
  [
    listLoginPolicyIDPs,
    'POST',
    () => '/policies/login/idps/_search',
    message({ query }),
    [{}, { query: { limit: 1001 } }],
  ],
  [
    listProjects,
    'POST',
    () => '/projects/_search',
    message({ query, queries: fc.array(filter, { maxLength: 3 }) }),
    [{}, { query: { limit: 1001 } }],
  ],
  [
    getAppByID,
    'GET',
    appPath,
    fc.record({
      projectId: step(PROJECT.gearShop, PROJECT.gearShop, PROJECT.parcelTracking),
      appId: step(...Object.values(APP)),
    }),
    [
      { projectId: PROJECT.gearShop, appId: APP.storefront },
      { projectId: PROJECT.gearShop, appId: 'x'.repeat(201) },
    ],
  ],
  [
    listUserGrants,
    'POST',
    () => '/users/grants/_search',
    message({ query, queries: fc.array(grantFilter, { maxLength: 3 }) }),
    [{}, { query: { limit: 1001 } }],
  ],
  [
    updateApp,
    'PUT',
    appPath,
    fc.record(
      {
        projectId: step(PROJECT.gearShop, PROJECT.gearShop, PROJECT.wool),
        appId: step(APP.storefront, APP.shopApi, APP.woolStorefront),
        name: text,
      },
      { requiredKeys: ['projectId', 'appId'] },
    ),
    [
      { projectId: PROJECT.gearShop, appId: APP.storefront, name: 'Other name' },
      { projectId: PROJECT.gearShop, appId: APP.storefront, name: '' },
    ],
  ],
  [
    addUserGrant,
    'POST',
    ({ userId }: Input) => `/users/${inPath(userId)}/grants`,
    fc.record(
      {
        userId: step(...Object.values(USER)),
        projectId: id(...Object.values(PROJECT)),
        projectGrantId: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, id(...Object.values(PROJECT_GRANT))),
        roleKeys: fc.array(id('sales', 'warden', 'sender', 'guest'), { maxLength: 3 }),
      },
      { requiredKeys: ['userId'] },
    ),
    [
      { userId: USER.theo, projectId: PROJECT.gearShop },
      { userId: USER.theo, projectId: '' },
    ],
  ],
] as const;

const tokens = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('token-owner', 'token-iam') },
  { weight: 3, arbitrary: fc.constantFrom('token-project-owner', 'token-viewer', 'nonsense') },
);
const organizations = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(ORGANIZATION), '1') },
);
/** Options of protobuf JSON. */
const writing = fc.record({
  alwaysEmitImplicit: fc.boolean(),
  enumAsInteger: fc.boolean(),
  useProtoFieldName: fc.boolean(),
});

const AS_PLAIN_AS_CAN_BE = { alwaysEmitImplicit: false, enumAsInteger: false, useProtoFieldName: false };

test('every authenticated operation is in the table', () => {
  const { healthz, ...handlers } = identity.handlers;
  expect(OPERATIONS).toHaveLength(Object.keys(handlers).length);
});

describe.each(OPERATIONS)('$name', (method, verb, pathOf, inputs, [accepted, rejected]) => {
  test('has the same result for the same input in JSON and in protobuf', async () => {
    const codes = new Set<number>();
    await checkProperty(
      fc.asyncProperty(inputs, tokens, organizations, writing, async (values, token, organization, freedoms) => {
        const input = fromJson(method.input, values as JsonObject);
        const headers = { 'x-service-orgid': organization };
        const json = toJson(method.input, input, freedoms);
        const path = `/management/v1${pathOf(values)}`;
        const asJson = await callJson(method.output, verb, path, token, headers, json);
        const asProtobuf = await callProtobuf(method, token, headers, input);
        codes.add(asProtobuf.code);
        expect(asProtobuf).toEqual(asJson);
      }),
      {
        numRuns: RUNS,
        // Generated inputs may all be rejected for the same reason.
        examples: [
          [accepted, 'token-owner', '', AS_PLAIN_AS_CAN_BE],
          [accepted, 'nonsense', '', AS_PLAIN_AS_CAN_BE],
          [rejected, 'token-owner', '', AS_PLAIN_AS_CAN_BE],
        ],
      },
    );
    expect([...codes]).toEqual(expect.arrayContaining([0, Code.InvalidArgument, Code.Unauthenticated]));
    expect(await recordsOf(inProtobuf())).toEqual(await recordsOf(inJson()));
  });
});

/** The result of a call: an output or an error, as plain values. */
interface Result {
  readonly code: number;
  readonly message: unknown;
  readonly details: readonly unknown[];
}

async function callJson(
  output: DescMessage,
  method: string,
  path: string,
  token: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Result> {
  const fields = { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await inJson().fetch(
    new Request(BASE + path, { method, headers: fields, ...(method !== 'GET' && { body: JSON.stringify(body) }) }),
  );
  const answer = (await response.json()) as Record<string, unknown>;
  if (response.status !== 200) {
    return { code: answer.code as number, message: answer.message, details: answer.details as unknown[] };
  }
  return { code: 0, message: plain(output, fromJson(output, withSingleTypes(answer))), details: [] };
}

async function callProtobuf(
  method: (typeof OPERATIONS)[number][0],
  token: string,
  headers: Record<string, string>,
  input: unknown,
): Promise<Result> {
  const fetch: typeof globalThis.fetch = (resource, init) => inProtobuf().fetch(new Request(resource, init));
  const client = createManagementServiceClient(createGrpcWebTransport({ baseUrl: BASE, fetch }));
  const call = client[method.localName as 'listProjects'] as (input: unknown, options: object) => Promise<Message>;
  try {
    return {
      code: 0,
      message: plain(method.output, await call(input, { headers: { ...headers, authorization: `Bearer ${token}` } })),
      details: [],
    };
  } catch (thrown) {
    const { code, rawMessage, details } = ConnectError.from(thrown);
    return {
      code,
      message: rawMessage,
      details: details.map((detail) => asJson(detail as { type: string; value: Uint8Array })),
    };
  }
}

/** A detail in the form of REST. */
function asJson({ type, value }: { readonly type: string; readonly value: Uint8Array }): unknown {
  const schema = type === ErrorDetailSchema.typeName ? ErrorDetailSchema : registry.getMessage(type);
  if (!schema) throw new Error(`unknown type ${type}`);
  return { '@type': `type.googleapis.com/${type}`, ...(toJson(schema, fromBinary(schema, value)) as object) };
}

function plain(schema: DescMessage, value: Message): unknown {
  return toJson(schema, value, { alwaysEmitImplicit: true });
}

/** REST has the type of a linked provider in a list, protobuf as a single value. */
function withSingleTypes(response: Record<string, unknown>): JsonObject {
  const { result } = response as { result?: { idpType?: string[] }[] };
  const single = result?.map(({ idpType, ...link }) => (idpType ? { ...link, idpType: idpType[0] } : link));
  return { ...response, ...(single && { result: single }) } as JsonObject;
}

function inPath(value: unknown): string {
  return encodeURIComponent(String(value));
}
