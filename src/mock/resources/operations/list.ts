// `list`, `search` and `count`: filtered and sorted items.

import type { RequestParts } from '../../../openapi/document.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import type { Operation } from '../../../openapi/operation.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import type { ResponseHeaders } from '../../../server/pipeline/handler-response.ts';
import { recordSize } from '../../../store/record-size.ts';
import { findResponseSchema } from '../inference/path-group.ts';
import { requireParents } from '../item-errors.ts';
import { createHeaders, getSuccessStatus, respondWithValue, withoutWriteOnly } from '../item-response.ts';
import { findItemById, listItems } from '../items/read-items.ts';
import { getListRule, type ListRule } from '../list/input-roles.ts';
import { type ItemSource, selectPage } from '../list/item-page.ts';
import { isInputSent } from '../list/list-input.ts';
import { getMetadataHeaders, getMetadataValues } from '../list/metadata-values.ts';
import { parseSortKeys } from '../list/sorting.ts';
import type { PropertyPath, StoredItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import type { Perform } from './perform.ts';

/**
 * Maximum page size, in bytes of JSON: a larger one blocks other clients, and one of 512 MiB exceeds the maximum string
 * length.
 */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

export const performList: Perform = (call) => {
  requireParents(call);
  const { request, action } = call;
  const query = { parts: request.parts, url: request.url(), findById: (id: string) => findItemById(call, id) };
  const { items, metadata, headers, warnings } = buildList(listItems(call), getListRule(action), query);
  requireSendable(call, items);
  for (const warning of warnings) request.warn(warning);
  const status = getSuccessStatus(request.operation, false);
  const shown = items.map(({ item }) => withoutWriteOnly(call, item));
  const fields = { ...createHeaders(call, status), ...allowedHeaders(headers, request.operation, status) };
  return respondWithValue(call, status, fields, { value: shown, metadata: [...metadata, ...pathValues(call)] });
};

/** The values of path parameters for the equally named properties around the list. */
function pathValues({ request, action }: ResourceCall): readonly (readonly [readonly string[], unknown])[] {
  const { operation, parts } = request;
  const values = Object.entries(parts.path).map(([name, value]) => [normalizeName(name), value] as const);
  if (values.length === 0 || !action.responsePath?.length) return [];
  const shape = getSchemaShape(findResponseSchema(operation), operation.references);
  return [...(shape?.properties.keys() ?? [])].flatMap((name) => {
    const [, value] = values.find(([parameter]) => parameter === normalizeName(name)) ?? [];
    return value === undefined ? [] : [[[name], value] as const];
  });
}

/** Removes headers that the document does not allow. A required `Link` without other pages is sampled later. */
function allowedHeaders(
  headers: Readonly<Record<string, string>>,
  operation: Operation,
  status: number,
): ResponseHeaders {
  const wrong = new Set(operation.validateHeaders(status, headers).map(({ header }) => header));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !wrong.has(name)));
}

/**
 * @throws ApiError `resource_exhausted` (507) for a page that is too large; with a shorter page, clients would miss
 * items
 */
function requireSendable({ request, action }: ResourceCall, items: readonly StoredItem[]): void {
  // A smaller store needs no measurement.
  if (request.store.state.size <= MAX_PAGE_BYTES) return;
  let size = 0;
  for (const item of items) size += recordSize(item);
  if (size <= MAX_PAGE_BYTES) return;
  const input = getListRule(action).paging.size;
  const advice = input === undefined ? 'delete items' : `request fewer with ${input.name}`;
  throw new ApiError(
    'resource_exhausted',
    `the list of ${items.length} items has ${size} bytes; the maximum is ${MAX_PAGE_BYTES}; ${advice}`,
    { status: 507 },
  );
}

/** `count`: the number of items that match the filters. */
export const performCount: Perform = (call) => {
  requireParents(call);
  const { request, action } = call;
  const { parts, operation } = request;
  const query = { parts, url: request.url(), findById: (id: string) => findItemById(call, id) };
  const { items } = buildList(listItems(call), getListRule(action), query);
  const status = getSuccessStatus(operation, false);
  return respondWithValue(call, status, createHeaders(call, status), { value: items.length });
};

/** A list request. */
export interface ListRequest {
  readonly parts: RequestParts;
  /** The URL of the request, as clients know it; links to other pages are derived from it. */
  readonly url: string;
  /** Finds an item by id: some clients send an id instead of a cursor. Undefined without one. */
  findById(id: string): StoredItem | undefined;
}

/** One page of a list. */
export interface ListResult {
  readonly items: readonly StoredItem[];
  /** Metadata in the body, by property path; undefined values are omitted. */
  readonly metadata: readonly (readonly [place: PropertyPath, value: unknown])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Messages about ignored parameters. */
  readonly warnings: readonly string[];
}

/**
 * Builds one page of a list. Without filters, sort keys and unknown counts, only the items of the page are read.
 *
 * @throws ApiError `invalid_argument` for an invalid cursor
 */
export function buildList(listing: ItemSource, rule: ListRule, request: ListRequest): ListResult {
  const { parts } = request;
  const warnings = rule.ignored
    .filter((input) => isInputSent(input, parts, rule.references))
    .map(({ name }) => `${name} is not supported and was ignored`);
  const unknown = (text: string) => warnings.push(`cannot sort by ${JSON.stringify(text)}; it was ignored`);
  const keys = parseSortKeys(rule.sorting, parts, rule.property, unknown);
  const page = selectPage(listing, rule, keys, parts, request.findById);
  return {
    items: page.items,
    metadata: getMetadataValues(page, rule, request.url),
    headers: getMetadataHeaders(page, rule, request.url),
    warnings,
  };
}
