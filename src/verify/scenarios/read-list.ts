// Reads lists page by page.

import { getListRule } from '../../mock/resources/list/input-roles.ts';
import { getInputValue, type ListInput } from '../../mock/resources/list/list-input.ts';
import type { PagingInputs } from '../../mock/resources/list/paging.ts';
import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { isStringOrNumber, toDouble } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { PathValues } from '../cases/known-values.ts';
import type { ScenarioStep, TestExchange } from '../cases/test-case.ts';
import { removeOptionalProperties } from '../requests/optional-properties.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import { createInput, type ScenarioContext } from './scenario-context.ts';

/** Maximum number of pages to read. */
export const MAX_PAGES = 20;

/** The contents of a list. */
export interface ReadList {
  /** In list order. Without ids, the texts of the items. */
  readonly ids: readonly string[];
  /** Whether the items have ids. */
  readonly hasIds: boolean;
  readonly items: readonly unknown[];
  readonly pages: number;
  /** Whether all pages were read. */
  readonly isWhole: boolean;
  /** Whether a page repeats the previous one, which ends the reading. */
  readonly isStuck: boolean;
  /** Whether a required or default filter may hide items. */
  readonly mayBeFiltered: boolean;
  /** The longest page: its number of items, and its exchange. */
  readonly longest: { readonly items: number; readonly exchange: TestExchange };
  /** Whether two items of a page have the same id, or two of the list the same text, so that they cannot be compared. */
  readonly hasDuplicateIds: boolean;
  /** The reported total. */
  readonly total: number | undefined;
  /** The exchange of the last page. */
  readonly exchange: TestExchange;
  /** All pages. */
  readonly steps: readonly ScenarioStep[];
}

/** Reads a list, as `readItems` does; undefined also if its items have no ids. */
export async function readList(...args: Parameters<typeof readItems>): Promise<ReadList | undefined> {
  const list = args[1].resource.id && (await readItems(...args));
  return list?.hasIds ? list : undefined;
}

/**
 * Reads a list; undefined if that is impossible.
 *
 * @param size - of its pages. Default: the server's
 * @param more - additional input
 */
export async function readItems(
  context: ScenarioContext,
  action: ResourceAction,
  values: PathValues,
  size?: number,
  more: readonly (readonly [ListInput, unknown])[] = [],
): Promise<ReadList | undefined> {
  const { paging, bodyMetadata, filters, ignored } = getListRule(action);
  const idPlace = action.resource.id?.path;
  const base = createInput(context, action, values, { width: 'least', examples: false });
  if (!base || action.responsePath === undefined) return undefined;
  const first = removeOptionalProperties(base, context.requests.document);
  const wanted = size === undefined || !paging.size ? more : [...more, [paging.size, size] as const];
  const next = bodyMetadata.find(({ kind }) => kind === 'next');
  const totalAt = bodyMetadata.find(({ kind }) => kind === 'total');
  const canFollow = (next && paging.after) ?? paging.offset ?? paging.page;
  const items: unknown[] = [];
  const steps: ScenarioStep[] = [];
  let hasNamesakes = false;
  const idOf = (item: unknown) => (idPlace && getAtPath(item, idPlace)) ?? undefined;
  /** The ids of the previous page. */
  let last: readonly unknown[] = [];
  let longest: ReadList['longest'] | undefined;
  // The offset of the next page of this size.
  let nextOffset = 0;
  const { references } = action.operation;
  const mayHide = (input: ListInput) =>
    getInputValue(input, first) !== undefined ||
    getSchemaShape(input.schema, references)?.keywordValue('default') !== undefined;
  const isNarrow = [...filters.map(({ input }) => input), ...ignored].some(mayHide);
  let requestInput: RequestInput = wanted.reduce(
    (so, [input, value]) => setInput(so, input, value),
    startAtFirstPage(first, paging),
  );
  for (let pages = 1; ; pages += 1) {
    const exchange = await context.send(action, requestInput, `list, page ${pages}`);
    if (!exchange || exchange.response.status >= 300) return undefined;
    const page = getAtPath(exchange.decoded.value, action.responsePath);
    if (!Array.isArray(page)) return undefined;
    const own = page.map((item) => idOf(item) ?? item);
    const isStuck = own.length > 0 && stringifyJson(own) === stringifyJson(last);
    last = own;
    steps.push({ exchange, items: own.map((one) => (isStringOrNumber(one) ? String(one) : stringifyJson(one))) });
    if (!isStuck) items.push(...page);
    if (!longest || page.length > longest.items) longest = { items: page.length, exchange };
    nextOffset += Math.max(page.length, size ?? 0);
    hasNamesakes ||= new Set(own).size < own.length;
    const shown = next && getAtPath(exchange.decoded.value, next.path);
    const cursor = next?.form === 'address' ? cursorInLink(shown, paging) : shown;
    const isUnreadable = paging.after !== undefined && isCursor(shown) && cursor === undefined;
    const total = totalAt && getAtPath(exchange.decoded.value, totalAt.path);
    const following = page.length === 0 ? undefined : nextPage(cursor, pages);
    if (!following || isStuck || pages === MAX_PAGES) {
      const hasIds = items.every((item) => idOf(item) !== undefined);
      const ids = items.map((item) => (hasIds ? String(idOf(item)) : stringifyJson(item)));
      const isWhole =
        !following &&
        !isUnreadable &&
        !isStuck &&
        (canFollow !== undefined || (paging.size ?? paging.after) === undefined);
      return {
        ids,
        hasIds,
        items,
        pages,
        isWhole,
        isStuck,
        mayBeFiltered: isNarrow,
        longest,
        hasDuplicateIds: hasIds ? hasNamesakes : new Set(ids).size < ids.length,
        total: parseNumber(total),
        exchange,
        steps,
      };
    }
    requestInput = following;
  }

  /** The request of the next page; undefined if there is none, or it cannot be requested. */
  function nextPage(cursor: unknown, pages: number): RequestInput | undefined {
    if (next && paging.after) return isCursor(cursor) ? setInput(requestInput, paging.after, cursor) : undefined;
    if (paging.offset)
      return setInput(requestInput, paging.offset, convertToSchema(paging.offset, nextOffset + paging.firstOffset));
    if (paging.page) return setInput(requestInput, paging.page, convertToSchema(paging.page, pages + paging.firstPage));
    return undefined;
  }
}

/** The cursor in a link to the next page, or the whole text if it is no link. */
function cursorInLink(value: unknown, { after }: PagingInputs): unknown {
  if (typeof value !== 'string' || !/[/?]/.test(value)) return value;
  const base = 'http://localhost';
  const url = URL.canParse(value, base) ? new URL(value, base) : undefined;
  return url?.searchParams.get(String(after?.path.at(-1))) ?? undefined;
}

function isCursor(value: unknown): boolean {
  return isStringOrNumber(value) && value !== '';
}

/** The request of the first page, if a page is required. */
function startAtFirstPage(
  requestInput: RequestInput,
  { page, firstPage, offset, firstOffset }: PagingInputs,
): RequestInput {
  const starts = [[page, firstPage] as const, [offset, firstOffset] as const];
  return starts.reduce(
    (so, [input, value]) =>
      input && getInputValue(input, requestInput) !== undefined
        ? setInput(so, input, convertToSchema(input, value))
        : so,
    requestInput,
  );
}

/** Sets the value of one input of a request. */
export function setInput(requestInput: RequestInput, { path }: ListInput, value: unknown): RequestInput {
  return setAtPath(requestInput, path, value) as RequestInput;
}

/** Converts a number to a string if the schema has this type. */
function convertToSchema({ types }: ListInput, value: number): unknown {
  return types.has('string') && !types.has('integer') && !types.has('number') ? String(value) : value;
}

function parseNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return toDouble(number);
}
