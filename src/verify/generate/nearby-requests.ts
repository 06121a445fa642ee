// Generates requests similar to the starting request: mostly equal, partly generated, some with odd values.

import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Part } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer, pointerSegments, withWildcardIndexes } from '../../schema/json-pointer.ts';
import { isCredential } from '../credentials.ts';
import { writeJsonBody } from '../requests/json-body.ts';
import { isConnectionHeader } from '../requests/request-headers.ts';
import { isCondition, type RequestInput } from '../requests/serialize-request.ts';
import type { VariationContext } from '../requests/variation-context.ts';
import { type Arbitrary, fc } from './fast-check.ts';
import { anything } from './scalars.ts';
import { createValueArbitrary } from './values.ts';

/** @param mayVaryPath - whether path values may be varied */
export function createNearbyRequests(
  input: RequestInput,
  operation: Operation,
  variationContext: VariationContext,
  mayVaryPath: boolean,
): Arbitrary<RequestInput> {
  const changes: Arbitrary<(so: RequestInput) => RequestInput>[] = [];
  for (const { name, in: where, schema, content, required } of operation.parameters.filter(
    (one) => !isConnectionHeader(one) && !isCredential(operation, one),
  )) {
    const part = schema ?? content?.schema;
    if (!part || isCondition(operation, name) || (where === 'path' && !mayVaryPath)) continue;
    const key = where === 'header' ? name.toLowerCase() : name;
    const others = required ? [] : [{ weight: 1, arbitrary: fc.constant(undefined) }];
    const values = fc.oneof(
      { withCrossShrink: true },
      // Another path may not exist.
      { weight: where === 'path' ? 20 : 4, arbitrary: fc.constant(input[where][key]) },
      { weight: 2, arbitrary: createValueArbitrary([part as Part], undefined, variationContext) },
      ...others,
    );
    changes.push(values.map((value) => (so) => ({ ...so, [where]: { ...so[where], [key]: value } })));
  }
  const { type, body } = input;
  if (type?.schema && body !== undefined && !(body instanceof Uint8Array)) {
    const values = createValueArbitrary([type.schema as Part], body, variationContext);
    changes.push(values.map((value) => (so) => ({ ...so, body: value === undefined ? body : value })));
  }
  const generated = fc.tuple(...changes).map((all) => all.reduce((so, change) => change(so), input));
  const oddValue = fc.option(fc.tuple(fc.nat(), anything()), { freq: 2 });
  return fc
    .tuple(generated, oddValue)
    .map(([so, put]) => (put ? withOddValue(so, ...put, mayVaryPath, operation) : so));
}

/** A request with an odd value at one location. */
function withOddValue(
  input: RequestInput,
  number: number,
  value: unknown,
  mayVaryPath: boolean,
  operation: Operation,
): RequestInput {
  const { path, query, header, cookie, body } = input;
  const parts = { ...(mayVaryPath && { path }), query, header, cookie };
  const locations = [
    ...Object.entries(parts).flatMap(([where, values]) =>
      Object.keys(values)
        .filter((name) => !isCredential(operation, { in: where, name }))
        .map((name) => [where, name]),
    ),
    ...(body === undefined || body instanceof Uint8Array
      ? []
      : listLocations(body, '').map((at) => ['body', ...pointerSegments(at)])),
  ];
  const location = locations[number % Math.max(1, locations.length)];
  return location ? (setAtPath(input, location, value) as RequestInput) : input;
}

/** Maximum number of inspected locations in a value. */
const MAX_PLACES = 200;

function listLocations(value: unknown, pointer: string): readonly string[] {
  const inner = Array.isArray(value) || isRecord(value) ? Object.entries(value) : [];
  return [pointer, ...inner.flatMap(([name, one]) => listLocations(one, childPointer(pointer, name)))].slice(
    0,
    MAX_PLACES,
  );
}

/** A location in which two requests differ. */
export interface Change {
  /** Such as `body /title` or `query limit`. `*` replaces array indexes. */
  readonly location: string;
  /** With the new value: `body /tags/0 is "a"`. */
  readonly description: string;
}

export function findChanges(from: RequestInput, to: RequestInput): readonly Change[] {
  const parts = (['path', 'query', 'header', 'cookie'] as const).flatMap((where) =>
    changed(from[where], to[where], '').map(({ pointer, value }) =>
      createChange(`${where} ${pointer.slice(1)}`, value),
    ),
  );
  const inBody = changed(from.body, to.body, '').map(({ pointer, value }) =>
    createChange(`body ${pointer || '/'}`, value),
  );
  return [...parts, ...inBody];
}

function createChange(at: string, value: unknown): Change {
  const text = value === undefined ? '' : JSON.stringify(value);
  const shown = Object.is(value, -0) ? '-0' : text.length > 120 ? `${text.slice(0, 119)}…` : text;
  return {
    location: withWildcardIndexes(at),
    description: value === undefined ? `${at} is omitted` : `${at} is ${shown}`,
  };
}

interface Changed {
  readonly pointer: string;
  readonly value: unknown;
}

function changed(from: unknown, to: unknown, pointer: string): readonly Changed[] {
  if (isSame(from, to)) return [];
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
    return from.flatMap((item, index) => changed(item, to[index], `${pointer}/${index}`));
  if (!isRecord(from) || !isRecord(to)) return [{ pointer, value: to }];
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names].flatMap((name) =>
    changed(getAtPath(from, [name]), getAtPath(to, [name]), childPointer(pointer, name)),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  return typeof one === 'object' && typeof other === 'object' && writeJsonBody(one) === writeJsonBody(other);
}
