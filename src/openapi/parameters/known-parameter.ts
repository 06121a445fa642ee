// A parameter prepared for reading, with a view of its schema.

import type { BodyType } from '../content.ts';
import type { Part } from '../references.ts';
import type { Meaning } from './meaning.ts';
import { type Decode, readStyled, type Style } from './style.ts';
import { readText } from './text.ts';

/** A parameter with its defaults. */
export interface ReadableParameter extends Style {
  readonly schema: Part | undefined;
  /** The media type of the value; undefined if it is serialized by its style. */
  readonly content:
    | { readonly type: string; readonly schema: Part | undefined; readonly encoding: BodyType['encoding'] }
    | undefined;
  /** Whether it is the whole query string. */
  readonly isWholeQuery: boolean;
  readonly allowEmptyValue: boolean;
  /** Default: false. */
  readonly required?: boolean;
}

/** A parameter with a view of its schema. */
export interface KnownParameter {
  readonly parameter: ReadableParameter;
  /** The key of its value. */
  readonly key: string;
  readonly meaning: Meaning;
  /** Whether each member of the object is a pair of the query. */
  readonly isSpread: boolean;
  /** Whether its decoded text is the value, whatever the style. */
  readonly isPlain: boolean;
}

/** Reads a parameter that was sent as one text. */
export function readOne(raw: string, { parameter, meaning: view, isPlain }: KnownParameter, decode: Decode): unknown {
  if (isPlain) return readText(decode(raw), view);
  const { content } = parameter;
  if (content && /^[^;]*[/+]json *(;|$)/i.test(content.type)) return JSON.parse(decode(raw));
  if (content) return /^text\//i.test(content.type) ? readText(decode(raw), view) : decode(raw);
  return readStyled(raw, parameter, view, decode);
}
