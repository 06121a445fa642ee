// References in seed data: by name, type, description and annotation; alternatives.

import { describe, expect, test } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred } from './inferred.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const User = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
const Contact = { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text } };
const Book = { type: 'object', required: ['isbn'], properties: { isbn: text } };
const Group = { type: 'object', required: ['key'], properties: { key: { type: 'string', pattern: '^grp' } } };
const ContactId = { type: 'integer' };
const Ref = { type: 'string', 'x-understudy': { refers: 'groups' } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Lists and reads of a resource. */
function pathsOf(name: string, schema: object, id: object, parameter = 'id') {
  return {
    [`/${name}`]: { get: { responses: jsonAnswers({ 200: { type: 'array', items: schema } }) } },
    [`/${name}/{${parameter}}`]: {
      parameters: inPath({ [parameter]: id }),
      get: { responses: jsonAnswers({ 200: schema }) },
    },
  };
}

/** The values of a property of three seeded and five created tickets, and the ids of the other resources. */
async function valuesOf(name: string, schema: object) {
  const ticket = { type: 'object', required: ['id', name], properties: { id: integer, [name]: schema } };
  const paths = {
    ...pathsOf('users', ref('User'), text),
    ...pathsOf('contacts', ref('Contact'), integer),
    ...pathsOf('groups', ref('Group'), text),
    ...pathsOf('books', ref('Book'), text, 'isbn'),
    ...pathsOf('tickets', ticket, integer),
  };
  const { send, mockServer } = await openInferred(paths, { User, Contact, Group, Book, ContactId, Ref }, {}, 3);
  const list = async (path: string) => (await send('GET', path)).body as Record<string, unknown>[];
  const fetch = (request: Request) => mockServer.fetch(request);
  await understudy('http://localhost', { fetch }).records('tickets').make(5);
  const values = (await list('/tickets')).flatMap((one) => one[name]);
  const ids = async (resource: string) => (await list(`/${resource}`)).map(({ id, key, isbn }) => id ?? key ?? isbn);
  return { values, ids };
}

describe('seed data refers to items that exist', () => {
  const readers = 'Ids of the contacts who read the ticket';
  test.each<[name: string, schema: object, resource: string]>([
    ['contact_id', integer, 'contacts'],
    ['formerContactIds', { type: 'array', items: integer }, 'contacts'],
    ['requester_id', { ...integer, description: 'Id of a contact' }, 'contacts'],
    ['requesterId', { ...integer, description: 'The contact that opened this ticket.' }, 'contacts'],
    ['opener', { ...integer, description: 'Identifier of the contact' }, 'contacts'],
    ['readers', { type: 'array', items: integer, description: readers }, 'contacts'],
    ['opener', ref('ContactId'), 'contacts'],
    ['openers', { type: 'array', items: ref('ContactId') }, 'contacts'],
    ['assignee', text, 'users'],
    ['assignees', { type: 'array', items: text }, 'users'],
    ['owner_id', text, 'users'],
    ['createdBy', text, 'users'],
    ['approved_by', text, 'users'],
    ['user', { type: 'string', format: 'uuid' }, 'users'],
    ['team', { ...text, 'x-understudy': { refers: 'groups' } }, 'groups'],
    ['team', ref('Ref'), 'groups'],
    ['isbn', text, 'books'],
    ['isbns', { type: 'array', items: text }, 'books'],
  ])('by %s: %j', async (name, schema, resource) => {
    const { values, ids } = await valuesOf(name, schema);
    expect(values.length).toBeGreaterThanOrEqual(8);
    expect(await ids(resource)).toEqual(expect.arrayContaining(values));
  });

  test.each<[name: string, schema: object]>([
    ['assignee', { ...text, format: 'email' }],
    ['assignee', { ...text, example: 'Ann Lee' }],
    ['key', text],
    ['title', { ...text, description: 'What the user reads' }],
    ['text', { ...text, description: 'Id of a contact or of a user' }],
  ])('but not by %s: %j', async (name, schema) => {
    const { values, ids } = await valuesOf(name, schema);
    const all = [...(await ids('users')), ...(await ids('contacts')), ...(await ids('groups'))];
    expect(all.filter((id) => values.includes(id))).toEqual([]);
  });

  test.each(['parentId', 'parent', 'related_ticket_id'])('and by %s to an earlier item', async (name) => {
    const { values } = await valuesOf(name, { ...integer, nullable: true });
    expect(values.slice(0, 3)).toEqual([null, 1, expect.toSatisfy((id) => id === 1 || id === 2)]);
    expect(values.slice(3)).toSatisfy((made) => made.every((id: number) => id >= 1 && id <= 8));
  });
});

test('an ISBN that is an id looks like one', async () => {
  const { ids } = await valuesOf('isbn', text);
  expect(await ids('books')).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^978\d{10}$/)));
});

describe('seed data shows each alternative', () => {
  const branch = (kind: string) => ({
    type: 'object',
    required: ['id', 'kind'],
    properties: { id: integer, kind: { type: 'string', enum: [kind] } },
  });
  const kindsOf = async (schema: object, records = 3) => {
    const { send } = await openInferred(pathsOf('shapes', schema, integer), {}, {}, records);
    const { body } = await send('GET', '/shapes');
    return (body as { kind?: string; of?: { kind: string } }[]).map(({ kind, of }) => kind ?? of?.kind);
  };

  test.each<[schema: object, kinds: readonly string[]]>([
    [{ oneOf: ['a', 'b', 'c'].map(branch) }, ['a', 'b', 'c']],
    [{ anyOf: ['a', 'b'].map(branch) }, ['a', 'b', 'a']],
    [{ oneOf: ['a', 'b', 'c', 'd', 'e'].map(branch) }, ['a', 'b', 'c', 'd', 'e']],
    [{ type: 'object', properties: { id: integer, of: { oneOf: ['a', 'b', 'c'].map(branch) } } }, ['a', 'b', 'c']],
  ])('of %j', async (schema, kinds) => {
    expect(await kindsOf(schema)).toEqual(kinds);
  });

  test('but no more items than are wanted', async () => {
    expect(await kindsOf({ oneOf: ['a', 'b', 'c'].map(branch) }, 2)).toEqual(['a', 'b']);
  });
});
