// Resources and operation kinds found in documents.

import { describe, expect, test } from 'vitest';
import { findResources } from '../../../src/mock/resources/find-resources.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import { describeActions, type SchemaNotation, smallDocument } from './small-document.ts';

const PET = { id: 'string', name: 'string' };

type Row = readonly [
  what: string,
  schemas: Readonly<Record<string, SchemaNotation>>,
  lines: Readonly<Record<string, string>>,
];

const ROWS: readonly Row[] = [
  [
    'a collection and its items',
    { Pet: PET },
    {
      'GET /pets > Pet[]': 'list pets',
      'POST /pets < Pet > 201 Pet': 'create pets',
      'GET /pets/{petId} > Pet': 'read pets',
      'HEAD /pets/{petId}': 'read pets',
      'PUT /pets/{petId} < Pet > Pet': 'replace pets',
      'PATCH /pets/{petId} < Pet > Pet': 'change pets',
      'DELETE /pets/{petId} > 204': 'delete pets',
      'DELETE /pets > 204': 'clear pets',
    },
  ],
  [
    'a list with values around it, and items that two properties identify',
    {
      Feature: { name: 'string', on: 'boolean' },
      Tag: { type: 'string', value: 'string' },
      Tags: { version: 'integer', tags: 'Tag[]' },
    },
    {
      'GET /features > Feature[]': 'list features',
      'POST /features < Feature > Feature': 'create features',
      'GET /features/{name} > Feature': 'read features',
      'GET /features/{name}/tags > Tags': 'list tags, shown at tags, below features',
      'POST /features/{name}/tags < Tag > 201 Tag': 'create tags, below features',
      'DELETE /features/{name}/tags/{type}/{value} > 204': 'delete tags, by type, value, below features',
    },
  ],
  [
    'items that two properties with the name of the collection identify',
    { Label: { label_key: 'string', value: 'string' }, Labels: { revision: 'string', labels: 'Label[]' } },
    {
      'GET /labels > Labels': 'list labels, shown at labels',
      'GET /labels/{key}/{labelValue} > Label': 'read labels, by label_key, value',
      'PUT /labels/{label_key}/{value} < Label > Label': 'replace labels, by label_key, value',
    },
  ],
  [
    'a filtered list, described by values around it',
    { Event: { id: 'integer', featureName: 'string' }, Events: { toggle: 'string', events: 'Event[]' } },
    {
      'GET /events > Event[]': 'list events',
      'GET /events/{featureName} > Events': 'list events, shown at events, below any featureName (featureName)',
    },
  ],
  [
    'an item with a list named like its path',
    { Group: { groupName: 'string', groups: { schema: { type: 'array', items: { type: 'object' } } } } },
    { 'GET /groups/{groupName} > Group': 'read groups, always there' },
  ],
  [
    'an action that returns an item above its own',
    { Feature: PET, Environment: { name: 'string', enabled: 'boolean' } },
    {
      'GET /features > Feature[]': 'list features',
      'GET /features/{id} > Feature': 'read features',
      'GET /features/{id}/environments/{name} > Environment': 'read environments, always there, below features',
      'POST /features/{id}/environments/{name}/enable > Feature':
        'act environments, sets enabled to true, returns features, below features',
      'POST /features/{id}/variants/{variant}/on > Feature': 'act features, below any variant',
    },
  ],
  ['items without a list', { Pet: PET }, { 'GET /pets/{petId} > Pet': 'read pets, always there' }],
  [
    'items that PUT creates and POST updates',
    { Pet: PET },
    {
      'GET /pets > Pet[]': 'list pets',
      'PUT /pets/{petId} < Pet > Pet': 'replace pets, or makes it',
      'POST /pets/{petId} < Pet > Pet': 'change pets',
    },
  ],
  [
    'children, with and without a parent property',
    { Owner: PET, Pet: { ...PET, ownerId: 'string' }, Toy: { id: 'string', pet: { id: 'string' } } },
    {
      'GET /owners > Owner[]': 'list owners',
      'GET /owners/{ownerId} > Owner': 'read owners',
      'GET /owners/{ownerId}/pets > Pet[]': 'list pets, below owners (ownerId)',
      'POST /owners/{ownerId}/pets < Pet > 201 Pet': 'create pets, below owners (ownerId)',
      'GET /owners/{ownerId}/pets/{petId} > Pet': 'read pets, below owners (ownerId)',
      'GET /owners/{ownerId}/pets/{petId}/toys > Toy[]': 'list toys, below owners, pets (pet.id)',
      'GET /shops/{shop}/owners/{ownerId}/visits > Toy[]': 'list visits, below any shop, any ownerId',
    },
  ],
  [
    'one resource under several paths',
    { Owner: PET, Pet: { ...PET, ownerId: 'string' } },
    {
      'GET /owners/{ownerId} > Owner': 'read owners, always there',
      'GET /owners/{ownerId}/pets > Pet[]': 'list pets, below owners (ownerId)',
      'POST /owners/{ownerId}/pets < Pet > Pet': 'create pets, below owners (ownerId)',
      'DELETE /owners/{ownerId}/pets/{id}': 'delete pets, below owners (ownerId)',
      'GET /pets/{petId} > Pet': 'read pets',
      'GET /pets/findByStatus > Pet[]': 'list pets',
      'GET /recent-pets > Pet[]': 'list pets',
    },
  ],
  [
    'singletons',
    { Settings: { theme: 'string' }, User: { ...PET, email: 'string' }, Pet: PET },
    {
      'GET /settings > Settings': 'read settings, always there',
      'PUT /settings < Settings > Settings': 'replace settings, or makes it',
      'PATCH /settings < Settings > Settings': 'change settings',
      'GET /me > User': 'read me, always there',
      'GET /me/pets > Pet[]': 'list pets',
      'GET /weather > Settings': 'none',
    },
  ],
  [
    'parts of items',
    { Pet: { ...PET, address: { street: 'string' }, tags: 'string[]' }, Address: { street: 'string' } },
    {
      'GET /pets > Pet[]': 'list pets',
      'GET /pets/{petId} > Pet': 'read pets',
      'GET /pets/{petId}/address > Address': 'read pets, part address',
      'PUT /pets/{petId}/address < Address > Address': 'replace pets, part address',
      'DELETE /pets/{petId}/tags > 204': 'delete pets, part tags',
    },
  ],
  [
    'actions and the states that they set',
    {
      Order: {
        id: 'string',
        status: { schema: { type: 'string', enum: ['open', 'cancelled', 'PAID', 'called_off'] } },
        archived: 'boolean',
      },
    },
    {
      'GET /orders/{id} > Order': 'read orders, always there',
      'POST /orders/{id}/cancel > Order': 'act orders, sets status to "cancelled"',
      'POST /orders/{id}/call-off > Order': 'act orders, sets status to "called_off"',
      'POST /orders/{id}:pay > Order': 'act orders, sets status to "PAID"',
      'POST /orders/{id}/actions/reopen > Order': 'act orders, sets status to "open"',
      'PUT /orders/{id}/archive > Order': 'act orders, sets archived to true',
      'DELETE /orders/{id}/archive > Order': 'act orders, sets archived to false',
      'POST /orders/{id}/remind > Order': 'act orders',
    },
  ],
  [
    'searches, counts and bulk operations',
    {
      Pet: PET,
      Query: { name: 'string' },
      Pets: { data: 'Pet[]', total: 'integer' },
      Count: { count: 'integer' },
      Many: { items: 'Pet[]' },
    },
    {
      'GET /pets > Pets': 'list pets, shown at data',
      'POST /pets < Pet > Pet': 'create pets',
      'GET /pets/{id} > Pet': 'read pets',
      'GET /pets/search > Pets': 'list pets, shown at data',
      'POST /pets/_search < Query > Pets': 'search pets, shown at data',
      'POST /pets:query < Query > Pets': 'search pets, shown at data',
      'GET /pets/count > Count': 'count pets, shown at count',
      'POST /pets/batch < Pet[] > Pet[]': 'createMany pets',
      'PATCH /pets < Many > Pet[]': 'changeMany pets, asked at items',
      'POST /pets/bulk-delete < string[] > 204': 'deleteMany pets',
    },
  ],
  [
    'no parts, lists or items that only look like them',
    {
      Pod: { name: 'string', status: { phase: 'string' } },
      Options: { dryRun: 'string[]', force: 'boolean' },
      Numbers: { numbers: 'Number[]' },
      Those: { numberIds: 'string[]' },
      Number: { id: 'string', digits: 'string' },
      Made: { errors: 'Number[]', ids: 'string[]' },
      Note: { text: 'string', by: 'string', name: 'string' },
      Pool: { name: 'string', shops: 'integer[]' },
      Pools: { pool_key: 'Pool' },
    },
    {
      'GET /pods > Pod[]': 'list pods',
      'GET /pods/{name} > Pod': 'read pods',
      'GET /pods/{name}/status > Pod': 'read pods',
      'PUT /pods/{name}/status < Pod > Pod': 'replace pods',
      'DELETE /pods < Options > 204': 'clear pods',
      'POST /pods/{name}/notes < Note > Note': 'act pods',
      'GET /numbers > Number[]': 'list numbers',
      'DELETE /numbers < Those > 204': 'deleteMany numbers, asked at numberIds',
      'POST /numbers < Numbers > Made': 'createMany numbers, asked at numbers, shown at ids',
      'POST /screens/addTo/{id} > Pod': 'none',
      'GET /pools > Pools': 'none',
      'POST /pools < Pool > 201': 'create pools',
      'GET /pools/{poolId} > Pool': 'read pools',
    },
  ],
  [
    'collections with a search operation only',
    { Pet: PET, Query: { name: 'string' }, App: { appId: 'string' } },
    {
      'POST /pets/_search < Query > Pet[]': 'search pets',
      'GET /pets/{petId}/apps/{appId} > App': 'read apps, always there, below pets',
    },
  ],
  [
    'nested envelopes of items and lists',
    {
      Pet: PET,
      One: { pet: 'Pet' },
      Data: { data: 'Pet', meta: 'object' },
      Deep: { data: { pet: 'Pet' } },
      List: { pets: 'Pet[]', more: 'string[]', total: 'integer' },
      Embedded: { _embedded: { pets: 'Pet[]' }, page: 'object' },
      Kind: { house_pet: 'Pet' },
      Alone: { creature: 'Pet' },
      Busy: { device: 'string', item: 'Pet', volume: 'integer', state: 'string' },
      Code: { code: 'string' },
      Codes: { data: { codes: 'string[]' } },
    },
    {
      'GET /codes > Codes': 'list codes, shown at data.codes',
      'GET /codes/{code} > Code': 'read codes',
      'GET /pets > List': 'list pets, shown at pets',
      'POST /pets < One > Data': 'create pets, asked at pet, shown at data',
      'GET /pets/{id} > One': 'read pets, shown at pet',
      'PUT /pets/{id} < Data > Deep': 'replace pets, asked at data, shown at data.pet',
      'PATCH /pets/{id} < Pet > Pet[]': 'change pets, shown at 0',
      'GET /all/pets > Embedded': 'list pets, shown at _embedded.pets',
      'GET /animals/{id} > Kind': 'read animals, always there, shown at house_pet',
      'GET /beasts/{id} > Alone': 'read beasts, always there, shown at creature',
      'GET /players/{id} > Busy': 'read players, always there',
    },
  ],
  [
    'items without a collection name before them',
    {
      Repo: { id: 'integer', name: 'string' },
      Secret: { name: 'string', value: 'string' },
      Secrets: { secrets: 'Secret[]', nextPageToken: 'string' },
    },
    {
      'GET /repos/{owner}/{repo} > Repo': 'read repos, always there, below any owner',
      'GET /v1/{name} > Secret': 'read secrets',
      'DELETE /v1/{name} > 204': 'delete secrets',
      'GET /v1/{parent}/secrets > Secrets': 'list secrets, shown at secrets, below any parent',
      'POST /v1/{parent}/secrets < Secret > Secret': 'create secrets, below any parent',
    },
  ],
  [
    'paths with a trailing slash or an extension, and keys in brackets',
    { Pet: PET },
    {
      'GET /pets.json > Pet[]': 'list pets',
      'GET /pets/{id}.json > Pet': 'read pets',
      'GET /owners/ > Pet[]': 'list owners',
      'GET /owners/{id}/ > Pet': 'read owners',
      "GET /Toys('{id}') > Pet": 'read Toys',
      'GET /Toys > Pet[]': 'list Toys',
    },
  ],
  [
    'items behind a path parameter, and at the root',
    { Rule: PET, Rules: { rules: 'Rule[]', total: 'integer' }, Story: PET },
    {
      'GET /rules/{instanceId} > Rules': 'list rules, shown at rules, below any instanceId',
      'POST /rules/{instanceId} < Rule > Rule': 'create rules, below any instanceId',
      'DELETE /rules/{instanceId} > 204': 'clear rules, below any instanceId',
      'GET /rules/{instanceId}/{ruleId} > Rule': 'read rules, below any instanceId',
      'POST /words/{instanceId} < Pet > Pet': 'create words, below any instanceId',
      'GET /words/{instanceId}/{wordId} > Pet': 'read words, below any instanceId',
      'GET / > Story[]': 'list Story',
      'POST / < Story > Story': 'create Story',
      'GET /{id} > Story': 'read Story',
    },
  ],
  [
    'children of two parameters, the last of which the segment names',
    { Pet: { ...PET, storeId: 'string' } },
    { 'GET /stores/{chain}/{store}/pets > Pet[]': 'list pets, below any chain, any store' },
  ],
  [
    'an item below an item, which is no collection',
    { Bucket: PET, File: { key: 'string', text: 'string' } },
    {
      'GET /buckets/{bucket} > Bucket': 'read buckets, always there',
      'GET /buckets/{bucket}/{key} > File': 'read File, always there, below buckets',
    },
  ],
  [
    'an item that contains a list, and the id in its path',
    { Tree: { sha: 'string', tree: 'File[]', truncated: 'boolean', url: 'string' }, File: { path: 'string' } },
    {
      'POST /trees < Tree > Tree': 'create trees',
      'GET /trees/{tree_sha} > Tree': 'read trees',
    },
  ],
  [
    'nothing in remote procedures and in compound segments',
    { Pet: PET },
    {
      'POST /#Pets.List > Pet[]': 'none',
      'POST /translate < Pet > Pet': 'none',
      'GET /tiles/{x}-{y} > Pet': 'none',
      'GET /pets/byStatus/{status} > Pet[]': 'none',
    },
  ],
];

describe('finds', () => {
  test.each(ROWS)('%s', (_, schemas, lines) => {
    const document = smallDocument(Object.keys(lines), schemas);
    const expected = Object.entries(lines).map(
      ([line, action]) => `${line.split(' ').slice(0, 2).join(' ')}: ${action}`,
    );
    const found = describeActions(document, findResources(document));
    expect([...found].sort()).toEqual([...expected].sort());
  });
});

test.each<[what: string, answer: SchemaNotation, shown: string | undefined]>([
  ['all of an item', PET, ''],
  ['most of an item, and another property', { id: 'string', name: 'string', warning: 'string' }, ''],
  ['another object with a name', { name: 'string', text: 'string', by: 'string' }, undefined],
  ['an undeclared body', { schema: {} }, ''],
])('a response with %s', (_, response, shown) => {
  const lines = ['GET /pets/{id} > Pet', 'POST /pets/{id}/wash > Answer'];
  const document = smallDocument(lines, { Pet: PET, Answer: response });
  expect(findResources(document).action('POST /pets/{id}/wash')?.responsePath?.join('.')).toBe(shown);
});

test('a segment implies an operation kind only if the document confirms it', () => {
  const document = smallDocument(
    [
      'GET /pets > Pet[]',
      'POST /pets < New > Pet',
      'POST /pets/update < Change > Pet',
      'POST /pets/edit < Loose > Pet',
      'POST /pets/delete < Named > Pet',
      'POST /pets/remove < Tags > Pet',
      'GET /pets/{petId} > Pet',
      'POST /pets/{petId}/update < New > Pet',
      'POST /pets/{petId}/modify < Tags > Pet',
      'POST /pets/{petId}/delete > 204',
      'POST /pets/{petId}/remove < Tags > 204',
      'GET /mails/{mailId} > Mail',
      'GET /mails > Mail[]',
      'POST /mails/{mailId}/delete > 204',
    ],
    {
      Pet: PET,
      New: { name: 'string' },
      Change: { petId: 'string', name: 'string?' },
      Loose: { id: 'string?', name: 'string' },
      Named: { id: 'string' },
      Tags: { tags: 'string[]', why: 'string' },
      Mail: { id: 'string', state: { schema: { type: 'string', enum: ['new', 'deleted'] } } },
    },
  );
  const roles = describeActions(document, findResources(document));
  expect(roles.filter((action) => /(update|edit|delete|remove|modify):/.test(action))).toEqual([
    'POST /pets/update: change pets',
    'POST /pets/edit: none',
    'POST /pets/delete: delete pets',
    'POST /pets/remove: none',
    'POST /pets/{petId}/update: change pets',
    'POST /pets/{petId}/modify: act pets',
    'POST /pets/{petId}/delete: delete pets',
    'POST /pets/{petId}/remove: act pets',
    'POST /mails/{mailId}/delete: act mails, sets state to "deleted"',
  ]);
});

test('an item in the query is no singleton', () => {
  const { source } = smallDocument(['GET /user > User', 'PUT /user < User > User'], { User: PET });
  const paths = structuredClone(source.bundled.paths) as { '/user': { get: { parameters: object[] } } };
  paths['/user'].get.parameters = [{ name: 'userId', in: 'query', required: true, schema: { type: 'string' } }];
  const document = createDocument({ ...source, bundled: { ...source.bundled, paths } as never });
  expect(findResources(document).all.size).toBe(0);
});

describe('the id of an item is', () => {
  test.each<[what: string, path: string, item: SchemaNotation, id: string]>([
    [
      'the property named like the parameter',
      '/pets/{pet_tag}',
      { id: 'string', petTag: 'integer' },
      'petTag: integer',
    ],
    [
      'nested in an identifying object',
      '/sets/{datasetId}',
      { id: 'string', datasetReference: { datasetId: 'string' } },
      'datasetReference.datasetId: string',
    ],
    [
      'nested in metadata',
      '/pods/{name}',
      { metadata: { name: 'string' }, spec: { name: 'string' } },
      'metadata.name: string',
    ],
    ['the parameter without the resource name', '/calls/{callSid}', { id: 'string', sid: 'string' }, 'sid: string'],
    ['"id"', '/pets/{p}', { key: 'string', id: 'integer' }, 'id: integer'],
    [
      'a readable name, if the parameter is named like the resource',
      '/teams/{enterprise-team}',
      { id: 'integer', slug: 'string' },
      'slug: string',
    ],
    [
      'a readable name, if the parameter is a string and the id a number',
      '/users/{user}',
      { id: 'integer', login: 'string' },
      'login: string',
    ],
    [
      '"uuid", "key", "name" and the like',
      '/pets/{p}',
      { color: 'string', uuid: 'string', name: 'string' },
      'uuid: string',
    ],
    [
      'the property named like the last word of the parameter',
      '/floating_ips/{floating_ip}',
      { ip: 'string', project_id: 'string' },
      'ip: string',
    ],
    [
      'the resource name plus "id"',
      '/pets/{p}',
      { color: 'string', petId: 'string', ownerId: 'string' },
      'petId: string',
    ],
    [
      'nested in metadata, before own unlikely names',
      '/assessments/{assessmentId}',
      { arn: 'string', awsAccount: { id: 'string', name: 'string' }, metadata: { name: 'string', id: 'string' } },
      'metadata.id: string',
    ],
    [
      'not that of another object',
      '/orders/{orderId}',
      { customerReference: { id: 'string' }, name: 'string' },
      'name: string',
    ],
    [
      'the resource name plus "id", before unlikely names',
      '/things/{p}',
      { arn: 'string', thingId: 'string' },
      'thingId: string',
    ],
    [
      'the only property that ends like an id',
      '/pets/{p}',
      { color: 'string', chipGuid: 'string' },
      'chipGuid: string',
    ],
    [
      'not shown without a similar property',
      '/pets/{p}',
      { color: 'string', tags: 'string[]', id: 'string[]' },
      'not shown: string',
    ],
  ])('%s', (_, path, item, expected) => {
    const document = smallDocument([`GET ${path} > Item`, `GET ${path.replace(/\/[^/]+$/, '')} > Item[]`], {
      Item: item,
    });
    const [{ id } = {}] = findResources(document).all.values();
    expect(`${id?.path?.join('.') ?? 'not shown'}: ${id?.type}`).toBe(expected);
  });

  test.each<[what: string, lines: Readonly<Record<string, string>>, type: string]>([
    ['a number if one path accepts only that', { get: 'string', put: 'number' }, 'number'],
    ['a single one if another path accepts several', { get: 'array', put: 'integer' }, 'integer'],
    ['no name if the path parameter is a number', { get: 'integer' }, 'integer'],
  ])('%s', (_, types, type) => {
    const { source } = smallDocument(
      Object.keys(types).map((method) => `${method.toUpperCase()} /templates/{template_id} > Template`),
      { Template: { template_name: 'string', text: 'string' } },
    );
    const paths = structuredClone(source.bundled.paths) as Record<string, Record<string, { parameters: object[] }>>;
    for (const [method, own] of Object.entries(types)) {
      const schema = own === 'array' ? { type: own, items: { type: 'integer' } } : { type: own };
      const operation = paths['/templates/{template_id}']?.[method];
      if (operation) operation.parameters = [{ name: 'template_id', in: 'path', required: true, schema }];
    }
    const document = createDocument({ ...source, bundled: { ...source.bundled, paths } as never });
    const id = findResources(document).all.get('templates')?.id;
    expect({ type: id?.type, place: type === 'integer' && !types.put ? id?.path : undefined }).toEqual({
      type,
      place: undefined,
    });
  });

  test.each<[what: string, body: SchemaNotation, given: boolean]>([
    ['sent by the client if it is required', { id: 'string', name: 'string' }, true],
    ['sent by the client in an envelope as well', { pet: { id: 'string', name: 'string' } }, true],
    ['generated if it is optional', { id: 'string?', name: 'string' }, false],
    ['generated if it cannot be sent', { name: 'string' }, false],
    ['generated if it is read-only', { id: { schema: { type: 'string', readOnly: true } }, name: 'string' }, false],
  ])('%s', (_, body, given) => {
    const document = smallDocument(['POST /pets < New > Pet', 'GET /pets/{id} > Pet'], { New: body, Pet: PET });
    expect(findResources(document).all.get('pets')?.id?.isClientProvided).toBe(given);
  });
});

describe('a property is unique', () => {
  const text = (more: object): SchemaNotation => ({ schema: { type: 'string', ...more } });
  const uniqueOf = (item: Readonly<Record<string, SchemaNotation>>) =>
    findResources(smallDocument(['GET /pets/{id} > Pet'], { Pet: { id: 'string', ...item } })).all.get('pets')?.unique;

  test('by name, by `x-unique`, and never if it is the id or read-only', () => {
    const item = {
      id: text({ description: 'Must be unique.' }),
      email: 'string',
      slug: text({ 'x-unique': false }),
      hash: text({ description: 'Must be unique.', readOnly: true }),
      chip: text({ 'x-unique': true }),
      name: 'string',
    } as const;
    expect(uniqueOf(item)).toEqual(['email', 'chip']);
  });

  test.each([
    'Unique.',
    'Not empty. Unique',
    'The name must be unique.',
    'Every pet has to have a unique name within its shop.',
    'The value should be globally unique.',
    'This is unique: two pets never share it.',
    'A name that is unique across all shops.',
    'A tag, unique per owner.',
    'Rejected if it is already taken.',
    'Fails if the name is already in use.',
  ])('if its description requires it: %s', (description) => {
    expect(uniqueOf({ tag: text({ description }) })).toEqual(['tag']);
  });

  test.each([
    'A unique tag.',
    'Globally unique identifier for the account to which the card belongs.',
    'The unique name of the shop.',
    'Is the unique label of the shop.',
    'Need not be unique.',
    'It is unique. For old pets it is not unique.',
    'Must be non-unique.',
    'Unique or not, it is shown.',
    `Unique? ${'must '.repeat(50_000)}`,
  ])('not if its description requires less: %s', (description) => {
    expect(uniqueOf({ tag: text({ description }) })).toEqual([]);
  });

  test.each(['accountToken', 'shop_id', 'shopUuid', 'ownerRef', 'project_key', 'policyArn'])(
    'not if its name is a reference: %s',
    (name) => {
      expect(uniqueOf({ [name]: text({ description: 'Must be unique.' }) })).toEqual([]);
    },
  );
});

test('resources are named after paths, with parents if the name is taken', () => {
  const document = smallDocument(
    [
      'GET /owners/{ownerId} > Owner',
      'GET /owners/{ownerId}/notes/{id} > OwnerNote',
      'GET /notes/{id} > Note',
      'GET /v2/notes/{id} > NewNote',
      'GET /__proto__/{id} > Owner',
    ],
    { Owner: PET, Note: PET, OwnerNote: PET, NewNote: PET },
  );
  expect([...findResources(document).all.keys()].sort()).toEqual([
    'notes',
    'owners',
    'owners-notes',
    'proto',
    'v2-notes-id',
  ]);
});

test('reports why an operation has no resource', () => {
  const document = smallDocument(['POST /translate > Pet', 'POST /#Pets.List > Pet'], { Pet: PET });
  const { reason, action } = findResources(document);
  expect(reason('POST /translate')).toBe('not recognised as a resource');
  expect(reason('POST /#Pets.List')).toBe('its path has a # or ?, or several parameters in one segment');
  expect(action('nothing')).toBeUndefined();
});

test('a path parameter with an enum is no id', () => {
  const lines = ['GET /packages > Pet[]', 'GET /packages/{type}/latest/{name} > Version'];
  const { source } = smallDocument(lines, { Pet: PET, Version: { name: 'string' } });
  const bundled = structuredClone(source.bundled) as unknown as {
    paths: Record<string, { get: { parameters: { schema: object }[] } }>;
  };
  const parentOf = () => {
    const document = createDocument({ ...source, bundled: structuredClone(bundled) as never });
    return findResources(document).action(lines[1]?.split(' > ')[0] ?? '')?.parents[0]?.resource?.name;
  };
  expect(parentOf()).toBe('packages');
  const [type] = bundled.paths['/packages/{type}/latest/{name}']?.get.parameters ?? [];
  if (type) type.schema = { type: 'string', enum: ['npm', 'maven'] };
  expect(parentOf()).toBeUndefined();
});
