// Short notation of list operations, and their results.

import { findResources } from '../../../../src/mock/resources/find-resources.ts';
import { getListRule, type ListRule } from '../../../../src/mock/resources/list/input-roles.ts';
import { buildList, type ListResult } from '../../../../src/mock/resources/operations/list.ts';
import type { StoredItem } from '../../../../src/mock/resources/resource.ts';
import { createDocument } from '../../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../../src/openapi/objects.ts';
import { documentSource } from '../../../support/document-source.ts';

const TEXT = { type: 'string' };
const ITEM = {
  id: TEXT,
  name: TEXT,
  age: { type: 'integer' },
  status: { type: 'string', enum: ['available', 'sold'] },
  size: { type: 'string', nullable: true, enum: ['small', 'medium', 'large', null] },
  tags: { type: 'array', items: TEXT },
  owner: { type: 'object', properties: { id: TEXT, name: TEXT } },
  createdAt: { type: 'string', format: 'date-time' },
  isVaccinated: { type: 'boolean' },
};

export interface ListDeclaration {
  /** The schemas of query parameters, by name; a string is a type. */
  readonly query?: Readonly<Record<string, object | string>>;
  /** The fields of a request body, for a search. */
  readonly body?: Readonly<Record<string, object>>;
  /** The properties beside `data` in the response, by name; none for a bare list. */
  readonly beside?: Readonly<Record<string, object | string>>;
  readonly required?: readonly string[];
  readonly headers?: readonly string[];
  /** Whether the headers are required. Default false. */
  readonly needsHeaders?: boolean;
  /** Further properties of pets. */
  readonly item?: Readonly<Record<string, object>>;
  /** The annotations of the operation. */
  readonly annotations?: object;
  /** Further schemas of the document. */
  readonly schemas?: Readonly<Record<string, object>>;
}

const schemaOf = (message: object | string) => (typeof message === 'string' ? { type: message } : message);
const schemasOf = (message: Readonly<Record<string, object | string>>) =>
  Object.fromEntries(Object.entries(message).map(([name, one]) => [name, schemaOf(one)]));

/** Creates the rule of a list of pets. */
export function createRule({
  query = {},
  body,
  beside,
  required = [],
  headers = [],
  needsHeaders = false,
  item,
  annotations,
  schemas,
}: ListDeclaration): ListRule {
  const items = { type: 'array', items: { $ref: '#/components/schemas/Pet' } };
  const schema = beside ? { type: 'object', required, properties: { ...schemasOf(beside), data: items } } : items;
  const operation = {
    operationId: 'listPets',
    'x-understudy': annotations,
    parameters: Object.entries(query).map(([name, message]) => {
      const { description, ...schema } = schemaOf(message) as { readonly description?: string };
      return { name, in: 'query', description, schema };
    }),
    responses: {
      200: {
        description: '',
        headers: Object.fromEntries(headers.map((name) => [name, { required: needsHeaders, schema: TEXT }])),
        content: { 'application/json': { schema } },
      },
    },
    ...(body && { requestBody: { content: { 'application/json': { schema: { type: 'object', properties: body } } } } }),
  };
  const paths = body
    ? { '/pets': { get: { responses: {} } }, '/pets/search': { post: operation } }
    : { '/pets': { get: operation } };
  const one = {
    get: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
      responses: {
        200: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
      },
    },
  };
  const document = createDocument(
    documentSource({
      openapi: '3.0.3',
      info: { title: 'Pets', version: '1' },
      paths: { ...paths, '/pets/{id}': one },
      components: { schemas: { ...schemas, Pet: { type: 'object', properties: { ...ITEM, ...item } } } },
    } as unknown as DocumentObject),
  );
  const action = findResources(document).action('listPets');
  if (!action) throw new Error('the list was not found');
  return getListRule(action);
}

/** Stored items with these properties, the oldest first; the default id is the position. */
export function createItems(items: readonly object[]): readonly StoredItem[] {
  return items.map((item, index) => ({ id: `${index + 1}`, number: index + 1, item: { id: `${index + 1}`, ...item } }));
}

/** Creates pets. */
export function createPets(count: number): readonly StoredItem[] {
  return createItems(Array.from({ length: count }, (_, index) => ({ name: `Pet ${index + 1}` })));
}

/** Runs a list request. @param query - also with a body */
export function requestList(
  rule: ListRule,
  items: readonly StoredItem[],
  query: Readonly<Record<string, unknown>> = {},
  body?: unknown,
  path: Readonly<Record<string, string>> = {},
): ListResult {
  const parts = { path, query, header: {}, cookie: {}, body };
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const url = `https://example.com/pets${search && `?${search}`}`;
  const listing = { size: items.length, values: (from = 0) => items.slice(from) };
  return buildList(listing, rule, { parts, url, findById: (id) => items.find((one) => one.id === id) });
}

/** The ids of a page. */
export function idsOf({ items }: ListResult): string {
  return items.map(({ id }) => id).join(' ');
}

/** The metadata of a list, by path. */
export function getMetadata({ metadata: beside }: ListResult): Readonly<Record<string, unknown>> {
  return Object.fromEntries(beside.map(([path, value]) => [path.join('.'), value]));
}
