// Conversion of names of a document to protobuf names.

import { describe, expect, test } from 'vitest';
import { defaultJsonName, pascalCase, snakeCase } from '../../../src/server/protobuf/names.ts';

describe('names', () => {
  test.each([
    ['name', 'name', 'name', 'Name'],
    ['projectRoleCheck', 'project_role_check', 'projectRoleCheck', 'ProjectRoleCheck'],
    ['project_role', 'project_role', 'projectRole', 'ProjectRole'],
    ['homeURL', 'home_url', 'homeUrl', 'HomeUrl'],
    ['homeURLPath', 'home_url_path', 'homeUrlPath', 'HomeUrlPath'],
    ['IDPType', 'idp_type', 'idpType', 'IdpType'],
    ['userIDs', 'user_ids', 'userIds', 'UserIds'],
    ['isAString', 'is_a_string', 'isAString', 'IsAString'],
    ['sha256Sum', 'sha256_sum', 'sha256Sum', 'Sha256Sum'],
    ['address2', 'address2', 'address2', 'Address2'],
    ['@type', 'type', 'type', 'Type'],
    ['x-trace.id', 'x_trace_id', 'xTraceId', 'XTraceId'],
    ['_private__name_', 'private_name', 'privateName', 'PrivateName'],
    ['字', '', '', ''],
  ])('%s is %s, %s without a json_name, and %s as a type', (name, snake, json, pascal) => {
    expect([snakeCase(name), defaultJsonName(snakeCase(name)), pascalCase(name)]).toEqual([snake, json, pascal]);
  });
});
