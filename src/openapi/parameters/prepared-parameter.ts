// A parameter prepared for reading, with a view of its schema.

import { parseJson } from '../../schema/json/parse-json.ts';
import type { BodyMediaType } from '../content.ts';
import type { Part } from '../references.ts';
import { parseScalar } from './parse-scalar.ts';
import { type Decode, type ParameterStyle, readStyled } from './read-styled.ts';
import type { SchemaView } from './schema-view.ts';

/** A parameter with its defaults. */
export interface ReadableParameter extends ParameterStyle {
  readonly schema: Part | undefined;
  /** The media type of the value; undefined if it is serialized by its style. */
  readonly content:
    | { readonly type: string; readonly schema: Part | undefined; readonly encoding: BodyMediaType['encoding'] }
    | undefined;
  /** Whether it is the whole query string. */
  readonly isWholeQuery: boolean;
  readonly allowEmptyValue: boolean | undefined;
  /** Default: false. */
  readonly required?: boolean;
}

/** A parameter with a view of its schema. */
export interface PreparedParameter {
  readonly parameter: ReadableParameter;
  /** The key of its value. */
  readonly key: string;
  readonly view: SchemaView;
  /** Whether each member of the object is a pair of the query. */
  readonly isSpread: boolean;
  /** Whether its decoded text is the value, whatever the style. */
  readonly isPlain: boolean;
}

/** Reads a parameter that was sent as one text. */
export function readParameterText(
  raw: string,
  { parameter, view, isPlain }: PreparedParameter,
  decode: Decode,
): unknown {
  if (isPlain) return parseScalar(decode(raw), view);
  const { content } = parameter;
  if (content && /^[^;]*[/+]json *(;|$)/i.test(content.type)) return parseJson(decode(raw));
  if (content) return /^text\//i.test(content.type) ? parseScalar(decode(raw), view) : decode(raw);
  return readStyled(raw, parameter, view, decode);
}
