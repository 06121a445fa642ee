// Seed ids that all paths to an item and below it accept.

import { describe, expect, test } from 'vitest';
import { inferApi } from '../../../src/mock/resources/infer-api.ts';
import { getIdFromKey, getParentIds } from '../../../src/mock/resources/items/item-key.ts';
import type { StoredItem } from '../../../src/mock/resources/resource.ts';
import { inferred } from '../../support/inferred.ts';
import { smallDocument } from './small-document.ts';

/** A GET operation, in YAML. @param parameters - the schemas of the path parameters, by name */
const get = (parameters: Readonly<Record<string, string>>, schema: string, code = '200') =>
  `{ parameters: [${Object.entries(parameters)
    .map(([name, one]) => `{ name: ${name}, in: path, required: true, schema: ${one} }`)
    .join(
      ', ',
    )}], responses: { '${code}': { description: ok, content: { application/json: { schema: ${schema} } } } } }`;

const refOf = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
const listOf = (name: string) => `{ type: array, items: ${refOf(name)} }`;
const text = '{ type: string }';
const whole = '{ type: integer }';

/** The items of a list, and the items found by their ids. */
const readEach = async (send: Awaited<ReturnType<typeof inferred>>, list: string, below = '') => {
  const { body } = await send('GET', list);
  const responses = [];
  for (const { id } of body) responses.push(await send('GET', `${list}/${encodeURIComponent(id)}${below}`));
  return responses.map(({ status }) => status);
};

describe('seed data', () => {
  test('has ids that the paths below accept', async () => {
    const narrow = '{ type: string, maxLength: 12 }';
    const send = await inferred(`paths:
  /shelves: { get: ${get({}, listOf('Shelf'))} }
  /shelves/{id}: { get: ${get({ id: text }, refOf('Shelf'))} }
  /shelves/{id}/label: { get: ${get({ id: narrow }, '{ type: object, properties: { text: { type: string } } }')} }
components: { schemas: { Shelf: { type: object, required: [id], properties: { id: ${text} } } } }`);
    expect(await readEach(send, '/shelves', '/label')).toEqual([200, 200, 200]);
  });

  test('omits examples that the paths below reject, if there are others', async () => {
    const example = '{ id: a-very-long-id-of-an-example }';
    const narrow = '{ type: string, maxLength: 12 }';
    const send = await inferred(`paths:
  /shelves: { get: ${get({}, listOf('Shelf'))} }
  /shelves/{id}: { get: ${get({ id: text }, refOf('Shelf'))} }
  /shelves/{id}/label: { get: ${get({ id: narrow }, '{ type: object, properties: { text: { type: string } } }')} }
components: { schemas: { Shelf: { type: object, required: [id], properties: { id: ${text} }, example: ${example} } } }`);
    expect(await readEach(send, '/shelves', '/label')).toEqual([200, 200, 200]);
  });

  test('is found by a single id in a path that takes several', async () => {
    const several = '{ type: array, items: { type: integer } }';
    const send = await inferred(`paths:
  /groups: { get: ${get({}, listOf('Group'))} }
  /groups/{ID}: { get: ${get({ ID: several }, refOf('Group'))} }
components: { schemas: { Group: { type: object, required: [id], properties: { id: ${whole} } } } }`);
    expect(await readEach(send, '/groups')).toEqual([200, 200, 200]);
  });

  test('is not identified by write-only properties', async () => {
    const send = await inferred(`paths:
  /links: { get: ${get({}, listOf('Link'))} }
  /links/{id}: { get: ${get({ id: text }, refOf('Link'))} }
components: { schemas: { Link: { type: object, required: [target_id], additionalProperties: false,
  properties: { target_id: { type: string, writeOnly: true }, url: { type: string, readOnly: true } } } } }`);
    expect((await send('GET', '/links')).body).toHaveLength(3);
  });

  test('exists even if the parent id has another type than the path', async () => {
    const arn = "{ type: string, pattern: '^arn:[a-z]+$' }";
    const send = await inferred(`paths:
  /projects: { get: ${get({}, listOf('Project'))} }
  /projects/{project}: { get: ${get({ project: text }, refOf('Project'))} }
  /projects/{project}/launches: { get: ${get({ project: text }, listOf('Launch'))} }
  /projects/{project}/launches/{launch}: { get: ${get({ project: text, launch: text }, refOf('Launch'))} }
components: { schemas: {
  Project: { type: object, required: [name], properties: { name: ${text} } },
  Launch: { type: object, required: [name, project], properties: { name: ${text}, project: ${arn} } } } }`);
    const [project] = (await send('GET', '/projects')).body;
    const path = `/projects/${encodeURIComponent(project.name)}/launches`;
    const { body } = await send('GET', path);
    expect(body).toHaveLength(3);
    expect((await send('GET', `${path}/${encodeURIComponent(body[0].name)}`)).body).toEqual(body[0]);
  });

  test('is found below two path parameters, the last of which is the id', async () => {
    const connection = '{ type: object, required: [service], properties: { service: { type: string } } }';
    const send = await inferred(`paths:
  /connections: { get: ${get({}, listOf('Connection'))} }
  /connections/{api}/{service}: { get: ${get({ api: text, service: text }, refOf('Connection'))} }
  /connections/{api}/{service}/config: { get: ${get({ api: text, service: text }, '{ type: object, properties: { on: { type: boolean } } }')} }
components: { schemas: { Connection: ${connection} } }`);
    const [one] = (await send('GET', '/connections')).body;
    expect(one).toBeDefined();
  });

  test('of several resources has the same scopes', async () => {
    const document = smallDocument(
      [
        'GET /orgs/{org}/groups > Group[]',
        'GET /orgs/{org}/groups/{id} > Group',
        'GET /orgs/{org}/runners > Runner[]',
        'GET /orgs/{org}/runners/{id} > Runner',
      ],
      { Group: { id: 'integer', name: 'string' }, Runner: { id: 'integer', os: 'string' } },
    );
    const { records } = await (await inferApi(document, { seed: 's', records: 2, locale: 'en' })).readFixture({
      folders: [],
      areOptional: true,
      hasHandlers: false,
    });
    const [groups, runners] = [records.groups, records.runners] as [StoredItem[], StoredItem[]];
    expect(groups.map(({ id }) => getIdFromKey(id))).toEqual(['1', '2']);
    expect(new Set([...groups, ...runners].map(({ id }) => getParentIds(id).join())).size).toBe(1);
  });
});
