// Paths with places for values, such as `/pets/{id}` or `/pets/{id}:feed`.

import { type Condition, conditionsOf, createMeter } from './path-condition.ts';

/** A template taken apart at its slashes. */
export interface PathTemplate {
  readonly segments: readonly Segment[];
  /** The values, in the order of the template. */
  readonly values: readonly TemplateValue[];
  /** What must stand elsewhere in the request: what is written behind a `#` or a `?`. */
  readonly conditions: readonly Condition[];
}

/** A segment: without values its text, decoded; else the texts around its values, one more than there are values. */
export type Segment = string | readonly string[];

/** A value in a template. */
export interface TemplateValue {
  /** What stands between the braces. */
  readonly written: string;
  /** The same without the operators that other languages of templates have there: `+name`, `name+`, `name*`, `name:.*`, `.name`. */
  readonly name: string;
  /** Whether those say that it may hold slashes. */
  readonly mayHoldSlashes: boolean;
}

/** Stands for a value while a template is taken apart; no path holds it. */
const VALUE = '\0';

/** Takes a template apart. @param isWhole - what is behind a `#` or a `?` is part of the path as well */
export function parsePathTemplate(template: string, isWhole = false): PathTemplate {
  const plain = template.replace(/\{[^}]*\}/g, (value) => VALUE.repeat(value.length));
  // What goes on as a path behind a `#` is one.
  const tail = isWhole || /[#?][^=]*\//.test(plain) ? -1 : plain.search(/[#?]/);
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
    const texts = segment.split(VALUE).map(decoded);
    return texts.length === 1 ? (texts[0] ?? '') : texts;
  });
  return { segments, values, conditions: tail < 0 ? [] : conditionsOf(template.slice(tail + 1)) };
}

/** Whether a form has one of the fields that a template asks for behind its `#`. */
export function isAskedBy(template: string, form: Uint8Array): boolean {
  if (!template.includes('#')) return false;
  const meet = createMeter({ query: '', headers: {}, form });
  return parsePathTemplate(template).conditions.some((condition) => meet(condition) !== undefined);
}

function templateValue(written: string): TemplateValue {
  const name = written.replace(/^[+*.]/, '').replace(/(\+|\*|\.\.\.|:.*)$/, '');
  const mayHoldSlashes = /^[+*]|(\+|\*|\.\.\.|:path|:\.[*+])$/.test(written);
  return { written, name: name || written, mayHoldSlashes };
}

/** A text as it is meant; as it is where it does not decode. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The values in a segment, as sent; undefined when it does not fit. Each is at least one character long, and the first one as long as it can be.
 *
 * @param choices - of each value that can have some texts only, where nothing stands between it and the one before it
 */
export function valuesIn(
  segment: string,
  texts: readonly string[],
  choices: readonly (readonly string[])[] = [],
): readonly string[] | undefined {
  // Most values have a segment of their own.
  if (texts.length === 2 && texts[0] === '' && texts[1] === '') return segment === '' ? undefined : [segment];
  const found = splitAt(segment, texts, choices);
  if (found || !segment.includes('%')) return found;
  // What stands around values may have been encoded: clients encode `:` and quotes with them.
  return splitAt(withDecoded(segment, texts.join('')), texts, choices);
}

/** Each text is looked for from the end, so that no character is looked at more than once for one of them. */
function splitAt(
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

/** Where a value begins that follows another one at once: the longest that it can be, else one character. */
function startOfChoice(segment: string, end: number, choices: readonly string[] = []): number {
  const fitting = choices.filter((choice) => choice !== '' && choice.length < end && segment.endsWith(choice, end));
  return end - Math.max(1, ...fitting.map(({ length }) => length));
}

/** A segment in which the characters of a text are not encoded. */
function withDecoded(segment: string, text: string): string {
  return segment.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    const plain = decoded(run);
    if (plain === run) return run;
    return [...plain].map((sign) => (text.includes(sign) ? sign : encodeURIComponent(sign))).join('');
  });
}
