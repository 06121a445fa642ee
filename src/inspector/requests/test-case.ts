// A recorded request as an OpenAPI Overlay with examples, or as a Vitest test.

import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { Exchange } from '../rows.ts';
import { mediaTypeOf } from './media-type.ts';

/**
 * An OpenAPI Overlay (1.0.0) that adds the request and the response to the operation, as examples with one name. `understudy serve --overlay` and `understudy lint` accept it.
 */
export function overlayOf(exchange: Exchange, name = `request${exchange.number}`): string {
  const { operation = '', status, requestBody, responseBody, requestHeaders, responseHeaders } = exchange;
  const example = (body: string | undefined, headers: Exchange['requestHeaders']) => {
    const type = mediaTypeOf(body, headers);
    return type === undefined || body === undefined
      ? undefined
      : { content: { [type.replace(/;.*$/, '')]: { examples: { [name]: { value: valueIn(body) } } } } };
  };
  const [request, response] = [example(requestBody, requestHeaders), example(responseBody, responseHeaders)];
  const update = {
    ...(request && { requestBody: request }),
    responses: { [status]: response ?? { 'x-request': name } },
  };
  return `${stringifyJson(
    {
      overlay: '1.0.0',
      info: { title: `${operation} returns ${status}`, version: '1.0.0' },
      actions: [{ target: `$.paths.*[?@.operationId==${quoted(operation)}]`, update }],
    },
    null,
    2,
  )}\n`;
}

/** A test for `understudy-api/vitest` that sends the request and expects the response. */
export function testOf(exchange: Exchange): string {
  const { operation, method, target, status, caller, requestBody, responseBody, requestHeaders } = exchange;
  const type = mediaTypeOf(requestBody, requestHeaders);
  // Code would round large integers, the text does not.
  const isJson = /[/+]json\b/.test(type ?? '') && !/\d{16}/.test(requestBody ?? '');
  const headers = [
    ...(caller === undefined
      ? []
      : [`    authorization: \`Bearer \${await sandbox.token(${JSON.stringify(caller)})}\`,`]),
    ...(type === undefined ? [] : [`    'content-type': ${quoted(type)},`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(requestBody === undefined
      ? []
      : [`  body: ${isJson ? `JSON.stringify(${indented(valueIn(requestBody))})` : JSON.stringify(requestBody)},`]),
  ];
  const body = valueIn(responseBody ?? '');
  return [
    "import { test } from 'understudy-api/vitest';",
    '',
    `test(${quoted(`${operation ?? `${method} ${target}`} returns ${status}`)}, async ({ sandbox, expect }) => {`,
    ...(exchange.findings.length === 0
      ? []
      : ['  // The request is invalid on purpose.', '  sandbox.expectFindings();']),
    `  const response = await fetch(sandbox.url + ${JSON.stringify(target)}${options.length === 0 ? '' : ', {'}`,
    ...options.map((line) => `  ${line}`),
    ...(options.length === 0 ? [] : ['  }']),
    '  );',
    `  expect(response.status).toBe(${status});`,
    ...(typeof body === 'object' && body !== null
      ? [`  expect(await response.json()).toMatchObject(${indented(body)});`]
      : []),
    '});',
    '',
  ].join('\n');
}

function valueIn(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return body;
  }
}

/** JSON over several lines, indented like the code around it. */
function indented(value: unknown): string {
  return stringifyJson(value, null, 2).replaceAll('\n', '\n  ');
}

/** In single quotes, as in JavaScript and in a JSONPath (RFC 9535, section 2.3.1.1). */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
