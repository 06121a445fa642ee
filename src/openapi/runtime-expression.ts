// Runtime expressions of callbacks and links (OpenAPI 3.0.3, section 4.7.20.4).

import { pointerInFragment, valueAt } from './pointer.ts';

/** A request and its response. Header names are in lower case. */
export interface Exchanged {
  readonly url: string;
  readonly method: string;
  readonly statusCode: number;
  readonly request: Message & {
    readonly path: Readonly<Record<string, unknown>>;
    readonly query: Readonly<Record<string, unknown>>;
  };
  readonly response: Message;
}

export interface Message {
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The value of an expression such as `$request.body#/url`; undefined if it has none or is invalid. */
export function valueOfExpression(expression: string, exchanged: Exchanged): unknown {
  if (expression === '$url') return exchanged.url;
  if (expression === '$method') return exchanged.method;
  if (expression === '$statusCode') return exchanged.statusCode;
  const [, side, source = ''] = /^\$(request|response)\.(.*)$/s.exec(expression) ?? [];
  if (side !== 'request' && side !== 'response') return undefined;
  const message = exchanged[side];
  if (source === 'body') return message.body;
  if (source.startsWith('body#')) {
    const pointer = pointerInFragment(source.slice('body'.length));
    return pointer === undefined ? undefined : valueAt(message.body, pointer);
  }
  const [, place, name = ''] = /^(header|query|path)\.(.+)$/s.exec(source) ?? [];
  if (place === 'header') return own(message.header, name.toLowerCase());
  if (side !== 'request') return undefined;
  const { path, query } = exchanged.request;
  return place === 'path' ? own(path, name) : place === 'query' ? own(query, name) : undefined;
}

/** An evaluated template, or its first expression without a value. */
export type Evaluated =
  | { readonly text: string; readonly missing?: undefined }
  | { readonly text?: undefined; readonly missing: string };

/**
 * Evaluates a template such as `{$request.body#/url}/events?id={$response.body#/id}`. A single expression needs no
 * braces. Values in a query are encoded, unless the expression is the whole template.
 *
 * @returns `missing`: the first expression without a value, or whose value is not a string, number or boolean
 */
export function evaluate(template: string, exchanged: Exchanged): Evaluated {
  let missing: string | undefined;
  const textOf = (expression: string): string => {
    const value = valueOfExpression(expression, exchanged);
    if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
    missing ??= expression;
    return '';
  };
  const text = template.startsWith('$')
    ? textOf(template)
    : template.replaceAll(/\{(\$[^{}]+)\}/g, (_, expression: string, at: number) =>
        template.lastIndexOf('?', at) === -1 ? textOf(expression) : encodeURIComponent(textOf(expression)),
      );
  return missing === undefined ? { text } : { missing };
}

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
