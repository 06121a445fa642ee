// Short notation of list operations, and their results.

import { findResources } from '../../../../src/mock/resources/find-resources.ts';
import { answerList, type ListAnswer } from '../../../../src/mock/resources/list/answer-list.ts';
import { type ListRule, listRuleOf } from '../../../../src/mock/resources/list/list-rule.ts';
import type { KeptItem } from '../../../../src/mock/resources/resource.ts';
import { createDocument } from '../../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../../src/openapi/objects.ts';
import { documentSource } from '../../../support/document-source.ts';

const TEXT = { type: 'string' };
const ITEM = {
  id: TEXT,
  name: TEXT,
  age: { type: 'integer' },
  status: { type: 'string', enum: ['available', 'sold'] },
  tags: { type: 'array', items: TEXT },
  owner: { type: 'object', properties: { id: TEXT, name: TEXT } },
  createdAt: { type: 'string', format: 'date-time' },
  isVaccinated: { type: 'boolean' },
};

export interface Told {
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
  /** Further schemas of the document. */
  readonly schemas?: Readonly<Record<string, object>>;
}

const schemaOf = (said: object | string) => (typeof said === 'string' ? { type: said } : said);
const schemasOf = (said: Readonly<Record<string, object | string>>) =>
  Object.fromEntries(Object.entries(said).map(([name, one]) => [name, schemaOf(one)]));

/** Creates the rule of a list of pets. */
export function ruleOf({
  query = {},
  body,
  beside,
  required = [],
  headers = [],
  needsHeaders = false,
  schemas,
}: Told): ListRule {
  const items = { type: 'array', items: { $ref: '#/components/schemas/Pet' } };
  const schema = beside ? { type: 'object', required, properties: { ...schemasOf(beside), data: items } } : items;
  const operation = {
    operationId: 'listPets',
    parameters: Object.entries(query).map(([name, said]) => {
      const { description, ...schema } = schemaOf(said) as { readonly description?: string };
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
      components: { schemas: { ...schemas, Pet: { type: 'object', properties: ITEM } } },
    } as unknown as DocumentObject),
  );
  const action = findResources(document).role('listPets');
  if (!action) throw new Error('the list was not found');
  return listRuleOf(action);
}

/** Stored items with these properties, the oldest first; the default id is the position. */
export function kept(items: readonly object[]): readonly KeptItem[] {
  return items.map((item, index) => ({ id: `${index + 1}`, number: index + 1, item: { id: `${index + 1}`, ...item } }));
}

/** Creates pets. */
export function pets(count: number): readonly KeptItem[] {
  return kept(Array.from({ length: count }, (_, index) => ({ name: `Pet ${index + 1}` })));
}

/** Runs a list request. @param query - also with a body */
export function answered(
  rule: ListRule,
  items: readonly KeptItem[],
  query: Readonly<Record<string, unknown>> = {},
  body?: unknown,
  path: Readonly<Record<string, string>> = {},
): ListAnswer {
  const parts = { path, query, header: {}, cookie: {}, body };
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const url = `https://example.com/pets${search && `?${search}`}`;
  const listing = { size: items.length, values: (from = 0) => items.slice(from) };
  return answerList(listing, rule, { parts, url, withId: (id) => items.find((one) => one.id === id) });
}

/** The ids of a page. */
export function idsOf({ items }: ListAnswer): string {
  return items.map(({ id }) => id).join(' ');
}

/** The metadata of a list, by path. */
export function toldBy({ beside }: ListAnswer): Readonly<Record<string, unknown>> {
  return Object.fromEntries(beside.map(([path, value]) => [path.join('.'), value]));
}
