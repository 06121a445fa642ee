// Bodies of requests, and media types of all bodies.

import type { BodyType } from '../../openapi/content.ts';
import { parseMediaType } from '../../openapi/media-type.ts';
import { canonical } from '../../schema/equality.ts';
import type { Form } from '../schema/rule-input.ts';
import { type Between, type FixedRule, type Role, schemasOf } from './between.ts';

export const BODY_RULES = {
  'body-added': { title: 'Requests may have a body now.', clients: 'harmless', servers: 'risky' },
  'required-body-added': {
    title: 'Requests must have a body now, and had none.',
    clients: 'breaking',
    servers: 'risky',
  },
  'body-removed': { title: 'Requests have no body any more.', clients: 'breaking', servers: 'breaking' },
  'body-became-required': { title: 'Requests must have their body now.', clients: 'breaking', servers: 'harmless' },
  'body-became-optional': {
    title: 'Requests need not have their body any more.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'request-media-type-removed': {
    title: 'Requests may not be of a media type any more.',
    clients: 'breaking',
    servers: 'harmless',
  },
  'request-media-type-added': {
    title: 'Requests may be of a further media type.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'answer-media-type-removed': {
    title: 'Answers are not of a media type any more.',
    clients: 'breaking',
    servers: 'risky',
  },
  'answer-media-type-narrowed': {
    title: 'Answers are not of all of a range of media types any more, but of some in it.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'answer-media-type-added': {
    title: 'Answers may be of a further media type.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'encoding-changed': {
    title: 'A property of a form is written in another way (`encoding`).',
    clients: 'risky',
    servers: 'risky',
  },
} as const satisfies Readonly<Record<string, FixedRule>>;

type Input = Between<keyof typeof BODY_RULES>;

export function compareBodies(between: Input): void {
  const { old, new: now, tell } = between;
  const [before, after] = [old.body, now.body];
  const at = { old: before?.part.pointer ?? old.part.pointer, new: after?.part.pointer ?? now.part.pointer };
  if (!before && after)
    tell(
      after.required ? 'required-body-added' : 'body-added',
      `${after.required ? 'must' : 'may'} be asked with a body now`,
      at,
    );
  if (before && !after) tell('body-removed', 'takes no body any more', at);
  if (!before || !after) return;
  if (after.required && !before.required) tell('body-became-required', 'must be asked with its body now', at);
  if (before.required && !after.required) tell('body-became-optional', 'may be asked without its body now', at);
  compareContent(between, 'request', 'the body', before.mediaTypes, after.mediaTypes, at);
}

/** Bodies by their media types. */
export function compareContent(
  { tell, values }: Input,
  role: Extract<Role, 'request' | 'answer'>,
  where: string,
  before: readonly BodyType[],
  after: readonly BodyType[],
  at: { readonly old: string; readonly new: string },
): void {
  for (const one of before) {
    const other =
      after.find(({ type }) => bareOf(type) === bareOf(one.type)) ?? after.find(({ type }) => covers(type, one.type));
    const parts = other ? [] : after.filter(({ type }) => covers(one.type, type));
    if (!other) {
      const isNarrowed = role === 'answer' && parts.length > 0;
      const rule = isNarrowed ? 'answer-media-type-narrowed' : (`${role}-media-type-removed` as const);
      tell(rule, `${where} is not ${one.type} any more`, { ...at, old: one.part.pointer });
    }
    for (const same of other ? [other] : parts) compareType(one, same);
  }
  for (const { type, part } of after)
    if (!before.some((one) => bareOf(one.type) === bareOf(type) || covers(one.type, type)))
      tell(`${role}-media-type-added`, `${where} may be ${type} now`, { ...at, new: part.pointer });

  function compareType(one: BodyType, other: BodyType): void {
    const [was, is] = [one, other].map(({ encoding }) => canonical(encoding));
    if (was !== is)
      tell('encoding-changed', `${where} is written in another way`, {
        old: one.part.pointer,
        new: other.part.pointer,
      });
    values(role, where, formOf(other.type), schemasOf(one.schema, one.part), schemasOf(other.schema, other.part));
    if (one.itemSchema || other.itemSchema)
      values(role, where, 'json', schemasOf(one.itemSchema, one.part), schemasOf(other.itemSchema, other.part));
  }
}

function formOf(type: string): Form {
  return /[/+]xml$/.test(bareOf(type)) ? 'xml' : 'json';
}

/** A media type without what says how its text is encoded. */
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
