// An exchange as a case of the contract: an example that its document takes over by an overlay, or a test.

import type { WholeExchange } from '../rows.ts';
import { mediaTypeOf } from './media-type.ts';

/**
 * An OpenAPI Overlay (1.0.0) by which the operation has the request and the answer as examples of one name. `understudy serve --overlay` and `understudy lint` take it, and so do tools that replay
 * examples, such as Dredd.
 */
export function overlayOf(exchange: WholeExchange, name = `exchange${exchange.number}`): string {
  const { operation = '', status, requestBody, responseBody } = exchange;
  const example = (body: string | undefined) => {
    const type = mediaTypeOf(body);
    return type === undefined || body === undefined
      ? undefined
      : { content: { [type.replace(/;.*$/, '')]: { examples: { [name]: { value: saidIn(body) } } } } };
  };
  const [request, answer] = [example(requestBody), example(responseBody)];
  const update = {
    ...(request && { requestBody: request }),
    responses: { [status]: answer ?? { 'x-exchange': name } },
  };
  return `${JSON.stringify(
    {
      overlay: '1.0.0',
      info: { title: `${operation} answers ${status}`, version: '1.0.0' },
      actions: [{ target: `$.paths.*[?@.operationId==${quoted(operation)}]`, update }],
    },
    null,
    2,
  )}\n`;
}

/** A test for `understudy-api/vitest` that sends the request and expects the answer. */
export function testOf(exchange: WholeExchange): string {
  const { operation, method, target, status, caller, requestBody, responseBody } = exchange;
  const type = mediaTypeOf(requestBody);
  const isJson = type === 'application/json';
  const headers = [
    ...(caller === undefined
      ? []
      : [`    authorization: \`Bearer \${await sandbox.token(${JSON.stringify(caller)})}\`,`]),
    ...(type === undefined ? [] : [`    'content-type': ${quoted(type)},`]),
  ];
  const said = [
    ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(requestBody === undefined
      ? []
      : [`  body: ${isJson ? `JSON.stringify(${indented(saidIn(requestBody))})` : JSON.stringify(requestBody)},`]),
  ];
  const answer = saidIn(responseBody ?? '');
  return [
    "import { test } from 'understudy-api/vitest';",
    '',
    `test(${quoted(`${operation ?? `${method} ${target}`} answers ${status}`)}, async ({ sandbox, expect }) => {`,
    ...(exchange.findings.length === 0
      ? []
      : ['  // The request breaks the document, on purpose.', '  sandbox.expectFindings();']),
    `  const response = await fetch(sandbox.url + ${JSON.stringify(target)}${said.length === 0 ? '' : ', {'}`,
    ...said.map((line) => `  ${line}`),
    ...(said.length === 0 ? [] : ['  }']),
    '  );',
    `  expect(response.status).toBe(${status});`,
    ...(typeof answer === 'object' && answer !== null
      ? [`  expect(await response.json()).toMatchObject(${indented(answer)});`]
      : []),
    '});',
    '',
  ].join('\n');
}

function saidIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** JSON over several lines, put in as what is around it is. */
function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}

/** In single quotes, as in JavaScript and in a JSONPath (RFC 9535, section 2.3.1.1). */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
