// The expectation of the document for a generated request.

import type { Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../schema/is-record.ts';
import { changesReference, findCursors, hasOtherCursor } from '../cases/cursors-and-references.ts';
import type { Expectation } from '../cases/test-case.ts';
import { expectationOf, isOpenParameter } from '../requests/expectation.ts';
import type { RequestInput, SerializedRequest } from '../requests/serialize-request.ts';
import type { VariationContext } from '../requests/variation-context.ts';
import type { Change } from './nearby-requests.ts';
import { ODD_NAMES } from './scalars.ts';

/** The description of a generated request before it is minimised. Causes that depend on the request contain it. */
export const AT_RANDOM = 'random request';

export interface GeneratedRequest {
  readonly operation: Operation;
  readonly request: SerializedRequest;
  readonly input: RequestInput;
  /** The input of the starting request. */
  readonly accepted: RequestInput;
  /** Its differences from the starting request. */
  readonly changes: readonly Change[];
  readonly variationContext: VariationContext;
  readonly resources: Pick<Resources, 'action'>;
}

export async function expectGenerated({
  operation,
  request,
  input,
  accepted,
  changes,
  variationContext,
  resources,
}: GeneratedRequest): Promise<Expectation> {
  const expectation = await expectationOf(operation, request, input);
  if (expectation.kind !== 'valid') return expectation;
  const isOpen = operation.parameters.some((parameter) => {
    const { name, in: where } = parameter;
    const location = `${where} ${where === 'header' ? name.toLowerCase() : name}`;
    const isChanged = changes.some(
      (change) => change.location === location || change.location.startsWith(`${location}/`),
    );
    if (isChanged && isBeyond32Bits(parameter, input, operation)) return true;
    return isChanged && isOpenParameter(operation, parameter, { variationContext, resources, mayBeBound: true });
  });
  const { path, query, header, cookie, body } = input;
  const cursors = findCursors(resources.action(operation.id));
  const isElsewhere =
    hasOtherCursor(cursors, { body: accepted.body }, { body }) || changesReference(accepted.body, body);
  return isOpen || isElsewhere || isUnsettled([path, query, header, cookie, body]) ? { kind: 'open' } : expectation;
}

/** Whether a parameter is an integer of more than 32 bits, and has neither a bound nor a format. */
function isBeyond32Bits(
  { name, in: where, schema }: Parameter,
  input: RequestInput,
  { references }: Operation,
): boolean {
  const value = input[where][where === 'header' ? name.toLowerCase() : name];
  if (!Number.isInteger(value) || Number(value) === (Number(value) | 0)) return false;
  const shape = getSchemaShape(schema, references);
  const bound = Number(value) < 0 ? 'minimum' : 'maximum';
  return shape?.keywordValue('format') === undefined && shape?.keywordValue(bound) === undefined;
}

const MAX_LEVELS = 32;
const MAX_LENGTH = 5_000;

/** Control characters, invisible characters, and noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const ODD = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\ufdd0-\ufdef\ufeff\ufffe\uffff]|[\u{1fffe}\u{1ffff}]/u;

/** Whether a value exceeds what every server must accept (RFC 8259, sections 6, 8.2 and 9). */
export function isUnsettled(value: unknown, level = 0): boolean {
  if (level > MAX_LEVELS) return true;
  if (typeof value === 'string') return value.length > MAX_LENGTH || ODD.test(value) || !value.isWellFormed();
  if (typeof value === 'bigint') return true;
  if (typeof value === 'number')
    return Math.abs(value) > Number.MAX_SAFE_INTEGER || (value !== 0 && Math.abs(value) < 1e-12);
  if (Array.isArray(value)) return value.some((item) => isUnsettled(item, level + 1));
  if (!isRecord(value)) return false;
  return Object.entries(value).some(
    ([name, inner]) =>
      (ODD_NAMES as readonly string[]).includes(name) || isUnsettled(name) || isUnsettled(inner, level + 1),
  );
}
