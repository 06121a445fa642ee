// The violations of a message, with the violated keyword in the document.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { describeFinding, type Finding } from '../../openapi/finding.ts';
import type { HeaderFinding, OperationResponse } from '../../openapi/operation-responses.ts';
import type { ParameterField } from '../../openapi/parse-parameters.ts';
import type { Part, References } from '../../openapi/references.ts';
import { findViolatedKeyword } from '../../openapi/schema/ajv/violated-keyword.ts';
import { isJsonNumber } from '../../schema/json/exact-number.ts';
import { childPointer, pointerSegments, valueAtPointer, withWildcardIndexes } from '../../schema/json-pointer.ts';
import type { CheckFinding, TestExchange } from '../cases/test-case.ts';

/** @param value - the decoded body */
export function locateBodyViolation(
  type: BodyMediaType,
  value: unknown,
  finding: Finding,
  references: References,
): string {
  const { schema, itemSchema, part } = type;
  if (schema) return findViolatedKeyword(schema, value, finding, references);
  const [item] = pointerSegments(finding.pointer);
  if (!itemSchema || item === undefined) return part.pointer;
  // Each item of a stream is validated separately.
  const own = { ...finding, pointer: withoutFirstSegment(finding.pointer) };
  return findViolatedKeyword(itemSchema, valueAtPointer(value, childPointer('', item)), own, references);
}

export function locateHeaderViolation(
  { headers, part }: OperationResponse,
  finding: HeaderFinding,
  references: References,
): string {
  const header = headers.find(({ name }) => name === finding.header);
  if (!header) return part.pointer;
  const isMissing = finding.keyword === 'required' && finding.value === undefined;
  if (isMissing) return childPointer(header.part.pointer, 'required');
  return locateFieldViolation(header, finding.value, { ...finding, pointer: finding.valuePointer }, references);
}

/** The violated keyword of a request. Branches of choices are not resolved. */
export function locateRequestViolation(
  { parameters, body, references, part: whole }: Operation,
  finding: Finding,
): string {
  const { part, pointer, keyword, params } = finding;
  if (part === 'body' && body) {
    const [type, ...others] = body.mediaTypes;
    if (pointer === '' && body.required && keyword === 'required' && params.missingProperty === 'requestBody')
      return childPointer(body.part.pointer, 'required');
    return type && others.length === 0 ? locateBodyViolation(type, undefined, finding, references) : body.part.pointer;
  }
  const [sent] = pointerSegments(pointer);
  const isMissing = keyword === 'required' && pointerSegments(pointer).length === 1;
  const parameter = parameters.find(
    ({ in: location, name }) =>
      location === part && (location === 'header' ? name.toLowerCase() === sent?.toLowerCase() : name === sent),
  );
  if (!parameter) return whole.pointer;
  if (isMissing) return childPointer(parameter.part.pointer, 'required');
  return locateFieldViolation(parameter, undefined, { ...finding, pointer: withoutFirstSegment(pointer) }, references);
}

function locateFieldViolation(
  { schema, content, part }: ParameterField & { readonly part: Part },
  value: unknown,
  finding: Finding,
  references: References,
): string {
  const fieldSchema = schema ?? content?.schema;
  return fieldSchema ? findViolatedKeyword(fieldSchema, value, finding, references) : part.pointer;
}

function withoutFirstSegment(pointer: string): string {
  return pointer.replace(/^\/[^/]*/, '');
}

/** Yields the violations of a response body. */
export function* findBodyViolations({
  operation,
  response: { status },
  decoded: { type, value, findings },
}: TestExchange): Generator<CheckFinding> {
  if (!type || !findings) return;
  for (const finding of findings()) {
    // The check integer64-as-string reports it.
    if (isInteger64AsNumber(finding, value)) continue;
    const cause = `${status} ${withWildcardIndexes(finding.pointer)} ${finding.keyword}`;
    const pointer = locateBodyViolation(type, value, finding, operation.references);
    yield {
      severity: 'error',
      message: describeFinding(finding).replace(/^response/, `response ${status}`),
      pointer,
      cause,
    };
  }
}

/** Whether a finding is a number instead of a 64-bit integer as a string. */
export function isInteger64AsNumber({ pointer, keyword, message }: Finding, value: unknown): boolean {
  return keyword === 'type' && message.endsWith(', as a string') && isJsonNumber(valueAtPointer(value, pointer));
}
