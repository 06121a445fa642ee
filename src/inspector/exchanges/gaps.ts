// Says what is not known of an exchange any more, where it is to be sent or kept.

import { html, type VNode } from '../preact.ts';
import type { WholeExchange } from '../rows.ts';

/** How a secret is shown. */
const REDACTED = '[redacted]';
/** What a target ends with that was longer than is kept. */
const CUT = '…';

/** Whether something in the target or the body was a secret. */
export function isRedacted({ target, requestBody = '' }: WholeExchange): boolean {
  return target.includes(REDACTED) || requestBody.includes(REDACTED);
}

export function Gaps({ exchange }: { readonly exchange: WholeExchange }): VNode {
  const { target, method, requestBody } = exchange;
  const gaps = [
    ...(isRedacted(exchange) ? [`Secrets are not kept: put them where ${REDACTED} stands.`] : []),
    ...(target.endsWith(CUT) ? ['The address is longer than is kept, and is cut.'] : []),
    ...(requestBody === undefined && !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method)
      ? ['No body is kept: it was empty, or longer than 16 KiB.']
      : []),
  ];
  return html`${gaps.length > 0 && html`<ul class="problem">${gaps.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`}`;
}
