// searchProjects: filters, and properties of the results.

import { describe, expect, test } from 'vitest';
import { mockServerWith, ORGANIZATION, PROJECT, USER } from '../support/identity-records.ts';
import { NOW_TOLD, send, type TestResponse } from '../support/mock-server.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();
const PATH = '/management/v1/projects/_search';
const ALL = ['Hut Booking', 'Gear Shop', 'hut weather', '100% Wool', 'gear_sync', 'Flickstübli Repairs', '100 Peaks'];

const namesIn = ({ body }: TestResponse): string[] => body.result.map((project: { name: string }) => project.name);
const oldestFirst = { query: { asc: true } };

describe('searchProjects', () => {
  test('lists the projects of the organization, including deactivated ones, newest first', async () => {
    const response = await send(shared(), 'POST', PATH, { body: {} });
    expect(response.status).toBe(200);
    expect(namesIn(response)).toEqual(ALL.toReversed());
  });

  test('returns every field of a project, including default values', async () => {
    const { body } = await send(shared(), 'POST', PATH, {
      body: { queries: [{ nameQuery: { name: 'gear_sync' } }] },
    });
    expect(body).toEqual({
      details: { totalResult: '1', processedSequence: '6', viewTimestamp: NOW_TOLD },
      result: [
        {
          id: '303454280621230948',
          details: {
            sequence: '1',
            creationDate: '2025-01-20T10:27:26.034629Z',
            changeDate: '2025-01-20T10:27:26.034629Z',
            resourceOwner: ORGANIZATION.murmeltal,
          },
          name: 'gear_sync',
          state: 'PROJECT_STATE_UNSPECIFIED',
          projectRoleAssertion: false,
          projectRoleCheck: false,
          hasProjectCheck: false,
          privateLabelingSetting: 'PRIVATE_LABELING_SETTING_UNSPECIFIED',
        },
      ],
    });
  });

  test.each([
    ['EQUALS', 'Gear Shop', ['Gear Shop']],
    ['EQUALS', 'gear shop', []],
    ['EQUALS', 'Gear', []],
    ['EQUALS_IGNORE_CASE', 'gEAR sHOP', ['Gear Shop']],
    ['EQUALS_IGNORE_CASE', 'FLICKSTÜBLI REPAIRS', ['Flickstübli Repairs']],
    ['STARTS_WITH', 'Hut', ['Hut Booking']],
    ['STARTS_WITH', 'Booking', []],
    ['STARTS_WITH_IGNORE_CASE', 'HUT', ['Hut Booking', 'hut weather']],
    ['CONTAINS', 'ea', ['Gear Shop', 'hut weather', 'gear_sync', '100 Peaks']],
    ['CONTAINS', 'GEAR', []],
    ['CONTAINS_IGNORE_CASE', 'GEAR', ['Gear Shop', 'gear_sync']],
    ['ENDS_WITH', 's', ['Flickstübli Repairs', '100 Peaks']],
    ['ENDS_WITH', 'S', []],
    ['ENDS_WITH_IGNORE_CASE', 'S', ['Flickstübli Repairs', '100 Peaks']],
    // `%`, `_` and backslashes are literal.
    ['EQUALS', '100%', []],
    ['EQUALS', '1%', []],
    ['STARTS_WITH', '100%', ['100% Wool']],
    ['CONTAINS', '%', ['100% Wool']],
    ['CONTAINS', '"', []],
    ['EQUALS', "Hut'; --", []],
    ['CONTAINS', '_', ['gear_sync']],
    ['STARTS_WITH_IGNORE_CASE', 'GEAR_', ['gear_sync']],
    ['ENDS_WITH', '_ync', []],
    ['CONTAINS', '\\_', []],
    // Nothing is trimmed.
    ['EQUALS', ' Gear Shop', []],
    // No project has an empty name, but every name contains one.
    ['EQUALS', '', []],
    ['EQUALS_IGNORE_CASE', '', []],
    ['STARTS_WITH', '', ALL],
    ['STARTS_WITH_IGNORE_CASE', '', ALL],
    ['CONTAINS', '', ALL],
    ['CONTAINS_IGNORE_CASE', '', ALL],
    ['ENDS_WITH', '', ALL],
    ['ENDS_WITH_IGNORE_CASE', '', ALL],
  ])('%s "%s" finds %j', async (method, name, found) => {
    const response = await send(shared(), 'POST', PATH, {
      body: { ...oldestFirst, queries: [{ nameQuery: { name, method: `TEXT_QUERY_METHOD_${method}` } }] },
    });
    expect(namesIn(response)).toEqual(found);
    expect(response.body.details.totalResult).toBe(String(found.length));
  });

  test('compares for equality without a method, and with the empty text without a name', async () => {
    const mockServer = shared();
    const search = async (nameQuery: object) =>
      namesIn(await send(mockServer, 'POST', PATH, { body: { queries: [{ nameQuery }] } }));
    expect(await search({ name: 'Gear Shop' })).toEqual(['Gear Shop']);
    expect(await search({ name: 'Gear' })).toEqual([]);
    expect(await search({})).toEqual([]);
    expect(await search({ method: 'TEXT_QUERY_METHOD_CONTAINS' })).toHaveLength(ALL.length);
  });

  test('finds only projects that match all queries', async () => {
    const mockServer = shared();
    const has = (name: string) => ({ nameQuery: { name, method: 'TEXT_QUERY_METHOD_CONTAINS_IGNORE_CASE' } });
    const both = await send(mockServer, 'POST', PATH, { body: { queries: [has('gear'), has('shop')] } });
    expect(namesIn(both)).toEqual(['Gear Shop']);
    const neither = await send(mockServer, 'POST', PATH, { body: { queries: [has('gear'), has('hut')] } });
    expect(neither.body).toMatchObject({ details: { totalResult: '0' }, result: [] });
  });

  test.each([
    ['its own organization', ORGANIZATION.murmeltal, ALL],
    ['another organization', ORGANIZATION.brisefjord, []],
    ['no organization', '', []],
    ['an unknown organization', '__proto__', []],
  ])('finds the projects of %s: %3$j', async (_, resourceOwner, found) => {
    const response = await send(shared(), 'POST', PATH, {
      body: { ...oldestFirst, queries: [{ projectResourceOwnerQuery: { resourceOwner } }] },
    });
    expect(response.status).toBe(200);
    expect(namesIn(response)).toEqual(found);
  });

  test('returns the sequence of the last changed project of any organization', async () => {
    // The newest change of all is one of Murmeltal's; Brisefjord's own newest has the sequence 2.
    const { body } = await send(shared(), 'POST', PATH, { body: {}, token: 'token-other-org' });
    expect(body.details.processedSequence).toBe('6');
  });

  test('does not list projects that are granted to the organization', async () => {
    const response = await send(shared(), 'POST', PATH, { body: {}, token: 'token-granted-org' });
    expect(namesIn(response)).toEqual(['Nähkästchen']);
  });

  test('lists only the projects of a caller with permissions on single projects', async () => {
    const mockServer = await mockServerWith(({ memberships, tokens }) => {
      tokens.push({ id: 'token-two-projects', userId: USER.chihiro });
      for (const projectId of [PROJECT.peaks, PROJECT.wool]) {
        memberships.push({
          id: `member-${projectId}`,
          userId: USER.chihiro,
          level: 'PROJECT',
          projectId,
          roles: ['PROJECT_OWNER_VIEWER'],
        });
      }
    });
    const one = await send(mockServer, 'POST', PATH, { body: {}, token: 'token-project-owner' });
    expect(namesIn(one)).toEqual(['Gear Shop']);
    expect(one.body.details.totalResult).toBe('1');
    const two = await send(mockServer, 'POST', PATH, { body: {}, token: 'token-two-projects' });
    expect(namesIn(two)).toEqual(['100 Peaks', '100% Wool']);
  });
});
