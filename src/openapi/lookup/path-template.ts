// Path templates such as `/pets/{id}` or `/pets/{id}:feed`.

import { createConditionMatcher, type PathCondition, parseConditions } from './path-condition.ts';

/** A parsed template, split at its slashes. */
export interface PathTemplate {
  readonly segments: readonly TemplateSegment[];
  /** The values, in the order of the template. */
  readonly values: readonly TemplateValue[];
  /** Conditions on other parts of the request, after a `#` or `?`. */
  readonly conditions: readonly PathCondition[];
}

/** A segment: its decoded text; or with values, the texts around them, one more than values. */
export type TemplateSegment = string | readonly string[];

/** A value in a template. */
export interface TemplateValue {
  /** The text between the braces. */
  readonly source: string;
  /** The text without operators of other template languages: `+name`, `name+`, `name*`, `name:.*`, `.name`. */
  readonly name: string;
  /** Whether these operators allow slashes in the value. */
  readonly mayContainSlashes: boolean;
}

/** Placeholder of a value during parsing; it cannot occur in a path. */
const VALUE = '\0';

/** Parses a template. @param includesTail - whether text after a `#` or `?` is part of the path */
export function parsePathTemplate(template: string, includesTail = false): PathTemplate {
  const plain = template.replace(/\{[^}]*\}/g, (value) => VALUE.repeat(value.length));
  // A `#` followed by more path segments is part of the path.
  const tail = includesTail || /[#?][^=]*\//.test(plain) ? -1 : plain.search(/[#?]/);
  const path = tail < 0 ? template : template.slice(0, tail);
  const values: TemplateValue[] = [];
  const literal = path
    // `{?limit}` is a query (RFC 6570, section 3.2.8).
    .replace(/\{[?&][^}]*\}/g, '')
    .replace(/\{([^}]+)\}/g, (_, written: string) => {
      values.push(templateValue(written));
      return written.startsWith('.') ? `.${VALUE}` : VALUE;
    });
  const segments = literal.split('/').map((segment) => {
    const texts = segment.split(VALUE).map(decodeOrKeep);
    return texts.length === 1 ? (texts[0] ?? '') : texts;
  });
  return { segments, values, conditions: tail < 0 ? [] : parseConditions(template.slice(tail + 1)) };
}

/** Whether a form has one of the fields that the conditions of a template require. */
export function hasFormCondition(template: string, form: Uint8Array): boolean {
  if (!template.includes('#')) return false;
  const matchCondition = createConditionMatcher({ query: '', headers: {}, form });
  return parsePathTemplate(template).conditions.some((condition) => matchCondition(condition) !== undefined);
}

function templateValue(written: string): TemplateValue {
  const name = written.replace(/^[+*.]/, '').replace(/(\+|\*|\.\.\.|:.*)$/, '');
  const mayContainSlashes = /^[+*]|(\+|\*|\.\.\.|:path|:\.[*+])$/.test(written);
  return { source: written, name: name || written, mayContainSlashes };
}

/** A percent-decoded text; unchanged if it is not valid encoding. */
export function decodeOrKeep(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The values of a segment as sent; undefined if it does not match. Each has at least one character; the first one is
 * the longest possible.
 *
 * @param choices - the allowed texts of each value that directly follows another value
 */
export function matchSegment(
  segment: string,
  texts: readonly string[],
  choices: readonly (readonly string[])[] = [],
): readonly string[] | undefined {
  // Fast path: most values have a segment of their own.
  if (texts.length === 2 && texts[0] === '' && texts[1] === '') return segment === '' ? undefined : [segment];
  const found = splitSegment(segment, texts, choices);
  if (found || !segment.includes('%')) return found;
  // The text around values may have been encoded: some clients encode `:` and quotes too.
  return splitSegment(withDecoded(segment, texts.join('')), texts, choices);
}

/** Searches each text from the end, so that no character is compared twice for one text. */
function splitSegment(
  segment: string,
  texts: readonly string[],
  choices: readonly (readonly string[])[],
): readonly string[] | undefined {
  const [first = '', ...others] = texts;
  const last = others.pop() ?? '';
  if (!segment.startsWith(first) || !segment.endsWith(last)) return undefined;
  let end = segment.length - last.length;
  const values: string[] = [];
  for (let index = others.length - 1; index >= 0; index -= 1) {
    const text = others[index] ?? '';
    const start =
      text === '' ? startOfChoice(segment, end, choices[index + 1]) : segment.lastIndexOf(text, end - 1 - text.length);
    if (start < 0) return undefined;
    values.unshift(segment.slice(start + text.length, end));
    end = start;
  }
  return end <= first.length ? undefined : [segment.slice(first.length, end), ...values];
}

/** Start of a value that directly follows another: the longest allowed text, else one character. */
function startOfChoice(segment: string, end: number, choices: readonly string[] = []): number {
  const fitting = choices.filter((choice) => choice !== '' && choice.length < end && segment.endsWith(choice, end));
  return end - Math.max(1, ...fitting.map(({ length }) => length));
}

/** A segment with the characters of a text decoded. */
function withDecoded(segment: string, text: string): string {
  return segment.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    const plain = decodeOrKeep(encoded);
    if (plain === encoded) return encoded;
    return [...plain]
      .map((character) => (text.includes(character) ? character : encodeURIComponent(character)))
      .join('');
  });
}
