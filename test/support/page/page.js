// Makes the same calls with every transport, each in its own sandbox, and shows the results as JSON.

import { toJson } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { createManagementServiceClient } from '@zitadel/client/v1';
import { ManagementService } from '@zitadel/proto/zitadel/management_pb.js';
import { ErrorDetailSchema } from '@zitadel/proto/zitadel/message_pb.js';
import { TextQueryMethod } from '@zitadel/proto/zitadel/object_pb.js';
import { searchByHand } from './by-hand.js';
import { WIRES } from './wires.js';

const baseUrl = new URLSearchParams(location.search).get('url');
const [GEAR_SHOP, STOREFRONT, THEO] = ['257810824104530633', '257928641298565988', '252704730189400932'];
const BRISEFJORD = '266923694620693193';

const rename = ['updateApp', { projectId: GEAR_SHOP, appId: STOREFRONT, name: 'Schaufenster – größer' }];
const gear = { name: 'GEAR', method: TextQueryMethod.STARTS_WITH_IGNORE_CASE };
const abroad = { authorization: 'Bearer token-iam', 'x-zitadel-orgid': BRISEFJORD };

/** The calls, with input and options. */
const calls = (late) => ({
  providers: ['listLoginPolicyIDPs', { query: { asc: true, limit: 2 } }],
  projects: ['listProjects', { query: { asc: true }, queries: [{ query: { case: 'nameQuery', value: gear } }] }],
  renamed: rename,
  granted: ['addUserGrant', { userId: THEO, projectId: GEAR_SHOP, roleKeys: ['support'] }, { timeoutMs: 3_600_000 }],
  abroad: ['listProjects', { query: { limit: 1 } }, { headers: abroad }],
  rejected: rename,
  late: ['listProjects', {}, { headers: late }],
  blocked: ['listProjects', {}, { headers: { 'x-unheard-of': '1' } }],
});

for (const [name, { transport, late }] of Object.entries(WIRES)) {
  const inSandbox = (next) => (request) => {
    request.header.set('x-understudy-sandbox', name);
    return next(request);
  };
  // As a page with cookies: CORS must allow this origin, a wildcard is not enough.
  const send = (url, init) => fetch(url, { ...init, credentials: 'include' });
  const client = createManagementServiceClient(transport({ baseUrl, interceptors: [inSandbox], fetch: send }));
  for (const [title, [method, input, options]] of Object.entries(calls(late))) {
    show(name, title, await outcome(client, method, input, options));
  }
}
show('by hand', 'compressed', await searchByHand(baseUrl));

async function outcome(client, method, input, options) {
  let trailers = {};
  const onTrailer = (sent) => {
    trailers = Object.fromEntries(sent);
  };
  try {
    const response = await client[method](input, { ...options, onTrailer });
    return { response: toJson(ManagementService.method[method].output, response), trailers };
  } catch (thrown) {
    const error = ConnectError.from(thrown);
    const details = error.findDetails(ErrorDetailSchema).map((detail) => toJson(ErrorDetailSchema, detail));
    return { code: Code[error.code], message: error.rawMessage, details, trailers: Object.fromEntries(error.metadata) };
  }
}

function show(wire, call, value) {
  const heading = document.createElement('h2');
  heading.append(`${wire}: ${call}`);
  const text = document.createElement('pre');
  text.id = `${wire} ${call}`;
  text.append(JSON.stringify(value, null, 2));
  document.querySelector('main').append(heading, text);
}
