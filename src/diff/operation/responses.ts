// Compares responses: statuses, bodies, headers.

import { resolvedMembers } from '../../openapi/content.ts';
import type { OperationResponse, OperationResponses, ResponseHeader } from '../../openapi/operation-responses.ts';
import type { Part, References } from '../../openapi/references.ts';
import { canonicalJson } from '../../schema/equality.ts';
import { type BODY_RULES, compareContent } from './bodies.ts';
import { type FixedRule, type OperationRuleInput, schemasOf } from './rule-input.ts';

export const RESPONSE_RULES = {
  'success-status-added': {
    title: 'A success status was added.',
    clients: 'risky',
    servers: 'harmless',
  },
  'success-status-removed': { title: 'A success status was removed.', clients: 'breaking', servers: 'risky' },
  'error-status-added': {
    title: 'An error status was added.',
    clients: 'harmless',
    servers: 'harmless',
  },
  'error-status-removed': { title: 'An error status was removed.', clients: 'harmless', servers: 'risky' },
  'status-class-narrowed': {
    title: 'A status range (`2XX`) was replaced by single statuses.',
    clients: 'harmless',
    servers: 'risky',
  },
  'response-body-added': { title: 'A response body was added.', clients: 'harmless', servers: 'breaking' },
  'response-body-removed': { title: 'A response body was removed.', clients: 'breaking', servers: 'risky' },
  'header-added': { title: 'An optional response header was added.', clients: 'harmless', servers: 'harmless' },
  'required-header-added': { title: 'A required response header was added.', clients: 'harmless', servers: 'breaking' },
  'header-removed': {
    title: 'An optional response header was removed.',
    clients: 'risky',
    servers: 'harmless',
  },
  'required-header-removed': {
    title: 'A required response header was removed.',
    clients: 'breaking',
    servers: 'harmless',
  },
  'header-became-optional': {
    title: 'A response header became optional.',
    clients: 'breaking',
    servers: 'harmless',
  },
  'header-became-required': { title: 'A response header became required.', clients: 'harmless', servers: 'breaking' },
  'header-style-changed': {
    title: 'The serialization of a response header changed (`explode`, `content`).',
    clients: 'breaking',
    servers: 'breaking',
  },
  'link-added': { title: 'A link was added.', clients: 'harmless', servers: 'harmless' },
  'link-removed': { title: 'A link was removed.', clients: 'risky', servers: 'harmless' },
  'link-changed': { title: 'The target or the parameters of a link changed.', clients: 'risky', servers: 'risky' },
} as const satisfies Readonly<Record<string, FixedRule>>;

type Input = OperationRuleInput<keyof typeof RESPONSE_RULES | keyof typeof BODY_RULES>;

export function compareResponses(between: Input): void {
  const { old, new: now, tell } = between;
  for (const before of old.responses.all) {
    const after = sameIn(now.responses, before);
    if (after) {
      compareOne(between, before, after);
      continue;
    }
    const at = { old: before.part.pointer, new: now.part.pointer };
    if (now.responses.all.some((other) => isOfClass(other, before)))
      tell('status-class-narrowed', `response ${before.key} narrowed to single statuses`, at);
    else {
      const rule = isFailure(before) ? 'error-status-removed' : 'success-status-removed';
      tell(rule, `response ${before.key} removed`, at);
    }
  }
  for (const after of now.responses.all) {
    if (keyIn(old.responses, after.key)) continue;
    const before = sameIn(old.responses, after);
    // A `default` response may become a specific one.
    if (before) compareOne(between, before, after);
    else {
      const rule = isFailure(after) ? 'error-status-added' : 'success-status-added';
      tell(rule, `response ${after.key} added`, {
        old: old.part.pointer,
        new: after.part.pointer,
      });
    }
  }
}

function keyIn({ all }: OperationResponses, key: string): OperationResponse | undefined {
  return all.find((response) => response.key.toUpperCase() === key.toUpperCase());
}

/** The description of the same responses: of the status, its range, or `default`. */
function sameIn(responses: OperationResponses, { key }: OperationResponse): OperationResponse | undefined {
  return (
    keyIn(responses, key) ??
    (/^\d/.test(key) ? (keyIn(responses, `${key[0]}XX`) ?? keyIn(responses, 'default')) : undefined)
  );
}

function isOfClass({ key }: OperationResponse, { key: other }: OperationResponse): boolean {
  return /^\dXX$/i.test(other) && /^\d{3}$/.test(key) && key[0] === other[0];
}

function isFailure({ key }: OperationResponse): boolean {
  return !/^[123]/.test(key);
}

function compareOne(between: Input, before: OperationResponse, after: OperationResponse): void {
  const { tell } = between;
  const at = { old: before.part.pointer, new: after.part.pointer };
  const where = `response ${after.key}`;
  if (before.hasBody && !after.hasBody) tell('response-body-removed', `${where}: body removed`, at);
  else if (after.hasBody && !before.hasBody) tell('response-body-added', `${where}: body added`, at);
  else compareContent(between, 'response', where, before.mediaTypes, after.mediaTypes, at);
  compareHeaders(between, before, after);
  compareLinks(between, before, after);
}

function compareHeaders({ tell, values }: Input, before: OperationResponse, after: OperationResponse): void {
  const byName = (headers: readonly ResponseHeader[]) => new Map(headers.map((header) => [header.name, header]));
  const [was, is] = [byName(before.headers), byName(after.headers)];
  for (const [name, one] of was) {
    const other = is.get(name);
    const at = { old: one.part.pointer, new: other?.part.pointer ?? after.part.pointer };
    const called = `header ${name} of response ${after.key}`;
    if (!other) {
      tell(one.required ? 'required-header-removed' : 'header-removed', `${called} removed`, at);
      continue;
    }
    if (one.required && !other.required) tell('header-became-optional', `${called} became optional`, at);
    if (other.required && !one.required) tell('header-became-required', `${called} became required`, at);
    if (one.explode !== other.explode || one.content?.type !== other.content?.type)
      tell('header-style-changed', `${called}: serialization changed`, at);
    const [old, now] = [one, other].map(({ schema, content, part }) => schemasOf(schema ?? content?.schema, part));
    values('header', called, one.content || other.content ? 'json' : 'text', old ?? [], now ?? []);
  }
  for (const [name, { required, part }] of is)
    if (!was.has(name))
      tell(required ? 'required-header-added' : 'header-added', `header ${name} of response ${after.key} added`, {
        old: before.part.pointer,
        new: part.pointer,
      });
}

function compareLinks({ tell, documents }: Input, before: OperationResponse, after: OperationResponse): void {
  const linksOf = (references: References, { part }: OperationResponse) =>
    new Map<string, Part<object>>(resolvedMembers(references, part, 'links'));
  const [was, is] = [linksOf(documents.old.references, before), linksOf(documents.new.references, after)];
  for (const [name, one] of was) {
    const other = is.get(name);
    const at = { old: one.pointer, new: other?.pointer ?? after.part.pointer };
    if (!other) tell('link-removed', `link ${name} of response ${after.key} removed`, at);
    else if (meant(one) !== meant(other)) tell('link-changed', `link ${name} of response ${after.key} changed`, at);
  }
  for (const [name, { pointer }] of is)
    if (!was.has(name))
      tell('link-added', `link ${name} of response ${after.key} added`, { old: before.part.pointer, new: pointer });
}

function meant({ value }: Part<object>): string {
  const { description: _, ...rest } = value as { description?: unknown };
  return canonicalJson(rest);
}
