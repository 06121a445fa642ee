// Compatibility with published clients of the reference implementation: messages of the identity API, in both directions.

import { create, type DescMessage, fromBinary, toBinary, toJson } from '@bufbuild/protobuf';
import * as management from '@zitadel/proto/zitadel/management_pb';
import * as message from '@zitadel/proto/zitadel/message_pb';
import { describe, expect, test } from 'vitest';
import { createMessages } from '../../../src/server/protobuf/messages.ts';
import { IDENTITY, messagesOf, planOf } from './plans.ts';

const DETAILS = { totalResult: '2', processedSequence: '94', viewTimestamp: '2026-11-21T09:00:00Z' };

describe('the messages of the identity API', () => {
  test.each([
    { operation: 'listLoginPolicyIdps', rpc: 'ListLoginPolicyIDPs' },
    { operation: 'searchProjects', rpc: 'ListProjects' },
    { operation: 'getAppById', rpc: 'GetAppByID' },
    { operation: 'updateApp', rpc: 'UpdateApp' },
    { operation: 'listUserGrants', rpc: 'ListUserGrants', published: 'ListUserGrant' },
    { operation: 'addUserGrant', rpc: 'AddUserGrant' },
    { operation: 'healthz', rpc: 'Healthz' },
  ])('have the fields of the published $rpc', async ({ operation, rpc, published: name = rpc }) => {
    const registry = new Map(
      createMessages(await planOf(IDENTITY)).files.flatMap((file) => file.messages.map((one) => [one.typeName, one])),
    );
    const { input, output } = await messagesOf(IDENTITY, operation);
    const published = management.file_zitadel_management.messages;
    for (const [ours, theirs] of [
      [input.name, `zitadel.management.v1.${name}Request`],
      [output.name, `zitadel.management.v1.${name}Response`],
    ] as const) {
      const own = registry.get(ours);
      const other = published.find(({ typeName }) => typeName === theirs);
      if (!own || !other) throw new Error(`${ours} or ${theirs} is missing`);
      expect(signatures(own)).toEqual(signatures(other));
    }
  });

  test('are parsed to what was written', async () => {
    const projects = await messagesOf(IDENTITY, 'searchProjects');
    const request = create(management.ListProjectsRequestSchema, {
      query: { offset: 3n, limit: 20, asc: true },
      queries: [
        { query: { case: 'nameQuery', value: { name: 'gear', method: 5 } } },
        { query: { case: 'projectResourceOwnerQuery', value: { resourceOwner: '7' } } },
      ],
    });
    expect(projects.input.fromBinary(toBinary(management.ListProjectsRequestSchema, request))).toEqual({
      value: {
        query: { offset: '3', limit: 20, asc: true },
        queries: [
          { nameQuery: { name: 'gear', method: 'TEXT_QUERY_METHOD_CONTAINS_IGNORE_CASE' } },
          { projectResourceOwnerQuery: { resourceOwner: '7' } },
        ],
      },
      unknownFields: [],
    });
  });

  test('have one type for each identity provider', async () => {
    const { output } = await messagesOf(IDENTITY, 'listLoginPolicyIdps');
    const value = { details: DETAILS, result: [{ idpId: '1', idpName: 'Club', idpType: ['IDP_TYPE_JWT'] }] };
    const bytes = output.toBinary(value);
    const theirs = fromBinary(management.ListLoginPolicyIDPsResponseSchema, bytes);
    expect(toJson(management.ListLoginPolicyIDPsResponseSchema, theirs)).toEqual({
      details: DETAILS,
      result: [{ idpId: '1', idpName: 'Club', idpType: 'IDP_TYPE_JWT' }],
    });
    expect(output.fromBinary(bytes).value).toEqual(value);
  });

  test('contain error details with the published name', async () => {
    const { pack } = createMessages(await planOf(IDENTITY));
    const detail = { id: 'COMMAND-28di9', message: "Application doesn't exist" };
    const packed = pack({ '@type': 'type.googleapis.com/zitadel.v1.ErrorDetail', ...detail });
    expect(packed?.type).toBe('zitadel.v1.ErrorDetail');
    expect(fromBinary(message.ErrorDetailSchema, packed?.value ?? new Uint8Array())).toMatchObject(detail);
  });
});

/** The wire format of a message, at any depth: names, numbers, kinds and oneofs; equal for equal messages. */
function signatures(type: DescMessage, seen = new Set<string>()): unknown {
  if (seen.has(type.typeName)) return type.name;
  seen.add(type.typeName);
  if (type.typeName.startsWith('google.')) return type.typeName;
  return [...type.fields]
    .sort((one, other) => one.number - other.number)
    .map((field) => ({
      name: field.name,
      jsonName: field.jsonName,
      number: field.number,
      kind: field.fieldKind,
      scalar: field.scalar,
      oneof: field.oneof?.name,
      message: field.message && signatures(field.message, seen),
      values: field.enum?.values.map(({ name, number }) => `${name} ${number}`),
    }));
}
