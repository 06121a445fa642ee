// A parameter with what its schema means, and its value where it came as one text.

import type { BodyType } from '../content.ts';
import type { Part } from '../references.ts';
import type { Meaning } from './meaning.ts';
import { type Decode, readStyled, type Style } from './style.ts';
import { readText } from './text.ts';

/** What is known of a parameter, its defaults filled in. */
export interface ReadableParameter extends Style {
  readonly schema: Part | undefined;
  /** The media type in which it is written; undefined when it is written by its style. */
  readonly content:
    | { readonly type: string; readonly schema: Part | undefined; readonly encoding: BodyType['encoding'] }
    | undefined;
  /** Whether it is all of the query. */
  readonly isWholeQuery: boolean;
  readonly allowEmptyValue: boolean;
  /** Default: false. */
  readonly required?: boolean;
}

/** A parameter, with what its schema means. */
export interface KnownParameter {
  readonly parameter: ReadableParameter;
  /** Under which its value is found. */
  readonly key: string;
  readonly meaning: Meaning;
  /** Whether each member of the object is a pair of the query by itself. */
  readonly isSpread: boolean;
  /** Whether its text is the value, encoded: no style makes more of it. */
  readonly isPlain: boolean;
}

/** The value of a parameter that came as one text. */
export function readOne(sent: string, { parameter, meaning, isPlain }: KnownParameter, decode: Decode): unknown {
  if (isPlain) return readText(decode(sent), meaning);
  const { content } = parameter;
  if (content && /^[^;]*[/+]json *(;|$)/i.test(content.type)) return JSON.parse(decode(sent));
  if (content) return /^text\//i.test(content.type) ? readText(decode(sent), meaning) : decode(sent);
  return readStyled(sent, parameter, meaning, decode);
}
