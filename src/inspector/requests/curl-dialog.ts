// A recorded request as a curl command.

import { CopyButton } from '../parts/copy-button.ts';
import { Dialog } from '../parts/dialog.ts';
import { html, type VNode } from '../preact.ts';
import type { Exchange } from '../rows.ts';
import { useSession } from '../session.ts';
import { curlCommand } from './curl.ts';
import { Gaps } from './gaps.ts';
import { resendable } from './header-lines.ts';

interface Props {
  readonly exchange: Exchange;
  onClose(): void;
}

export function CurlDialog({ exchange, onClose }: Props): VNode {
  const { origin, sandbox } = useSession();
  const { method, target, caller, requestBody, requestHeaders = {} } = exchange;
  const hasToken = caller !== undefined || requestHeaders.authorization !== undefined;
  const text = curlCommand({
    origin,
    sandbox: sandbox.name,
    method,
    target,
    headers: resendable(requestHeaders),
    body: requestBody,
    hasToken,
  });
  return html`<${Dialog} title="curl command" onClose=${onClose}>
    <pre class="code" tabindex="0">${text}</pre>
    <${Gaps} exchange=${exchange} />
    ${
      hasToken &&
      html`<p>The token is not recorded. Set it first${caller === undefined ? '.' : html`: <code>TOKEN=$(understudy token ${caller})</code>`}</p>`
    }
    <p class="row end"><${CopyButton} text=${text} label="Copy" /></p>
  <//>`;
}
