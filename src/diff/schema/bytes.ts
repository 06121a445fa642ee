// Binary values, which OpenAPI 3.0 and 3.1 describe in different ways.

import { isUnbounded } from '../../openapi/schema/constraints/bounds.ts';
import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import type { RuleInput } from './rule-input.ts';

/** Whether one side has `format: binary` of OpenAPI 3.0, and the other one no schema, or `contentMediaType` of 3.1. */
export function areSameBytes({ old, new: now, form }: RuleInput<never>): boolean {
  if (form !== 'bytes' || !isBytes(old) || !isBytes(now)) return false;
  const [before, after] = [old, now].map(({ formats }) => formats.has('binary'));
  const isSameMedia = [old, now].some(({ annotations }) => !annotations.has('contentMediaType'));
  return before !== after && isSameMedia;
}

function isBytes(constraints: Constraints): boolean {
  const { types, values, patterns, formats, required, members, elements, alternatives, conditions } = constraints;
  const { bounds, annotations } = constraints;
  const saysMore =
    values !== undefined ||
    !isUnbounded(bounds) ||
    annotations.has('contentEncoding') ||
    patterns.size + required.size + members.length + elements.length + alternatives.length + conditions.length > 0;
  const isBinary = formats.has('binary') || annotations.has('contentMediaType');
  // A string without a format is text.
  const isString = types?.value.size === 1 && types.value.has('string');
  return !saysMore && formats.size <= 1 && (isBinary ? !types || isString : !types && formats.size === 0);
}
