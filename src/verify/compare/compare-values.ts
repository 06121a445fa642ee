// Compares the values of two responses by their meaning.

import type { ReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isStringOrNumber, type JsonNumber } from '../../schema/json/exact-number.ts';
import { type ComparedLocation, type ComparisonContext, MAX_COMPARED_DEPTH } from './comparison-context.ts';
import { pairItems } from './pair-items.ts';
import { differs, kindOf, type ResponseDifference, shortValue, valuesDiffer } from './response-difference.ts';
import { areOpaque, areSecrets, areTimes, areUuids, idKindOf, isErrorText, withoutOrigin } from './value-meaning.ts';

/** The differences of two bodies. @param schema - of the document, if there is one */
export function* compareValues(
  first: unknown,
  second: unknown,
  schema: Part<Schema> | undefined,
  comparing: ComparisonContext,
): Generator<ResponseDifference> {
  const { references, items } = comparing;
  const at = (field: string, names: readonly string[], part: Part<Schema> | undefined): ComparedLocation => {
    const item = items?.field === field ? items.resource : undefined;
    const place = item?.id?.path;
    return {
      field,
      names,
      shape: getSchemaShape(part, references),
      item,
      idOf: item && place && { resource: item, place },
    };
  };
  yield* compare(first, second, at('/body', [], schema), 0);

  function* compare(
    one: unknown,
    other: unknown,
    spot: ComparedLocation,
    depth: number,
  ): Generator<ResponseDifference> {
    const [kind, otherKind] = [kindOf(one), kindOf(other)];
    if (kind !== otherKind) return yield valuesDiffer(one, other, spot);
    if (depth === MAX_COMPARED_DEPTH) return;
    if (one instanceof Uint8Array && other instanceof Uint8Array) {
      if (!Buffer.from(one).equals(other)) yield differs(spot, 'different bytes');
      return;
    }
    if (Array.isArray(one) && Array.isArray(other)) return yield* compareLists(one, other, spot, depth);
    if (!isRecord(one) || !isRecord(other)) return yield* scalarDifferences(one, other, spot, comparing);
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const below = at(
        `${spot.field}/${name}`,
        [...spot.names, name],
        spot.shape?.properties.get(name) ?? spot.shape?.members,
      );
      // The id of an item is that of its kind, whatever it is called.
      const [next, ...rest] = spot.idOf?.place ?? [];
      const idOf = spot.idOf && next === name ? { ...spot.idOf, place: rest } : below.idOf;
      if (Object.hasOwn(one, name) && Object.hasOwn(other, name))
        yield* compare(one[name], other[name], { ...below, idOf }, depth + 1);
      else if (!comparing.hasOtherData || spot.shape?.required.has(name)) {
        const holder = Object.hasOwn(one, name) ? one : other;
        const what = `only the ${holder === one ? 'reference' : 'candidate'} returns it`;
        yield {
          ...differs(below, `${what} (${shortValue(holder[name], below)})`, what),
          severity: severityOf(name, [holder[name]], comparing),
        };
      }
    }
  }

  function* compareLists(
    one: readonly unknown[],
    other: readonly unknown[],
    spot: ComparedLocation,
    depth: number,
  ): Generator<ResponseDifference> {
    const below = at(`${spot.field}/*`, spot.names, spot.shape?.items);
    const { pairs, surplus, missing, isMoved } = pairItems(one, other, below, comparing);
    const isAsked = comparing.isSorted || comparing.sentValues.has(spot.names.at(-1) ?? '', one);
    if (isMoved && !comparing.hasOtherData)
      yield { ...differs(spot, 'same items in another order'), severity: isAsked ? 'difference' : 'warning' };
    for (const [left, right] of pairs) yield* compare(left, right, below, depth + 1);
    if (comparing.hasOtherData) return;
    for (const [has, items] of [
      ['reference', missing],
      ['candidate', surplus],
    ] as const)
      for (const item of items)
        yield {
          ...differs(below, `only the ${has} returns ${shortValue(item, below)}`, `only the ${has} returns more`),
          severity: severityOf(spot.names.at(-1) ?? '', [item], comparing),
        };
  }
}

/** Where two values without parts differ. */
export function* scalarDifferences(
  first: unknown,
  second: unknown,
  spot: ComparedLocation,
  comparing: ComparisonContext,
): Generator<ResponseDifference> {
  const { pairing, resolveReference, sentValues, hasOtherData, origins } = comparing;
  const { names, shape, idOf } = spot;
  const name = names.at(-1) ?? '';
  // With different data, it is unknown which list items were sent.
  const isOpen = hasOtherData && spot.field.includes('/*');
  const isOwn = idOf?.place.length === 0;
  // An id chosen by the client is the same on both servers.
  const isGiven = isOwn && idOf.resource.id?.isClientProvided === true && !hasOtherData;
  const kind = isGiven
    ? undefined
    : isOwn
      ? idOf.resource.name
      : kindOfId(names, shape, resolveReference, first, second);
  if (kind !== undefined && isStringOrNumber(first) && isStringOrNumber(second)) {
    if (isSameId(kind, first, second, comparing, hasOtherData && !(isOwn && !isOpen))) return;
    const message = `reference ${shortValue(first, spot)}, candidate ${shortValue(second, spot)}; other responses match these ids differently`;
    return yield differs(spot, message, 'ids');
  }
  if (first === second) return;
  const wasSent = !isOpen && (sentValues.has(name, first) || sentValues.has(name, second));
  if (areTimes(name, shape, first, second) && (!wasSent || isSameTime(first, second))) return;
  if (!wasSent && areOpaque(name, first, second)) {
    if (isStringOrNumber(first) && isStringOrNumber(second)) pairing.pair('~mark', first, second);
    return;
  }
  if (!wasSent && areSecrets(name, shape, first, second)) return;
  if (typeof first === 'string' && typeof second === 'string') {
    if (pairing.isSameText(withoutOrigin(first, origins[0]), withoutOrigin(second, origins[1]))) return;
    const severity = shape?.keywordValue('enum') ? 'difference' : severityOf(name, [first, second], comparing);
    if (severity === 'warning') return yield { ...valuesDiffer(first, second, spot), severity };
  }
  if (hasOtherData && !wasSent) return;
  yield valuesDiffer(first, second, spot);
}

/** Texts of error responses are for people, unless they are to be compared. */
function severityOf(
  name: string,
  values: readonly unknown[],
  { isErrorResponse, comparesErrorTexts }: ComparisonContext,
): ResponseDifference['severity'] {
  const isText = isErrorResponse && !comparesErrorTexts && values.every((value) => isErrorText(name, value));
  return isText ? 'warning' : 'difference';
}

function kindOfId(
  names: readonly string[],
  shape: SchemaShape | undefined,
  referredTo: ReferenceResolver,
  first: unknown,
  second: unknown,
): string | undefined {
  return idKindOf(names, shape, referredTo) ?? (areUuids(first, second) ? '~uuid' : undefined);
}

/**
 * Whether two ids belong to one item, as far as known.
 *
 * @param mayBeAny - whether any id is accepted, with different data
 */
function isSameId(
  kind: string,
  first: string | JsonNumber,
  second: string | JsonNumber,
  { pairing }: ComparisonContext,
  mayBeAny: boolean,
): boolean {
  // The known id of another item cannot belong to this one.
  const isStrange = kind.startsWith('~') && pairing.knowsEither(first, second);
  const isSame = kind.startsWith('~') ? pairing.hasPair(first, second) : false;
  if (isSame || (!isStrange && pairing.pairOrCompare(kind, first, second))) return true;
  return mayBeAny && typeof first === typeof second;
}

function isSameTime(first: unknown, second: unknown): boolean {
  return Date.parse(String(first)) === Date.parse(String(second));
}
