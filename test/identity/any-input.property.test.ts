// Any input of an operation: the response is valid JSON, never a 5xx, and no record is lost.

import { isDeepStrictEqual } from 'node:util';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import {
  type AllRecords,
  APP,
  ORGANIZATION,
  PROJECT,
  PROJECT_GRANT,
  recordsOf,
  USER,
} from '../support/identity-records.ts';
import { BASE } from '../support/mock-server.ts';
import { checkProperty } from '../support/runs.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const RUNS = 300;
const shared = sharedMockServer();

/** The response schemas of the document, compiled independently of the server. */
const checks = new Map<string, Map<string, ValidateFunction>>();
beforeAll(async () => {
  const ajv = new Ajv({ strict: false, formats: { uint32: true, uint64: /^\d{1,20}$/ } });
  addFormats.default(ajv);
  const source = await openDocument(new URL('../../spec/identity.yaml', import.meta.url));
  ajv.addSchema(source.bundled, 'document');
  for (const { id, responses } of createDocument(source).operations.values()) {
    const validators = responses.all.map(({ key, mediaTypes }) => {
      const schema = mediaTypes.find(({ type }) => type === 'application/json')?.schema;
      if (!schema) throw new Error(`${id} has no JSON schema for ${key}`);
      return [key, ajv.compile({ $ref: `document#${encodeURI(schema.pointer)}` })] as const;
    });
    checks.set(id, new Map(validators));
  }
});

const oneOf = (...values: readonly unknown[]) => fc.constantFrom(...values);
/** Any text, including control characters, lone surrogates and property names of JavaScript. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'toString',
    '\u0000',
    '\ud800',
    '\udc00x',
    '%',
    "'; drop table",
    'x'.repeat(201),
  ),
);
const anything = fc.oneof({ depthSize: 'small' }, fc.jsonValue(), text, fc.double(), fc.bigInt().map(String));
/** Mostly a valid value of the field, sometimes anything. */
const near = (...meant: readonly unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: oneOf(...meant) }, { weight: 1, arbitrary: anything });
const object = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof({ weight: 6, arbitrary: fc.record(fields, { requiredKeys: [] }) }, { weight: 1, arbitrary: anything });
const list = (items: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary: fc.array(items, { maxLength: 4 }) }, { weight: 1, arbitrary: anything });

const query = object({
  offset: near('0', '3', 2, '18446744073709551615', '-1', null),
  limit: near(0, 1, 1000, 1001, '7', -1, 2 ** 32),
  asc: near(true, false, null),
  unknown: anything,
});
const method = near('TEXT_QUERY_METHOD_CONTAINS', 'TEXT_QUERY_METHOD_ENDS_WITH_IGNORE_CASE', 0, 5, 99, 'NONE');
const queries = list(
  object({
    nameQuery: object({ name: fc.oneof(text, anything), method }),
    name_query: object({ name: near('Gear Shop', '%') }),
    projectResourceOwnerQuery: object({ resourceOwner: near(...Object.values(ORGANIZATION)) }),
  }),
);
const grantQueries = list(
  object({
    userIdQuery: object({ userId: near(...Object.values(USER)) }),
    withGrantedQuery: object({ withGranted: anything }),
    role_key_query: object({ roleKey: near('sales', '%') }),
    displayNameQuery: object({ displayName: fc.oneof(text, anything), method }),
    userTypeQuery: object({ type: near('TYPE_HUMAN', 2, 3) }),
  }),
);
const roleKeys = list(near('sales', 'warden', 'sender', ''));

const segment = (...known: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: text.map((raw) => encodeURIComponent(raw.toWellFormed())) },
    // Invalid percent-encoding, and anything else that a URL may contain.
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%zz', '%ff', '%00', '%ed%a0%80', '%2f', '%2e%2e', '..', ';', '%5c', '__proto__'),
    },
  );
const place = fc.constant<string>;
const IDPS = '/management/v1/policies/login/idps/_search';
const SEARCH = '/management/v1/projects/_search';
const RENAME = `/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`;
const GRANTS = '/management/v1/users/grants/_search';
const GRANT = `/management/v1/users/${USER.theo}/grants`;

const appPaths = fc
  .tuple(segment(PROJECT.gearShop, PROJECT.gearShop, PROJECT.wool), segment(APP.storefront, APP.shopApi))
  .map(([project, app]) => `/management/v1/projects/${project}/apps/${app}`);

const OPERATIONS = [
  ['listLoginPolicyIdps', 'POST', place(IDPS), object({ query }), [IDPS, {}]],
  ['searchProjects', 'POST', place(SEARCH), object({ query, queries }), [SEARCH, {}]],
  ['getAppById', 'GET', appPaths, fc.constant(undefined), [RENAME, undefined]],
  ['listUserGrants', 'POST', place(GRANTS), object({ query, queries: grantQueries }), [GRANTS, {}]],
  [
    'updateApp',
    'PUT',
    appPaths,
    object({ name: fc.oneof(text, near('Storefront', 'shop api', 'Gear Shop Web')), projectId: anything }),
    [RENAME, { name: 'Other name' }],
  ],
  [
    'addUserGrant',
    'POST',
    segment(...Object.values(USER)).map((user) => `/management/v1/users/${user}/grants`),
    object({
      projectId: near(...Object.values(PROJECT)),
      projectGrantId: near('', ...Object.values(PROJECT_GRANT)),
      role_keys: roleKeys,
      userId: anything,
    }),
    [GRANT, { projectId: PROJECT.gearShop }],
  ],
] as const;

test('every authenticated operation is in the table', () => {
  const operations = [...checks.keys()].filter((id) => id !== 'healthz');
  expect(OPERATIONS.map(([id]) => id).sort()).toEqual(operations.sort());
});

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: 'binary' }).map((raw) => Buffer.from(raw)),
  fc.nat({ max: 3000 }).map((depth) => Buffer.from('['.repeat(depth))),
  fc.nat({ max: 3000 }).map((depth) => Buffer.from('{"query":'.repeat(depth) + '}'.repeat(depth))),
);
/** A possible header value: Latin-1 without control characters. */
const headerText = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((unit) => String.fromCharCode(unit)) })
  .filter((raw) => !raw.includes('\x7f'));
const mostly = (usual: string, rare: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rare });
const headers = fc.record(
  {
    authorization: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('Bearer token-owner', 'Bearer token-iam') },
      { weight: 1, arbitrary: fc.constantFrom('Bearer token-project-owner', 'Bearer token-expired', 'Bearer Bearer ') },
      { weight: 1, arbitrary: headerText },
    ),
    'content-type': mostly('application/json', headerText),
    'x-service-orgid': mostly('', fc.oneof(fc.constantFrom(...Object.values(ORGANIZATION), '__proto__'), headerText)),
    'x-zitadel-orgid': mostly('', headerText),
    accept: headerText,
    origin: headerText,
    'x-understudy-sandbox': mostly('main', headerText),
  },
  { requiredKeys: ['authorization', 'content-type'] },
);

const GOOD_HEADERS = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };

const bodyOf = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');

/** File names of the source, and stack frames. */
const INNARDS = /node_modules|file:\/\/|\/src\/|\\n +at /;

describe.each(OPERATIONS)('%s', (operation, method, paths, values, good) => {
  test('responds to any request with valid JSON, and loses no record', async () => {
    let records = await recordsOf(shared());
    const seen = new Set<number>();
    const bodies = fc.oneof(
      { weight: 5, arbitrary: (values as fc.Arbitrary<unknown>).map(bodyOf) },
      { weight: 1, arbitrary: bytes },
    );
    await checkProperty(
      fc.asyncProperty(paths, bodies, headers, async (path, body, fields) => {
        const response = await shared().fetch(
          new Request(BASE + path, {
            method,
            headers: fields,
            ...(method !== 'GET' && { body: new Uint8Array(body) }),
          }),
        );
        const answer = await response.text();
        seen.add(response.status);
        expect(response.headers.get('content-type')).toBe('application/json');
        expect(response.status).toBeLessThan(500);
        const allowed = checks.get(operation);
        const validate = allowed?.get(String(response.status)) ?? allowed?.get('default');
        expect(validate?.(JSON.parse(answer)), `${response.status} ${answer}`).toBe(true);
        if (response.status >= 400) expect(answer.replaceAll(path, '')).not.toMatch(INNARDS);
        const after = await recordsOf(shared());
        expectStored(records, after, response.status === 200);
        records = after;
      }),
      // One request is valid, so that the test cannot pass with error responses only.
      { numRuns: RUNS, examples: [[good[0], bodyOf(good[1]), GOOD_HEADERS]] },
    );
    expect(seen).toContain(200);
  });
});

/** A rejected request changes nothing; a successful one removes no record, and changes at most one in `apps` and in `projects`. */
function expectStored(before: AllRecords, after: AllRecords, acknowledged: boolean): void {
  if (!acknowledged) expect(after).toEqual(before);
  for (const [name, records] of Object.entries(before)) {
    const stored = new Map(after[name as keyof AllRecords].map((record) => [record.id, record]));
    const missing = records.filter(({ id }) => !stored.has(id));
    expect(missing, name).toEqual([]);
    const changed = records.filter((record) => !isDeepStrictEqual(stored.get(record.id), record));
    expect(changed.length, `changed ${name}`).toBeLessThanOrEqual(name === 'apps' || name === 'projects' ? 1 : 0);
  }
}
