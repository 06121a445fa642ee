// Answers: their statuses, their bodies, their header fields.

import type { Answer, Answers, Header } from '../../openapi/answers.ts';
import { membersOf } from '../../openapi/content.ts';
import type { Part, References } from '../../openapi/references.ts';
import { canonical } from '../../schema/equality.ts';
import { type Between, type FixedRule, schemasOf } from './between.ts';
import { type BODY_RULES, compareContent } from './bodies.ts';

export const ANSWER_RULES = {
  'success-status-added': {
    title: 'There may be a further status that is no failure.',
    clients: 'risky',
    servers: 'harmless',
  },
  'success-status-removed': { title: 'A status that is no failure is gone.', clients: 'breaking', servers: 'risky' },
  'error-status-added': {
    title: 'There may be a further status of failures.',
    clients: 'harmless',
    servers: 'harmless',
  },
  'error-status-removed': { title: 'A status of failures is gone.', clients: 'harmless', servers: 'risky' },
  'status-class-narrowed': {
    title: 'Of a class of statuses (`2XX`), only some are left.',
    clients: 'harmless',
    servers: 'risky',
  },
  'answer-body-added': { title: 'Answers have a body now.', clients: 'harmless', servers: 'breaking' },
  'answer-body-removed': { title: 'Answers have no body any more.', clients: 'breaking', servers: 'risky' },
  'header-added': { title: 'There may be a further header field.', clients: 'harmless', servers: 'harmless' },
  'required-header-added': { title: 'There is a further header field.', clients: 'harmless', servers: 'breaking' },
  'header-removed': {
    title: 'A header field is gone that needed not be there.',
    clients: 'risky',
    servers: 'harmless',
  },
  'required-header-removed': {
    title: 'A header field is gone that had to be there.',
    clients: 'breaking',
    servers: 'harmless',
  },
  'header-became-optional': {
    title: 'A header field need not be there any more.',
    clients: 'breaking',
    servers: 'harmless',
  },
  'header-became-required': { title: 'A header field must be there now.', clients: 'harmless', servers: 'breaking' },
  'header-style-changed': {
    title: 'A header field is written in another way (`explode`, `content`).',
    clients: 'breaking',
    servers: 'breaking',
  },
  'link-added': { title: 'There is a further link.', clients: 'harmless', servers: 'harmless' },
  'link-removed': { title: 'A link is gone.', clients: 'risky', servers: 'harmless' },
  'link-changed': { title: 'A link leads elsewhere, or with other values.', clients: 'risky', servers: 'risky' },
} as const satisfies Readonly<Record<string, FixedRule>>;

type Input = Between<keyof typeof ANSWER_RULES | keyof typeof BODY_RULES>;

export function compareAnswers(between: Input): void {
  const { old, new: now, tell } = between;
  for (const before of old.answers.all) {
    const after = sameIn(now.answers, before);
    if (after) {
      compareOne(between, before, after);
      continue;
    }
    const at = { old: before.part.pointer, new: now.part.pointer };
    if (now.answers.all.some((other) => isOfClass(other, before)))
      tell('status-class-narrowed', `is not answered with all of ${before.key} any more`, at);
    else {
      const rule = isFailure(before) ? 'error-status-removed' : 'success-status-removed';
      tell(rule, `is not answered with the status ${before.key} any more`, at);
    }
  }
  for (const after of now.answers.all) {
    if (keyIn(old.answers, after.key)) continue;
    const before = sameIn(old.answers, after);
    // What was said of all is said of it now.
    if (before) compareOne(between, before, after);
    else {
      const rule = isFailure(after) ? 'error-status-added' : 'success-status-added';
      tell(rule, `may be answered with the status ${after.key} now`, {
        old: old.part.pointer,
        new: after.part.pointer,
      });
    }
  }
}

function keyIn({ all }: Answers, key: string): Answer | undefined {
  return all.find((answer) => answer.key.toUpperCase() === key.toUpperCase());
}

/** What is said of the same answers: of the status, of its class, of all. */
function sameIn(answers: Answers, { key }: Answer): Answer | undefined {
  return (
    keyIn(answers, key) ?? (/^\d/.test(key) ? (keyIn(answers, `${key[0]}XX`) ?? keyIn(answers, 'default')) : undefined)
  );
}

function isOfClass({ key }: Answer, { key: other }: Answer): boolean {
  return /^\dXX$/i.test(other) && /^\d{3}$/.test(key) && key[0] === other[0];
}

function isFailure({ key }: Answer): boolean {
  return !/^[123]/.test(key);
}

function compareOne(between: Input, before: Answer, after: Answer): void {
  const { tell } = between;
  const at = { old: before.part.pointer, new: after.part.pointer };
  const where = `the answer ${after.key}`;
  if (before.hasBody && !after.hasBody) tell('answer-body-removed', `${where} has no body any more`, at);
  else if (after.hasBody && !before.hasBody) tell('answer-body-added', `${where} has a body now`, at);
  else compareContent(between, 'answer', where, before.mediaTypes, after.mediaTypes, at);
  compareHeaders(between, before, after);
  compareLinks(between, before, after);
}

function compareHeaders({ tell, values }: Input, before: Answer, after: Answer): void {
  const byName = (headers: readonly Header[]) => new Map(headers.map((header) => [header.name, header]));
  const [was, is] = [byName(before.headers), byName(after.headers)];
  for (const [name, one] of was) {
    const other = is.get(name);
    const at = { old: one.part.pointer, new: other?.part.pointer ?? after.part.pointer };
    const called = `the header field ${name} of the answer ${after.key}`;
    if (!other) {
      tell(one.required ? 'required-header-removed' : 'header-removed', `${called} is gone`, at);
      continue;
    }
    if (one.required && !other.required) tell('header-became-optional', `${called} need not be there any more`, at);
    if (other.required && !one.required) tell('header-became-required', `${called} is always there now`, at);
    if (one.explode !== other.explode || one.content?.type !== other.content?.type)
      tell('header-style-changed', `${called} is written in another way`, at);
    const [old, now] = [one, other].map(({ schema, content, part }) => schemasOf(schema ?? content?.schema, part));
    values('header', called, one.content || other.content ? 'json' : 'text', old ?? [], now ?? []);
  }
  for (const [name, { required, part }] of is)
    if (!was.has(name))
      tell(
        required ? 'required-header-added' : 'header-added',
        `the answer ${after.key} has a header field ${name} now`,
        {
          old: before.part.pointer,
          new: part.pointer,
        },
      );
}

function compareLinks({ tell, documents }: Input, before: Answer, after: Answer): void {
  const linksOf = (references: References, { part }: Answer) =>
    new Map<string, Part<object>>(membersOf(references, part, 'links'));
  const [was, is] = [linksOf(documents.old.references, before), linksOf(documents.new.references, after)];
  for (const [name, one] of was) {
    const other = is.get(name);
    const at = { old: one.pointer, new: other?.pointer ?? after.part.pointer };
    if (!other) tell('link-removed', `the link ${name} of the answer ${after.key} is gone`, at);
    else if (meant(one) !== meant(other))
      tell('link-changed', `the link ${name} of the answer ${after.key} leads elsewhere now`, at);
  }
  for (const [name, { pointer }] of is)
    if (!was.has(name))
      tell('link-added', `the answer ${after.key} has a link ${name} now`, { old: before.part.pointer, new: pointer });
}

function meant({ value }: Part<object>): string {
  const { description: _, ...rest } = value as { description?: unknown };
  return canonical(rest);
}
