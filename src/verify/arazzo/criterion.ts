// Criteria of Arazzo: simple conditions, regular expressions and JSONPath.

import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { createPattern } from '../../schema/pattern.ts';
import { type CriterionObject, typeName } from './arazzo-objects.ts';
import { expressionsOf, isMet, parseCondition } from './condition.ts';
import { type ExpressionScope, evaluateArazzo, queryJson, resolveValue, toText } from './expression.ts';

/** The result of a criterion. */
export interface CriterionResult {
  readonly isMet: boolean;
  /** The condition, and the values that it saw: `$statusCode == 201 is false: $statusCode is 200`. */
  readonly sentence: string;
}

/** Maximum characters of a shown value. */
const MAX_SHOWN = 120;

/** Evaluates a criterion. One that cannot be evaluated is not met. */
export function evaluateCriterion(criterion: CriterionObject, scope: ExpressionScope): CriterionResult {
  const type = typeName(criterion.type ?? 'simple');
  if (type === 'simple') return evaluateSimple(criterion.condition, scope);
  const { context = '' } = criterion;
  const value = evaluateArazzo(context, scope);
  const { value: condition, missing } = resolveValue(criterion.condition, scope);
  const sentence = (reason: string) => `${type} ${criterion.condition} of ${context}: ${reason}`;
  const fail = (reason: string) => ({ isMet: false, sentence: sentence(reason) });
  if (missing.length > 0) return fail(`${missing.join(', ')} has no value`);
  if (value === undefined || value === null) return fail(`${context} has no value`);
  const text = String(condition);
  const result = type === 'regex' ? matchText(text, value) : matchJson(text, value);
  if (typeof result === 'string') return fail(result);
  return result ? { isMet: true, sentence: sentence('matches') } : fail(`does not match ${show(value)}`);
}

function evaluateSimple(text: string, scope: ExpressionScope): CriterionResult {
  const condition = parseCondition(text);
  if (!condition.ok) return { isMet: false, sentence: `${text} is no condition: ${condition.reason}` };
  const read = (expression: string) => evaluateArazzo(expression, scope);
  const met = isMet(condition.value, read);
  const seen = [...new Set(expressionsOf(condition.value))].map((one) => `${one} ${describe(read(one))}`);
  return { isMet: met, sentence: `${text} is ${met}${seen.length > 0 ? `: ${seen.join(', ')}` : ''}` };
}

function describe(value: unknown): string {
  return value === undefined ? 'has no value' : `is ${show(value)}`;
}

function show(value: unknown): string {
  const text = stringifyJson(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Whether a text contains a match; a clause if the expression cannot be evaluated. */
function matchText(source: string, value: unknown): boolean | string {
  const pattern = createPattern(source);
  if (pattern.isInvalid) return `it ${pattern.notEnforced}`;
  if (!pattern.test(toText(value))) return false;
  return pattern.notEnforced === undefined ? true : `it ${pattern.notEnforced}`;
}

/**
 * Whether a query selects anything. A filter of the root, such as `$[?@.name == 'Rex']`, selects children (RFC 9535, section
 * 2.3.5), but examples of the specification mean an object itself by it: both count.
 */
function matchJson(query: string, value: unknown): boolean | string {
  const isAboutRoot = isRecord(value) && /^\s*\$\s*\[\s*\?/.test(query);
  for (const root of isAboutRoot ? [value, [value]] : [value]) {
    const found = queryJson(query, root);
    if (!found.ok) return found.reason;
    if (found.value.length > 0) return true;
  }
  return false;
}

/** The first mistake in the form of a criterion, a clause; undefined if it has none. */
export function criterionMistake({ type = 'simple', condition }: CriterionObject): string | undefined {
  if (typeName(type) === 'xpath') return 'xpath is not supported; use jsonpath, regex or a simple condition';
  if (typeName(type) === 'jsonpointer') return 'jsonpointer is no type of criteria; use jsonpath';
  if (typeName(type) !== 'simple') return undefined;
  const parsed = parseCondition(condition);
  return parsed.ok ? undefined : `${JSON.stringify(condition)} is no condition: ${parsed.reason}`;
}
