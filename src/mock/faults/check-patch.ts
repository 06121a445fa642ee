// Finds what no response allows in the patch of a fault, before there is a response.

import { jsonMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Finding } from '../../openapi/finding.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { OperationResponse } from '../../openapi/operation-responses.ts';
import type { Part, References } from '../../openapi/references.ts';
import { collectComposedSchemas } from '../../openapi/schema/composed-schemas.ts';
import { createMinimalSample } from '../../openapi/schema/minimal-sample.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { WITHOUT_BODY } from '../../server/pipeline/validate-response.ts';
import { isEmptyPatch, patchBody } from './patch-body.ts';

/** A violation by any response with this patch; undefined if it depends on the rest of the body, or there is none. */
export function findPatchProblem(
  patch: unknown,
  status: number,
  response: OperationResponse,
  operation: Operation,
): Finding | undefined {
  if (isEmptyPatch(patch)) return undefined;
  if (!response.hasBody || WITHOUT_BODY.has(status)) return NO_BODY;
  const type = jsonMediaType(response.mediaTypes) ?? response.mediaTypes[0];
  const validate = (body: unknown) => operation.validateResponse(status, body, type);
  if (!isRecord(patch)) return validate(patch)[0];
  const schema = type?.schema;
  if (!schema) return undefined;
  const { references } = operation;
  const { reason: findings = [] } = patchBody(createMinimalSample(schema.value, references), patch, validate);
  const places = placesOf(patch).filter((names) => isUnconditional(schema, names, references));
  return findings.find((finding) => places.some((names) => isAbout(finding, childPointer('', ...names))));
}

const NO_BODY: Finding = { part: 'response', pointer: '', keyword: 'content', params: {}, message: 'has no body' };

/** The names that lead to each replaced value. */
function placesOf(patch: unknown, names: readonly string[] = []): readonly (readonly string[])[] {
  if (!isRecord(patch) || isEmptyPatch(patch)) return [names];
  return Object.entries(patch).flatMap(([name, one]) => placesOf(one, [...names, name]));
}

/** Violations of an object that are about one of its properties, or its type. */
const OF_PROPERTIES: ReadonlySet<string> = new Set(['type', 'additionalProperties', 'unevaluatedProperties']);

/** Whether a violation is about a replaced value. Others may be those of the sample around it. */
function isAbout({ pointer, keyword }: Finding, place: string): boolean {
  const isBelow = (one: string, other: string) => one === other || one.startsWith(`${other}/`);
  return isBelow(pointer, place) || (OF_PROPERTIES.has(keyword) && isBelow(place, pointer));
}

const CONDITIONS = ['if', 'not', 'dependentSchemas', 'dependencies', 'discriminator'] as const;

/** Whether the allowed values of a property depend on no other property: no schema that contains it has alternatives. */
function isUnconditional(schema: Part<Schema>, [name, ...rest]: readonly string[], references: References): boolean {
  if (name === undefined) return true;
  const composed = collectComposedSchemas([schema], references);
  const hasChoices = composed.some(
    ({ part, choices }) => choices.length > 0 || CONDITIONS.some((keyword) => keyword in part.value),
  );
  if (hasChoices) return false;
  const nested = composed.flatMap(({ part: { value, pointer } }) => {
    const { properties } = value;
    const own = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isRecord(own) ? [{ value: own as Schema, pointer: childPointer(pointer, 'properties', name) }] : [];
  });
  return nested.every((one) => isUnconditional(one, rest, references));
}
