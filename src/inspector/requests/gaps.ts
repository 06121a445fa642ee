// Warns about parts of a request that were not recorded completely.

import { html, type VNode } from '../preact.ts';
import type { Exchange } from '../rows.ts';
import { REDACTED } from './header-lines.ts';

/** Ends a target that was cut. */
const CUT = '…';

/** @param hasVariables - whether secrets are shown as variables. Default false */
export function Gaps({
  exchange,
  hasVariables = false,
}: {
  readonly exchange: Exchange;
  readonly hasVariables?: boolean;
}): VNode {
  const { target, method, requestBody = '', requestHeaders = {} } = exchange;
  const { authorization: _, cookie: __, ...headers } = requestHeaders;
  const texts = [target, requestBody, ...Object.values(headers)];
  const hasBody = !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method) && requestHeaders['content-length'] !== '0';
  const gaps = [
    ...(!hasVariables && texts.some((text) => text.includes(REDACTED))
      ? [`Secrets are not recorded. Replace ${REDACTED}.`]
      : []),
    ...(target.endsWith(CUT) ? ['The URL was too long and is cut.'] : []),
    ...(requestBody === '' && hasBody ? ['The body was not recorded: it was empty, or over 16 KiB.'] : []),
  ];
  return html`${gaps.length > 0 && html`<ul class="problem">${gaps.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`}`;
}
