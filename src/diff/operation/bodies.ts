// Compares request bodies, and media types of all bodies.

import type { BodyMediaType } from '../../openapi/content.ts';
import { parseMediaType } from '../../openapi/media-type.ts';
import { canonicalJson } from '../../schema/equality.ts';
import type { Form } from '../schema/rule-input.ts';
import { type FixedRule, type OperationRuleInput, schemasOf, type ValueLocation } from './rule-input.ts';

export const BODY_RULES = {
  'body-added': { title: 'An optional request body was added.', clients: 'harmless', servers: 'risky' },
  'required-body-added': {
    title: 'A required request body was added.',
    clients: 'breaking',
    servers: 'risky',
  },
  'body-removed': { title: 'The request body was removed.', clients: 'breaking', servers: 'breaking' },
  'body-became-required': { title: 'The request body became required.', clients: 'breaking', servers: 'harmless' },
  'body-became-optional': {
    title: 'The request body became optional.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'request-media-type-removed': {
    title: 'A media type of the request body was removed.',
    clients: 'breaking',
    servers: 'harmless',
  },
  'request-media-type-added': {
    title: 'A media type of the request body was added.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'response-media-type-removed': {
    title: 'A media type of the response body was removed.',
    clients: 'breaking',
    servers: 'risky',
  },
  'response-media-type-narrowed': {
    title: 'A media type range of the response body was replaced by single media types.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'response-media-type-added': {
    title: 'A media type of the response body was added.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'encoding-changed': {
    title: 'The encoding of a form property changed (`encoding`).',
    clients: 'risky',
    servers: 'risky',
  },
} as const satisfies Readonly<Record<string, FixedRule>>;

type Input = OperationRuleInput<keyof typeof BODY_RULES>;

export function compareBodies(between: Input): void {
  const { old, new: now, tell } = between;
  const [before, after] = [old.body, now.body];
  const at = { old: before?.part.pointer ?? old.part.pointer, new: after?.part.pointer ?? now.part.pointer };
  if (!before && after)
    tell(
      after.required ? 'required-body-added' : 'body-added',
      `${after.required ? 'required' : 'optional'} request body added`,
      at,
    );
  if (before && !after) tell('body-removed', 'request body removed', at);
  if (!before || !after) return;
  if (after.required && !before.required) tell('body-became-required', 'request body became required', at);
  if (before.required && !after.required) tell('body-became-optional', 'request body became optional', at);
  compareContent(between, 'request', 'request body', before.mediaTypes, after.mediaTypes, at);
}

/** Bodies by their media types. */
export function compareContent(
  { tell, values }: Input,
  role: Extract<ValueLocation, 'request' | 'response'>,
  where: string,
  before: readonly BodyMediaType[],
  after: readonly BodyMediaType[],
  at: { readonly old: string; readonly new: string },
): void {
  for (const one of before) {
    const other =
      after.find(({ type }) => bareOf(type) === bareOf(one.type)) ?? after.find(({ type }) => covers(type, one.type));
    const parts = other ? [] : after.filter(({ type }) => covers(one.type, type));
    if (!other) {
      const isNarrowed = role === 'response' && parts.length > 0;
      const rule = isNarrowed ? 'response-media-type-narrowed' : (`${role}-media-type-removed` as const);
      tell(rule, `${where}: media type ${one.type} removed`, { ...at, old: one.part.pointer });
    }
    for (const same of other ? [other] : parts) compareType(one, same);
  }
  for (const { type, part } of after)
    if (!before.some((one) => bareOf(one.type) === bareOf(type) || covers(one.type, type)))
      tell(`${role}-media-type-added`, `${where}: media type ${type} added`, { ...at, new: part.pointer });

  function compareType(one: BodyMediaType, other: BodyMediaType): void {
    const [was, is] = [one, other].map(({ encoding }) => canonicalJson(encoding));
    if (was !== is)
      tell('encoding-changed', `${where}: encoding changed`, {
        old: one.part.pointer,
        new: other.part.pointer,
      });
    values(role, where, formOf(other.type), schemasOf(one.schema, one.part), schemasOf(other.schema, other.part));
    if (one.itemSchema || other.itemSchema)
      values(role, where, 'json', schemasOf(one.itemSchema, one.part), schemasOf(other.itemSchema, other.part));
  }
}

function formOf(type: string): Form {
  const bare = bareOf(type);
  if (/[/+]xml$/.test(bare)) return 'xml';
  return /json|^\*\/\*|^text\//.test(bare) ? 'json' : 'bytes';
}

/** A media type without its charset. */
function bareOf(type: string): string {
  const parsed = parseMediaType(type);
  if (!parsed) return type.toLowerCase();
  const parameters = [...parsed.parameters]
    .filter(([name]) => name !== 'charset')
    .map(([name, value]) => `;${name}=${value}`);
  return `${parsed.type}/${parsed.subtype}${parameters.sort().join('')}`;
}

/** Whether a range has all of a media type or a range. */
function covers(range: string, type: string): boolean {
  const [one, other] = [parseMediaType(range), parseMediaType(type)];
  if (!one || !other || one.parameters.size > 0) return false;
  if (one.type !== '*' && one.type !== other.type) return false;
  const suffix = one.subtype.startsWith('*+') ? one.subtype.slice(1) : undefined;
  return (
    one.subtype === '*' || one.subtype === other.subtype || (suffix !== undefined && other.subtype.endsWith(suffix))
  );
}
