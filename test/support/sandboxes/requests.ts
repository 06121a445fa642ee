// Requests to a sandbox: all kinds of requests and faults, drawn from a seed.

import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  AddUserGrantRequestSchema,
  ListLoginPolicyIDPsRequestSchema,
  ListProjectsRequestSchema,
  UpdateAppRequestSchema,
} from '@zitadel/proto/zitadel/management_pb.js';
import fc from 'fast-check';
import { frame, TYPES } from '../call.ts';
import { APP, PROJECT, USER } from '../identity-records.ts';

/** A request to send. */
export interface TestRequest {
  /** The transport: its own connection, or a stream of the connection of its sandbox. */
  readonly way: 'http/1.1' | 'http/2';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Whether it brings a fault without a response, so that its client gives up. */
  readonly mayHang: boolean;
}

type Call = Omit<TestRequest, 'way' | 'mayHang'>;

const one = fc.constantFrom;
const JSON_TYPE = { 'content-type': 'application/json' };

function json(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Call {
  if (body === undefined) return { method, path, headers, body: '' };
  return { method, path, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

/** Names that are encoded differently in each protocol, and some that are rejected. */
const name = one('Hut', 'Größe 7', '🏔 camp', '', 'x'.repeat(300), '__proto__', '<b>bold</b>', 'Storefront');
const project = one(PROJECT.gearShop, PROJECT.wool, PROJECT.parcelTracking, 'none');
const app = one(APP.storefront, APP.storefront, APP.shopApi, APP.woolStorefront, 'none');
const user = one(...Object.values(USER), 'none');
const roleKeys = fc.subarray(['support', 'sales', 'none'], { maxLength: 2 });
const offset = fc.nat({ max: 9 });
const limit = fc.nat({ max: 5 });

const MANAGEMENT = '/management/v1';
const identityOverRest = fc.oneof(
  fc
    .record({ offset, limit, asc: fc.boolean() })
    .map((query) => json('POST', `${MANAGEMENT}/projects/_search`, { query })),
  fc.constant(json('POST', `${MANAGEMENT}/policies/login/idps/_search`, {})),
  fc
    .tuple(project, app, name)
    .map(([of, id, is]) => json('PUT', `${MANAGEMENT}/projects/${of}/apps/${id}`, { name: is })),
  fc
    .tuple(user, project, roleKeys)
    .map(([whom, projectId, keys]) =>
      json('POST', `${MANAGEMENT}/users/${whom}/grants`, { projectId, roleKeys: keys }),
    ),
  one(
    json('POST', `${MANAGEMENT}/nowhere`, {}),
    json('DELETE', `${MANAGEMENT}/projects/_search`),
    { ...json('POST', `${MANAGEMENT}/projects/_search`, {}), body: '{"query": ' },
    json('GET', `${MANAGEMENT}/healthz`),
  ),
);

const SERVICES = ['identity.management.v1.ManagementService', 'zitadel.management.v1.ManagementService'];

function rpc<D extends DescMessage>(schema: D, method: string, init: MessageInitShape<D>) {
  const message = toBinary(schema, create(schema, init));
  return fc.tuple(one('grpc', 'grpc-web', 'grpc-web-text', 'connect'), one(...SERVICES)).map(([wire, service]) => {
    const framed = wire === 'connect' ? message : frame(message);
    const body = wire === 'grpc-web-text' ? Buffer.from(framed).toString('base64') : framed;
    const headers = { 'content-type': TYPES[wire], ...(wire === 'grpc' && { te: 'trailers' }) };
    return { method: 'POST', path: `/${service}/${method}`, headers, body };
  });
}

const identityOverRpc = fc.oneof(
  fc
    .record({ offset: offset.map(BigInt), limit, asc: fc.boolean() })
    .chain((query) => rpc(ListProjectsRequestSchema, 'ListProjects', { query })),
  rpc(ListLoginPolicyIDPsRequestSchema, 'ListLoginPolicyIDPs', {}),
  fc.record({ projectId: project, appId: app, name }).chain((init) => rpc(UpdateAppRequestSchema, 'UpdateApp', init)),
  fc
    .record({ userId: user, projectId: project, roleKeys })
    .chain((init) => rpc(AddUserGrantRequestSchema, 'AddUserGrant', init)),
  rpc(ListProjectsRequestSchema, 'Nothing', {}),
);

const owner = fc.integer({ min: 1, max: 7 });
const shop = fc.oneof(
  one(
    json('GET', '/v1/owners'),
    json('GET', '/v1/settings'),
    json('HEAD', '/v1/owners'),
    json('OPTIONS', '/v1/owners'),
  ),
  fc
    .tuple(name, fc.boolean())
    .map(([is, isMore]) => json('POST', '/v1/owners', { name: is, ...(isMore && { role: 7 }) })),
  owner.map((id) => json('GET', `/v1/owners/${id}`)),
  fc.tuple(owner, name).map(([id, is]) => json('PUT', `/v1/owners/${id}`, { name: is })),
  fc
    .tuple(owner, name)
    .map(([id, is]) =>
      json('PATCH', `/v1/owners/${id}`, { name: is }, { 'content-type': 'application/merge-patch+json' }),
    ),
  owner.map((id) => json('DELETE', `/v1/owners/${id}`)),
  owner.map((id) => json('GET', `/v1/owners/${id}/pets`)),
  fc.tuple(owner, name).map(([id, is]) => json('POST', `/v1/owners/${id}/pets`, { name: is })),
  one('light', 'dark', 'gray').map((theme) => json('PUT', '/v1/settings', { theme })),
  one('a', 'b').map((id) => json('PUT', `/v1/documents/${id}`, { text: id })),
  one('a', 'b', 'c').map((id) => json('GET', `/v1/reports/${id}`)),
  one('json', 'yaml').map((kind) => json('GET', '/v1/owners', undefined, { accept: `application/${kind}` })),
  one('code=404', 'dynamic=true').map((prefer) => json('GET', '/v1/owners/1', undefined, { prefer })),
);

/** The effects on a response, by property of a step. */
const step = fc.oneof(
  one(
    { code: 'unavailable', message: 'später' },
    { code: 'aborted', details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' }] },
    { expiredToken: true },
    { broken: true },
    { status: 200 },
    { status: 503, undeclared: true, body: { down: true }, headers: { 'retry-after': '3' } },
    { connection: 'reset' },
    { delay: { from: 0, to: 4 } },
    { delay: { median: 1, sigma: 1 }, broken: true },
    { delay: 1, code: 'internal' },
  ),
  fc.nat({ max: 60 }).map((cutAfter) => ({ cutAfter })),
  fc.integer({ min: 20_000, max: 90_000 }).map((bytesPerSecond) => ({ bytesPerSecond })),
);
const target = one(
  {},
  { operation: 'searchProjects' },
  { operation: 'updateApp', body: { name: 'Hut' } },
  { api: 'shop', method: 'GET' },
  { path: '/v1/owners/*' },
  { caller: USER.marlene },
  { headers: { 'content-type': 'application/grpc' } },
);
const plan = fc.record(
  {
    on: target,
    rate: one(0.05, 0.2, 0.5),
    every: one(2, 3, 7),
    times: one(1, 5),
    steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['on', 'steps', 'rate'] },
);

const CONTROL = '/_understudy';
const addFault = plan.map((planned) => json('POST', `${CONTROL}/faults`, planned));
const control = fc.oneof(
  one('1s', '90m', '30d', '-1h').map((advance) => json('POST', `${CONTROL}/clock`, { advance })),
  one('one', 'two').map((seed) => json('POST', `${CONTROL}/seed`, { seed })),
  addFault,
  one(
    json('GET', `${CONTROL}/faults`),
    json('GET', `${CONTROL}/clock`),
    json('DELETE', `${CONTROL}/faults/fault-2`),
    json('PATCH', `${CONTROL}/faults/fault-1`, { paused: true }),
    json('POST', `${CONTROL}/snapshots`, { name: 'then' }),
    json('POST', `${CONTROL}/snapshots/then/restore`),
    json('GET', `${CONTROL}/changes`),
    json('GET', `${CONTROL}/difference?from=fixtures`),
    json('GET', `${CONTROL}/records`),
    json('GET', `${CONTROL}/records/owners?api=shop`),
    json('POST', `${CONTROL}/undo`, { api: 'shop' }),
  ),
  name.map((is) =>
    json('POST', `${CONTROL}/records`, {
      api: 'shop',
      changes: [{ collection: 'owners', add: { item: { name: is } } }],
    }),
  ),
  fc
    .integer({ min: 1, max: 3 })
    .map((count) =>
      json('POST', `${CONTROL}/records`, { api: 'identity', changes: [{ collection: 'projects', count }] }),
    ),
);

/** A fault in a request. */
const brought = one(
  'status=503',
  'code=unavailable, delay=1-3',
  'delay=1',
  'broken',
  'expired-token',
  'slow=40000',
  'cut=11',
  'cut=0',
  'reset',
  'hang',
  'status=200, example=none',
  'nonsense',
);

/** A request to a sandbox, possibly with faults. */
export const requested: fc.Arbitrary<TestRequest> = fc
  .record({
    call: fc.oneof(
      { weight: 3, arbitrary: identityOverRest },
      { weight: 3, arbitrary: identityOverRpc },
      { weight: 4, arbitrary: shop },
      { weight: 1, arbitrary: control },
    ),
    isHttp2: fc.boolean(),
    token: fc.oneof({ weight: 9, arbitrary: fc.constant('Bearer token-owner') }, one('Bearer none', 'Basic eA==', '')),
    fault: fc.option(brought, { freq: 5 }),
  })
  .map(({ call, isHttp2, token, fault }) => {
    const isControl = call.path.startsWith(CONTROL);
    const headers = {
      ...call.headers,
      ...(token !== '' && { authorization: token }),
      ...(fault !== null && !isControl && { 'x-understudy-fault': fault }),
    };
    // gRPC is only available over HTTP/2.
    const way: TestRequest['way'] = isHttp2 || call.headers['content-type'] === TYPES.grpc ? 'http/2' : 'http/1.1';
    return { ...call, headers, way, mayHang: fault === 'hang' && !isControl };
  });

/** The initial requests of a sandbox: a stopped clock, and some fault plans. */
export const begun: fc.Arbitrary<readonly TestRequest[]> = fc
  .tuple(fc.integer({ min: 0, max: 3000 }), fc.nat(), fc.array(addFault, { minLength: 1, maxLength: 4 }))
  .map(([days, seed, plans]) => {
    const set = new Date(Date.UTC(2027, 0, 1) + days * 86_400_000).toISOString();
    const calls = [
      json('POST', `${CONTROL}/clock`, { set, frozen: true }),
      json('POST', `${CONTROL}/seed`, { seed: `${seed}` }),
      ...plans,
    ];
    return calls.map((call) => ({ ...call, way: 'http/1.1' as const, mayHang: false }));
  });
