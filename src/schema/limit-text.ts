// Texts for violated limits of numbers, lengths and counts.

import type { ErrorObject } from 'ajv';

type Params = ErrorObject['params'];

const NUMBERS: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'greater than',
  exclusiveMaximum: 'less than',
};

/** Operators of Ajv: in OpenAPI 3.0 and draft 4, `exclusiveMinimum` modifies `minimum`. */
const COMPARISONS: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'greater than',
  '<': 'less than',
};

/** Returns the text for a limit of numbers: `must be at least 5`; undefined for other keywords. */
export function numberLimit(keyword: string, { limit, comparison }: Params): string | undefined {
  const than = NUMBERS[keyword];
  return than && `must be ${COMPARISONS[comparison] ?? than} ${limit}`;
}

const SIZES: Readonly<Record<string, readonly [than: string, one: string, several: string]>> = {
  minLength: ['at least', 'character', 'characters'],
  maxLength: ['at most', 'character', 'characters'],
  minItems: ['at least', 'item', 'items'],
  maxItems: ['at most', 'item', 'items'],
  items: ['at most', 'item', 'items'],
  additionalItems: ['at most', 'item', 'items'],
  unevaluatedItems: ['at most', 'item', 'items'],
  minProperties: ['at least', 'property', 'properties'],
  maxProperties: ['at most', 'property', 'properties'],
};

/** Returns the text for a length or a count: `must have at most 1 item`; undefined for other keywords. */
export function sizeLimit(keyword: string, params: Params): string | undefined {
  if (keyword === 'contains') return contained(params);
  const [than, one, several] = SIZES[keyword] ?? [];
  const limit: unknown = params.limit ?? params.len;
  return than === undefined || limit === undefined
    ? undefined
    : `must have ${than} ${limit} ${limit === 1 ? one : several}`;
}

function contained({ minContains = 1, maxContains }: Params): string {
  const most = maxContains === undefined ? '' : ` and at most ${maxContains}`;
  const isOne = (maxContains ?? minContains) === 1;
  return `must have at least ${minContains}${most} ${isOne ? 'item that matches' : 'items that match'} "contains"`;
}
