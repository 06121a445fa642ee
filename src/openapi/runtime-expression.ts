// What an address or a value of a callback or a link is made of: parts of the request and of its answer (OpenAPI 3.0.3, section 4.7.20.4).

import { pointerInFragment, valueAt } from './pointer.ts';

/** A request with its answer. Names of header fields are in lower case. */
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

/** The value of an expression such as `$request.body#/url`; undefined when there is none, or when it is no expression. */
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

/** A text with the values of expressions in it, or why it has none. */
export type Evaluated =
  | { readonly text: string; readonly missing?: undefined }
  | { readonly text?: undefined; readonly missing: string };

/**
 * A text with the expressions in braces replaced by their values, such as `{$request.body#/url}/events?id={$response.body#/id}`. One that is an expression
 * itself needs no braces. In a query values are encoded as there, but where they are all of the text: then they are an address.
 *
 * @returns the first expression that has no value, or one that is no text, no number and no flag, as `missing`
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
