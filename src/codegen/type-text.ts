// Combines TypeScript fragments with correct precedence.

import { stringifyJson } from '../schema/json/stringify-json.ts';

/** A type as text, with its outermost operator, which decides about brackets. */
export interface TypeText {
  readonly text: string;
  readonly form: 'one' | 'list' | 'all' | 'any';
}

export const UNKNOWN: TypeText = one('unknown');
export const NEVER: TypeText = one('never');
export const NULL: TypeText = one('null');
export const TEXT: TypeText = one('string');
export const BYTES: TypeText = one('Uint8Array');
/** A file in a form. */
export const FILE: TypeText = one('{ readonly name: string; readonly type: string; readonly bytes: Uint8Array }');
/** Any value of JSON. */
export const VALUE: TypeText = { text: '{} | null', form: 'any' };

/** A type that needs no brackets anywhere. */
export function one(text: string): TypeText {
  return { text, form: 'one' };
}

/** A union; `never` if it is empty. */
export function anyOf(types: readonly TypeText[]): TypeText {
  const parts = distinct(types.filter(({ text }) => text !== 'never'));
  if (parts.some(({ text }) => text === 'unknown')) return UNKNOWN;
  const [first = NEVER, ...others] = parts;
  if (others.length === 0) return first;
  return { text: parts.map((part) => (part.form === 'all' ? `(${part.text})` : part.text)).join(' | '), form: 'any' };
}

/** An intersection; `unknown` if it is empty. */
export function allOf(types: readonly TypeText[]): TypeText {
  const parts = distinct(types.filter(({ text }) => text !== 'unknown'));
  if (parts.some(({ text }) => text === 'never')) return NEVER;
  const [first = UNKNOWN, ...others] = parts;
  if (others.length === 0) return first;
  return { text: parts.map((part) => (part.form === 'any' ? `(${part.text})` : part.text)).join(' & '), form: 'all' };
}

export function listType(element: TypeText): TypeText {
  return { text: `readonly ${element.form === 'one' ? element.text : `(${element.text})`}[]`, form: 'list' };
}

/** A sequence of values. */
export function streamOf(items: TypeText): TypeText {
  return one(`AsyncIterable<${items.text}>`);
}

/** A tuple with a rest; so many items are always present. */
export function tupleOf(first: readonly TypeText[], always: number, rest: TypeText): TypeText {
  const parts = first.map((type, index) => (index < always ? type.text : `(${type.text})?`));
  return {
    text: `readonly [${[...parts, ...(rest.text === 'never' ? [] : [`...(${rest.text})[]`])].join(', ')}]`,
    form: 'list',
  };
}

/** A value that was written into the document, as a type. */
export function literal(value: unknown): TypeText {
  return one(typeof value === 'string' ? quoted(value) : stringifyJson(value));
}

/** A member of an object type. */
export interface ObjectMember {
  readonly name: string;
  readonly type: TypeText;
  readonly optional?: boolean;
  readonly description?: unknown;
  readonly deprecated?: boolean | undefined;
}

/** An object type, one member per line; `rest` is the type of other names. */
export function objectOf(members: readonly ObjectMember[], indent: string, rest?: TypeText): TypeText {
  const inner = `${indent}  `;
  const lines = members.map(
    (member) => `${comment(member.description, inner, member.deprecated)}${inner}${memberText(member)};\n`,
  );
  if (rest) lines.push(`${inner}${restText(rest)};\n`);
  return one(`{\n${lines.join('')}${indent}}`);
}

/** An object with these members, on one line. */
export function shortObjectOf(members: readonly ObjectMember[]): TypeText {
  return one(members.length === 0 ? '{}' : `{ ${members.map(memberText).join('; ')} }`);
}

/** An object type with any names. Not `Record`, which cannot be recursive. */
export function mapOf(values: TypeText): TypeText {
  return one(`{ ${restText(values)} }`);
}

function memberText({ name, type, optional = false }: ObjectMember): string {
  return `readonly ${key(name)}${optional ? '?' : ''}: ${type.text}`;
}

function restText(values: TypeText): string {
  return `readonly [name: string]: ${values.text}`;
}

/** A name as the key of a member. */
export function key(name: string): string {
  return isTypeScriptIdentifier(name) ? name : quoted(name);
}

/** Whether a name needs no quotes (ECMA-262, section 12.7). */
export function isTypeScriptIdentifier(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
}

/** A comment before a line; empty without a text. */
export function comment(description: unknown, indent: string, deprecated: unknown = false): string {
  const text = typeof description === 'string' ? description.trim().replaceAll('*/', '* /') : '';
  const lines = [
    ...(text === '' ? [] : text.split(/\r\n?|\n|\u2028|\u2029/)),
    ...(deprecated === true ? ['@deprecated'] : []),
  ];
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

function distinct(types: readonly TypeText[]): readonly TypeText[] {
  return [...new Map(types.map((type) => [type.text, type])).values()];
}
