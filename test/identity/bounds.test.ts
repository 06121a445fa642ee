// Values out of bounds: rejected with the messages of the reference implementation; lengths are in code points.

import { describe, expect, test } from 'vitest';
import { APP, PROJECT, recordsOf, USER } from '../support/identity-records.ts';
import { send } from '../support/mock-server.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();

const SEARCH = '/management/v1/projects/_search';
const RENAME = `/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`;
const GRANT = `/management/v1/users/${USER.theo}/grants`;

const ascii = (length: number) => 'x'.repeat(length);
/** Code points of two UTF-16 units and four bytes each. */
const emoji = (length: number) => '🐿'.repeat(length);
const path = (text: string) => encodeURIComponent(text);

const NAME = 'invalid UpdateAppRequest.Name: value length must be between 1 and 200 runes, inclusive';
const PROJECT_ID = 'invalid UpdateAppRequest.ProjectId: value length must be between 1 and 200 runes, inclusive';
const APP_ID = 'invalid UpdateAppRequest.AppId: value length must be between 1 and 200 runes, inclusive';
const USER_ID = 'invalid AddUserGrantRequest.UserId: value length must be between 1 and 200 runes, inclusive';
const GRANTED_PROJECT =
  'invalid AddUserGrantRequest.ProjectId: value length must be between 1 and 200 runes, inclusive';
const PROJECT_GRANT = 'invalid AddUserGrantRequest.ProjectGrantId: value length must be at most 200 runes';
const inQuery = (index: number, rest: string) =>
  `invalid ListProjectsRequest.Queries[${index}]: embedded message failed validation | caused by: invalid ProjectQuery.${rest}`;
const NAME_QUERY = `NameQuery: embedded message failed validation | caused by: invalid ProjectNameQuery.Name: value length must be at most 200 runes`;
const OWNER_QUERY = `ProjectResourceOwnerQuery: embedded message failed validation | caused by: invalid ProjectResourceOwnerQuery.ResourceOwner: value length must be at most 200 runes`;
const METHOD =
  'NameQuery: embedded message failed validation | caused by: invalid ProjectNameQuery.Method: value must be one of the defined enum values';
const NO_QUERY = 'Query: value is required';

const named = (name: string) => ({ nameQuery: { name } });
const compared = (method: string | number) => ({ nameQuery: { method } });
const owned = (resourceOwner: string) => ({ projectResourceOwnerQuery: { resourceOwner } });

describe('rejects', () => {
  test.each([
    ['an empty name', 'PUT', RENAME, { name: '' }, NAME],
    ['no name', 'PUT', RENAME, {}, NAME],
    ['null as name', 'PUT', RENAME, { name: null }, NAME],
    ['an empty body', 'PUT', RENAME, '', NAME],
    ['a name of 201 characters', 'PUT', RENAME, { name: ascii(201) }, NAME],
    ['a name of 201 emoji', 'PUT', RENAME, { name: emoji(201) }, NAME],
    ['a project of 201 characters', 'PUT', `/management/v1/projects/${ascii(201)}/apps/1`, { name: 'x' }, PROJECT_ID],
    ['a project of 201 emoji', 'PUT', `/management/v1/projects/${path(emoji(201))}/apps/1`, { name: 'x' }, PROJECT_ID],
    ['an application of 201 characters', 'PUT', `/management/v1/projects/1/apps/${ascii(201)}`, { name: 'x' }, APP_ID],
    ['a user of 201 characters', 'POST', `/management/v1/users/${ascii(201)}/grants`, { projectId: '1' }, USER_ID],
    ['no projectId', 'POST', GRANT, {}, GRANTED_PROJECT],
    ['an empty projectId', 'POST', GRANT, { projectId: '' }, GRANTED_PROJECT],
    ['a projectId of 201 characters', 'POST', GRANT, { projectId: ascii(201) }, GRANTED_PROJECT],
    [
      'a projectGrantId of 201 characters',
      'POST',
      GRANT,
      { projectId: '1', projectGrantId: ascii(201) },
      PROJECT_GRANT,
    ],
    [
      '101 queries',
      'POST',
      SEARCH,
      { queries: Array(101).fill(named('x')) },
      'invalid ListProjectsRequest.Queries: value must contain no more than 100 item(s)',
    ],
    ['a name query of 201 characters', 'POST', SEARCH, { queries: [named(ascii(201))] }, inQuery(0, NAME_QUERY)],
    ['a name query of 201 emoji', 'POST', SEARCH, { queries: [named(emoji(201))] }, inQuery(0, NAME_QUERY)],
    ['an owner query of 201 characters', 'POST', SEARCH, { queries: [owned(ascii(201))] }, inQuery(0, OWNER_QUERY)],
    ['an empty query', 'POST', SEARCH, { queries: [{}] }, inQuery(0, NO_QUERY)],
    ['a query of null', 'POST', SEARCH, { queries: [{ nameQuery: null }] }, inQuery(0, NO_QUERY)],
    ['a query of unknown fields', 'POST', SEARCH, { queries: [{ idQuery: {} }] }, inQuery(0, NO_QUERY)],
    ['an enum number outside the set', 'POST', SEARCH, { queries: [compared(99)] }, inQuery(0, METHOD)],
    ['an unknown enum name', 'POST', SEARCH, { queries: [compared('FOO')] }, inQuery(0, METHOD)],
    [
      'an enum name in lower case',
      'POST',
      SEARCH,
      { queries: [compared('text_query_method_equals')] },
      inQuery(0, METHOD),
    ],
    ['an enum number as text', 'POST', SEARCH, { queries: [compared('1')] }, inQuery(0, METHOD)],
    ['the second query', 'POST', SEARCH, { queries: [named('x'), {}] }, inQuery(1, NO_QUERY)],
    [
      'the third query',
      'POST',
      SEARCH,
      { queries: [named('x'), named('y'), named(ascii(201))] },
      inQuery(2, NAME_QUERY),
    ],
    // Only the first violation is reported, in the order of the message fields.
    [
      'project before application and name',
      'PUT',
      `/management/v1/projects/${ascii(201)}/apps/${ascii(201)}`,
      {},
      PROJECT_ID,
    ],
    ['application before name', 'PUT', `/management/v1/projects/1/apps/${ascii(201)}`, {}, APP_ID],
    ['user before project', 'POST', `/management/v1/users/${ascii(201)}/grants`, {}, USER_ID],
    ['project before project grant', 'POST', GRANT, { projectId: '', projectGrantId: ascii(201) }, GRANTED_PROJECT],
    ['missing project before project grant', 'POST', GRANT, { projectGrantId: ascii(201) }, GRANTED_PROJECT],
    [
      'the first query before an empty second one',
      'POST',
      SEARCH,
      { queries: [named(ascii(201)), {}] },
      inQuery(0, NAME_QUERY),
    ],
    ['the first query before the second', 'POST', SEARCH, { queries: [{}, named(ascii(201))] }, inQuery(0, NO_QUERY)],
    ['a query before the limit', 'POST', SEARCH, { query: { limit: 1001 }, queries: [{}] }, inQuery(0, NO_QUERY)],
  ])('%s', async (_, method, url, body, message) => {
    const before = await recordsOf(shared());
    expect(await send(shared(), method, url, { body })).toMatchObject({ status: 400, body: { code: 3, message } });
    expect(await recordsOf(shared())).toEqual(before);
  });
});

describe('accepts the bounds of', () => {
  test.each([
    ['a name of 200 characters', 'PUT', RENAME, { name: ascii(200) }, 200],
    ['a name of 200 emoji', 'PUT', RENAME, { name: emoji(200) }, 200],
    ['a name of 1 emoji', 'PUT', RENAME, { name: emoji(1) }, 200],
    ['a project of 200 characters', 'PUT', `/management/v1/projects/${ascii(200)}/apps/1`, { name: 'x' }, 404],
    ['an application of 200 emoji', 'PUT', `/management/v1/projects/1/apps/${path(emoji(200))}`, { name: 'x' }, 404],
    ['a user of 200 characters', 'POST', `/management/v1/users/${ascii(200)}/grants`, { projectId: '1' }, 400],
    ['a projectId of 200 emoji', 'POST', GRANT, { projectId: emoji(200) }, 400],
    ['a projectGrantId of 200 emoji', 'POST', GRANT, { projectId: '1', projectGrantId: emoji(200) }, 400],
    ['a name query of 200 emoji', 'POST', SEARCH, { queries: [named(emoji(200))] }, 200],
    ['an empty name query', 'POST', SEARCH, { queries: [named('')] }, 200],
    ['no queries', 'POST', SEARCH, { queries: [] }, 200],
    ['a role of 1000 characters', 'POST', GRANT, { projectId: PROJECT.gearShop, roleKeys: [ascii(1000)] }, 400],
  ])('%s', async (_, method, url, body, status) => {
    const response = await send(shared(), method, url, { body });
    expect(response.status).toBe(status);
    // Code 3 is a violation of bounds; errors caused by the state have code 5 or 9.
    if (status !== 200) expect(response.body.code).not.toBe(3);
  });
});
