// Runtime expressions of Arazzo (Arazzo Specification 1.1.0, "Runtime Expressions").

import { evaluateJsonPath } from '../../openapi/read/overlay/json-path.ts';
import { type ExchangeValues, evaluateExpression } from '../../openapi/runtime-expression.ts';
import { isRecord } from '../../schema/is-record.ts';
import { toDoubles } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { valueAtPointer } from '../../schema/json-pointer.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { type SelectorObject, typeName } from './arazzo-objects.ts';

/** Values by name. */
export type Values = Readonly<Record<string, unknown>>;

/** The values that the expressions of a step may name. */
export interface ExpressionScope {
  readonly inputs: Values;
  /** Of the workflow that the step has called, or of its own. */
  readonly outputs: Values;
  /** The outputs of the steps so far, by stepId. */
  readonly steps: ReadonlyMap<string, Values>;
  /** The workflows that have run, by workflowId. */
  readonly workflows: ReadonlyMap<string, { readonly inputs: Values; readonly outputs: Values }>;
  /** The URLs of the sources, by name. */
  readonly sources: ReadonlyMap<string, string>;
  /** The `$self` of the document; undefined if it has none. */
  readonly self: string | undefined;
  /** The last request and its response; undefined before the first one, and if there was no response. */
  readonly exchange: ExchangeValues | undefined;
}

const ROOTS =
  /^\$(?:url|method|statusCode|self)$|^\$(?:request|response|inputs|outputs|steps|workflows|sourceDescriptions)\./;

/** Whether a text is one expression: other texts with a dollar sign, such as `$5.00`, are constants. */
export function isExpression(text: string): boolean {
  return ROOTS.test(text);
}

/** An expression within a text, such as `{$inputs.name}`. */
export const EMBEDDED = /\{(\$[^{}]+)\}/g;

/**
 * The value of an expression; undefined if there is none. Members of objects and lists may be named by a JSON Pointer
 * after `#`, and as in conditions: `$response.body.items[0].id`.
 */
export function evaluateArazzo(expression: string, scope: ExpressionScope): unknown {
  const [, root = '', rest = ''] = /^\$(\w+)\.?(.*)$/s.exec(expression) ?? [];
  switch (root) {
    case 'inputs':
      return valueAtPath(scope.inputs, rest);
    case 'outputs':
      return valueAtPath(scope.outputs, rest);
    case 'steps': {
      const [, stepId = '', output = ''] = /^([\w-]+)\.outputs\.(.+)$/s.exec(rest) ?? [];
      return valueAtPath(scope.steps.get(stepId), output);
    }
    case 'workflows': {
      const [, workflowId = '', field, member = ''] = /^([\w-]+)\.(inputs|outputs)\.(.+)$/s.exec(rest) ?? [];
      const workflow = scope.workflows.get(workflowId);
      return valueAtPath(field === 'inputs' ? workflow?.inputs : workflow?.outputs, member);
    }
    case 'sourceDescriptions':
      return scope.sources.get(/^([\w-]+)\.url$/.exec(rest)?.[1] ?? '');
    case 'self':
      return scope.self;
    default:
      return scope.exchange && evaluateOfExchange(expression, scope.exchange);
  }
}

function evaluateOfExchange(expression: string, exchange: ExchangeValues): unknown {
  const [, direction, member] = /^\$(request|response)\.(?:body|payload)(.*)$/s.exec(expression) ?? [];
  if (direction === undefined || member === undefined) return evaluateExpression(expression, exchange);
  return valueAtPath(evaluateExpression(`$${direction}.body`, exchange), member);
}

/** The value at a path such as `items[0].id#/name`. Names may contain dots: the longest one that exists counts. */
function valueAtPath(whole: unknown, text: string): unknown {
  const at = text.indexOf('#');
  const value = walk(whole, at === -1 ? text : text.slice(0, at));
  return at === -1 ? value : valueAtPointer(value, text.slice(at + 1));
}

function walk(value: unknown, path: string): unknown {
  if (path === '') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const [bracket, index] = /^\[(\d+|'[^']*'|"[^"]*")\]/.exec(path) ?? [];
  if (bracket !== undefined && index !== undefined)
    return walk(ownMember(value, index.replace(/^['"]|['"]$/g, '')), path.slice(bracket.length));
  const names = path.replace(/^\./, '');
  for (
    let end = names.length;
    end > 0;
    end = Math.max(names.lastIndexOf('.', end - 1), names.lastIndexOf('[', end - 1))
  )
    if (Object.hasOwn(value, names.slice(0, end))) return walk(ownMember(value, names.slice(0, end)), names.slice(end));
  return undefined;
}

function ownMember(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Values)[name] : undefined;
}

/** A value with its expressions evaluated, and the expressions without a value. */
export interface ResolvedValue {
  /** Undefined if it is one expression without a value. */
  readonly value: unknown;
  /** Members of objects and items of lists without a value are left out; in texts they are empty. */
  readonly missing: readonly string[];
  /** Which of them could not be evaluated, with the reason. Default: none. */
  readonly problems?: readonly string[];
}

/**
 * Evaluates the expressions of a constant, template, object or list. Results are never evaluated again: a server must not
 * read inputs by what it returns.
 *
 * @param isTemplate - whether texts are those of a JSON template: then `{$inputs.customer}` is the object itself, which
 * would be no JSON as text in quotes. Default: false
 */
export function resolveValue(declared: unknown, scope: ExpressionScope, isTemplate = false): ResolvedValue {
  const missing: string[] = [];
  const problems: string[] = [];
  const evaluate = (expression: string): unknown => {
    const value = evaluateArazzo(expression, scope);
    if (value === undefined) missing.push(expression);
    return value;
  };
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string') return resolveText(value, evaluate, isTemplate);
    if (Array.isArray(value)) return value.map(resolve).filter((one) => one !== undefined);
    if (!isRecord(value)) return value;
    if (isSelector(value)) {
      const selected = select(value, scope);
      const name = `${value.selector} of ${value.context}`;
      if (!selected.ok) problems.push(`${name}: ${selected.reason}`);
      else if (selected.value === undefined) missing.push(name);
      return selected.value;
    }
    const members = Object.entries(value).map(([name, one]) => [name, resolve(one)] as const);
    return Object.fromEntries(members.filter(([, one]) => one !== undefined));
  };
  return { value: resolve(declared), missing: [...missing, ...problems], ...(problems.length > 0 && { problems }) };
}

function resolveText(text: string, evaluate: (expression: string) => unknown, isTemplate: boolean): unknown {
  if (isExpression(text)) return evaluate(text);
  const [, whole = ''] = (isTemplate && /^\{(\$[^{}]+)\}$/.exec(text)) || [];
  if (isExpression(whole)) {
    const value = evaluate(whole);
    return typeof value === 'object' && value !== null ? value : toText(value);
  }
  return text.replaceAll(EMBEDDED, (whole, expression: string) =>
    isExpression(expression) ? toText(evaluate(expression)) : whole,
  );
}

/** The text of a value within a text: scalars as they are, others as JSON; nothing for none. */
export function toText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'object' && value !== null ? stringifyJson(value) : String(value);
}

/** The mistake of a value that is a selector, a clause; undefined if it has none. */
export function selectorMistake(value: object): string | undefined {
  if (!isSelector(value)) return undefined;
  const name = typeName(value.type);
  if (name === 'jsonpointer') return undefined;
  if (name !== 'jsonpath') return `${name} is not supported in selectors; use jsonpointer or jsonpath`;
  const selected = queryJson(value.selector, {});
  return selected.ok ? undefined : `the selector ${value.selector}: ${selected.reason}`;
}

function isSelector(value: object): value is SelectorObject {
  const { context, selector, type } = value as Partial<SelectorObject>;
  if (typeof context !== 'string' || typeof selector !== 'string' || type === undefined) return false;
  return isExpression(context) && Object.keys(value).length === 3;
}

/** The first value that a selector selects; undefined if there is none. Fails with a clause. */
function select({ context, selector, type }: SelectorObject, scope: ExpressionScope): Result<unknown> {
  const whole = evaluateArazzo(context, scope);
  if (typeName(type) === 'jsonpointer') return success(valueAtPointer(whole, selector));
  const found = queryJson(selector, whole);
  return found.ok ? success(found.value[0]) : found;
}

/** All values that a JSONPath selects; fails with a clause. */
export function queryJson(query: string, whole: unknown): Result<readonly unknown[]> {
  if (typeof whole !== 'object' || whole === null) return success([]);
  try {
    const locations = evaluateJsonPath(query, toDoubles(whole));
    return success(
      locations.map((location) =>
        location.reduce<unknown>((value, step) => ownMember(Object(value), `${step}`), whole),
      ),
    );
  } catch (error) {
    return failure(`it is no JSONPath (RFC 9535): ${(error as Error).message}`);
  }
}
