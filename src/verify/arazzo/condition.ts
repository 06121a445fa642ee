// Simple conditions of Arazzo, such as `$statusCode == 200 && $response.body.total > 0`.

import { createMembershipTest } from '../../schema/equality.ts';
import { compareNumbers, isJsonNumber, type JsonNumber, parseNumber } from '../../schema/json/exact-number.ts';
import { failure, type Result, success } from '../../schema/result.ts';

/** A parsed condition. */
export type Condition =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'expression'; readonly expression: string }
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'logic'; readonly operator: '&&' | '||'; readonly operands: readonly [Condition, Condition] }
  | { readonly kind: 'comparison'; readonly operator: Comparison; readonly operands: readonly [Condition, Condition] };

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** Maximum depth of parentheses and negations. */
const MAX_DEPTH = 100;

/** Expressions end at spaces and operators, except within brackets or braces. */
const TOKEN =
  /\s*(?:(&&|\|\||==|!=|<=|>=|[<>!()])|'((?:[^']|'')*)'|"([^"]*)"|(\{\$[^{}]+\}|\$(?:\[[^\]]*\]|[^\s()=!<>&|[])+)|(-?\d[\d.eE+-]*|true|false|null)(?=[\s()=!<>&|]|$))/y;

interface Token {
  readonly operator?: string;
  readonly operand?: Condition;
}

/** Parses a condition; fails with a clause. */
export function parseCondition(text: string): Result<Condition> {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) return failure(`unexpected ${JSON.stringify(text.slice(start).trim().slice(0, 20))}`);
    tokens.push(toToken(found));
  }
  const reader = createReader(tokens);
  try {
    const condition = readLogic(reader, '||', 0);
    return reader.isAtEnd() ? success(condition) : failure('an operator is missing');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return failure(error.message);
  }
}

function toToken([, operator, single, double, expression, literal]: RegExpExecArray): Token {
  if (operator !== undefined) return { operator };
  if (expression !== undefined)
    return { operand: { kind: 'expression', expression: expression.replace(/^\{|\}$/g, '') } };
  const value = single !== undefined ? single.replaceAll("''", "'") : (double ?? literalOf(literal ?? ''));
  return { operand: { kind: 'literal', value } };
}

function literalOf(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text === 'null' ? null : (parseNumber(text) ?? text);
}

interface Reader {
  isAtEnd(): boolean;
  /** Takes the next token if it is one of these operators. */
  take<Operator extends string>(...operators: readonly Operator[]): Operator | undefined;
  takeOperand(): Condition | undefined;
}

function createReader(tokens: readonly Token[]): Reader {
  let at = 0;
  return {
    isAtEnd: () => at === tokens.length,
    take(...operators) {
      const found = operators.find((one) => one === tokens[at]?.operator);
      if (found !== undefined) at += 1;
      return found;
    },
    takeOperand() {
      const operand = tokens[at]?.operand;
      if (operand) at += 1;
      return operand;
    },
  };
}

function readLogic(reader: Reader, operator: '&&' | '||', depth: number): Condition {
  const readNext = () => (operator === '||' ? readLogic(reader, '&&', depth) : readComparison(reader, depth));
  let condition = readNext();
  while (reader.take(operator)) condition = { kind: 'logic', operator, operands: [condition, readNext()] };
  return condition;
}

function readComparison(reader: Reader, depth: number): Condition {
  const left = readOperand(reader, depth);
  const operator = reader.take('==', '!=', '<=', '>=', '<', '>');
  return operator ? { kind: 'comparison', operator, operands: [left, readOperand(reader, depth)] } : left;
}

function readOperand(reader: Reader, depth: number): Condition {
  if (depth > MAX_DEPTH) throw new SyntaxError('it is nested too deeply');
  if (reader.take('!')) return { kind: 'not', operand: readOperand(reader, depth + 1) };
  if (reader.take('(')) {
    const inside = readLogic(reader, '||', depth + 1);
    if (!reader.take(')')) throw new SyntaxError('a closing parenthesis is missing');
    return inside;
  }
  const operand = reader.takeOperand();
  if (!operand) throw new SyntaxError('a value is missing; texts need single quotes');
  return operand;
}

/** The expressions of a condition. */
export function expressionsOf(condition: Condition): readonly string[] {
  if (condition.kind === 'expression') return [condition.expression];
  if (condition.kind === 'literal') return [];
  return condition.kind === 'not' ? expressionsOf(condition.operand) : condition.operands.flatMap(expressionsOf);
}

/** Whether a condition is met. @param read - the value of an expression; undefined counts as null */
export function isMet(condition: Condition, read: (expression: string) => unknown): boolean {
  const value = evaluate(condition, read);
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '';
}

function evaluate(condition: Condition, read: (expression: string) => unknown): unknown {
  switch (condition.kind) {
    case 'literal':
      return condition.value;
    case 'expression':
      return read(condition.expression);
    case 'not':
      return !isMet(condition.operand, read);
    case 'logic': {
      const [left, right] = condition.operands;
      if (condition.operator === '&&') return isMet(left, read) && isMet(right, read);
      return isMet(left, read) || isMet(right, read);
    }
    case 'comparison': {
      const [left, right] = condition.operands.map((one) => evaluate(one, read));
      return compare(left ?? null, condition.operator, right ?? null);
    }
  }
}

function compare(left: unknown, operator: Comparison, right: unknown): boolean {
  if (operator === '!=') return !isEqual(left, right);
  if (operator === '==') return isEqual(left, right);
  const order = orderOf(left, right);
  if (order === undefined) return false;
  if (operator === '<' || operator === '<=') return order < 0 || (operator === '<=' && order === 0);
  return order > 0 || (operator === '>=' && order === 0);
}

/** Loosely: without case, and a text with a number or boolean by its value. Null equals itself only. */
function isEqual(left: unknown, right: unknown): boolean {
  if (left === null || right === null) return left === right;
  if (typeof left === 'object' || typeof right === 'object') return createMembershipTest([left])(right);
  const numbers = [toNumeric(left), toNumeric(right)] as const;
  if ((isJsonNumber(left) || isJsonNumber(right)) && isNumeric(numbers)) return compareNumbers(...numbers) === 0;
  return String(left).toLowerCase() === String(right).toLowerCase();
}

/** Negative, zero or positive; undefined if the values have no order. */
function orderOf(left: unknown, right: unknown): number | undefined {
  const numbers = [toNumeric(left), toNumeric(right)] as const;
  if (isNumeric(numbers)) return compareNumbers(...numbers);
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  const [one, other] = [left.toLowerCase(), right.toLowerCase()];
  return one < other ? -1 : Number(one > other);
}

/** The number of a number or of a text that is one. */
function toNumeric(value: unknown): JsonNumber | undefined {
  if (isJsonNumber(value)) return value;
  return typeof value === 'string' && value.trim() !== '' ? parseNumber(value.trim()) : undefined;
}

function isNumeric(pair: readonly [unknown, unknown]): pair is readonly [JsonNumber, JsonNumber] {
  return isJsonNumber(pair[0]) && isJsonNumber(pair[1]);
}
