// Compares patterns, formats, and encoded content.

import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import type { Located } from '../../openapi/schema/constraints/located.ts';
import { canonicalJson } from '../../schema/equality.ts';
import { createPattern } from '../../schema/pattern.ts';
import type { DiffRule } from '../level.ts';
import { mayReject, type RuleInput } from './rule-input.ts';

export const TEXT_RULES = {
  'pattern-added': { effect: 'narrows', title: 'A pattern was added.' },
  'pattern-dropped': {
    effect: 'widens',
    title: 'A pattern was removed.',
    clients: { out: 'risky' },
  },
  'pattern-changed': {
    effect: 'unclear',
    title: 'A pattern changed. Whether it allows more or fewer strings is not checked.',
  },
  'format-added': { effect: 'narrows', title: 'A format was added.' },
  'format-dropped': {
    effect: 'widens',
    title: 'A format was removed.',
    clients: { out: 'risky' },
  },
  'format-changed': { effect: 'replaces', title: 'A format changed.' },
  'format-narrowed': { effect: 'narrows', title: 'A format changed to one that allows fewer values.' },
  'format-widened': { effect: 'widens', title: 'A format changed to one that allows more values.' },
  'content-changed': {
    effect: 'replaces',
    title: '`contentEncoding` or `contentMediaType` changed.',
  },
  'xml-changed': { effect: 'replaces', title: 'The XML representation changed (`xml`).' },
} as const satisfies Readonly<Record<string, DiffRule>>;

type Input = RuleInput<keyof typeof TEXT_RULES>;

export function compareTexts(input: Input): void {
  comparePatterns(input);
  compareFormats(input);
  const { old, new: now, form, tell } = input;
  for (const note of ['contentEncoding', 'contentMediaType', 'xml'] as const) {
    const [before, after] = [annotationOf(old, note), annotationOf(now, note)];
    if (canonicalJson(before?.value ?? null) === canonicalJson(after?.value ?? null)) continue;
    const at = { old: before?.at ?? old.at, new: after?.at ?? now.at };
    if (note !== 'xml') tell('content-changed', `${note} changed`, at);
    else if (form === 'xml') tell('xml-changed', 'XML representation changed', at);
  }
}

/** `format: byte` of OpenAPI 3.0 is `contentEncoding: base64` of 3.1. */
function annotationOf({ annotations, formats }: Constraints, note: string): Located<unknown> | undefined {
  const at = note === 'contentEncoding' ? formats.get('byte') : undefined;
  return annotations.get(note) ?? (at === undefined ? undefined : { value: 'base64', at });
}

function comparePatterns({ old, new: now, tell }: Input): void {
  const added = [...now.patterns].filter(([pattern]) => !old.patterns.has(pattern) && !EVERYTHING.has(pattern));
  const removed = [...old.patterns].filter(([pattern]) => !now.patterns.has(pattern) && !EVERYTHING.has(pattern));
  const [[is, newAt] = ['', now.at]] = added;
  const [[was, oldAt] = ['', old.at]] = removed;
  const at = { old: oldAt, new: newAt };
  const mayRejectSome = (patterns: typeof added, sender: Constraints) =>
    patterns.some(([pattern]) =>
      mayReject('string', sender, (value) => typeof value !== 'string' || createPattern(pattern).test(value)),
    );
  const [isLess, isMore] = [mayRejectSome(added, old), mayRejectSome(removed, now)];
  if (isLess && isMore) tell('pattern-changed', `pattern changed from ${was} to ${is}`, at);
  else if (isLess) tell('pattern-added', `pattern ${is} added`, at);
  else if (isMore) tell('pattern-dropped', `pattern ${was} removed`, at);
}

/** Patterns that every text matches. */
const EVERYTHING = new Set(['', '.*', '^', '$', '^.*']);

function compareFormats({ old, new: now, tell }: Input): void {
  const [before, after] = [formatsOf(old), formatsOf(now)];
  const added = [...after.keys()].filter((format) => !before.has(format));
  const removed = [...before.keys()].filter((format) => !after.has(format));
  const [[is], [was]] = [added, removed];
  if (is === undefined && was === undefined) return;
  const at = { old: before.get(was ?? '') ?? old.at, new: after.get(is ?? '') ?? now.at };
  if (was === undefined) tell('format-added', `format ${is} added`, at);
  else if (is === undefined) tell('format-dropped', `format ${was} removed`, at);
  else if (WIDER[was]?.includes(is)) tell('format-widened', `format widened from ${was} to ${is}`, at);
  else if (WIDER[is]?.includes(was)) tell('format-narrowed', `format narrowed from ${was} to ${is}`, at);
  else tell('format-changed', `format changed from ${was} to ${is}`, at);
}

/** Formats that constrain values beyond their type. */
function formatsOf({ formats, types }: Constraints): ReadonlyMap<string, string> {
  const isText = !types || types.value.has('string');
  return new Map([...formats].filter(([format]) => !PLAIN.has(format) && (isText || !NUMBERS.has(format))));
}

/** Formats that any value of their type has; `byte` is compared as an encoding. */
const PLAIN = new Set(['password', 'float', 'double', 'byte']);
/** Formats of JSON numbers: they describe the width, and all integers have one. */
const NUMBERS = new Set(['int64', 'uint64']);

/** Formats that are part of others. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  email: ['idn-email'],
  hostname: ['idn-hostname'],
  uri: ['uri-reference', 'iri', 'iri-reference'],
  'uri-reference': ['iri-reference'],
  iri: ['iri-reference'],
  int32: ['int64'],
};
