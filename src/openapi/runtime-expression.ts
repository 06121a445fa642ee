// Runtime expressions of callbacks and links (OpenAPI 3.0.3, section 4.7.20.4).

import { pointerInFragment, valueAtPointer } from '../schema/json-pointer.ts';
import { isScalar } from './schema/scalar.ts';

/** A request and its response. Header names are in lower case. */
export interface ExchangeValues {
  readonly url: string;
  readonly method: string;
  readonly statusCode: number;
  readonly request: MessageValues & {
    readonly path: Readonly<Record<string, unknown>>;
    readonly query: Readonly<Record<string, unknown>>;
  };
  readonly response: MessageValues;
}

export interface MessageValues {
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The value of an expression such as `$request.body#/url`; undefined if it has none or is invalid. */
export function evaluateExpression(expression: string, exchange: ExchangeValues): unknown {
  if (expression === '$url') return exchange.url;
  if (expression === '$method') return exchange.method;
  if (expression === '$statusCode') return exchange.statusCode;
  const [, direction, source = ''] = /^\$(request|response)\.(.*)$/s.exec(expression) ?? [];
  if (direction !== 'request' && direction !== 'response') return undefined;
  const message = exchange[direction];
  if (source === 'body') return message.body;
  if (source.startsWith('body#')) {
    const pointer = pointerInFragment(source.slice('body'.length));
    return pointer === undefined ? undefined : valueAtPointer(message.body, pointer);
  }
  const [, location, name = ''] = /^(header|query|path)\.(.+)$/s.exec(source) ?? [];
  if (location === 'header') return ownValue(message.header, name.toLowerCase());
  if (direction !== 'request') return undefined;
  const { path, query } = exchange.request;
  return location === 'path' ? ownValue(path, name) : location === 'query' ? ownValue(query, name) : undefined;
}

/** An evaluated template, or its first expression without a value. */
export type EvaluatedTemplate =
  | { readonly text: string; readonly missing?: undefined }
  | { readonly text?: undefined; readonly missing: string };

/**
 * Evaluates a template such as `{$request.body#/url}/events?id={$response.body#/id}`. A single expression needs no
 * braces. Values in a query are encoded, unless the expression is the whole template.
 *
 * @returns `missing`: the first expression without a value, or whose value is not a string, number or boolean
 */
export function evaluateTemplate(template: string, exchange: ExchangeValues): EvaluatedTemplate {
  let missing: string | undefined;
  const scalarText = (expression: string): string => {
    const value = evaluateExpression(expression, exchange);
    if (value !== null && isScalar(value)) return String(value);
    missing ??= expression;
    return '';
  };
  const text = template.startsWith('$')
    ? scalarText(template)
    : template.replaceAll(/\{(\$[^{}]+)\}/g, (_, expression: string, offset: number) =>
        template.lastIndexOf('?', offset) === -1 ? scalarText(expression) : encodeURIComponent(scalarText(expression)),
      );
  return missing === undefined ? { text } : { missing };
}

function ownValue(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
