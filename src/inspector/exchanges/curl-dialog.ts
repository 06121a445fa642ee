// An exchange as a command, in a dialog.

import { CopyButton } from '../parts/copy-button.ts';
import { Dialog } from '../parts/dialog.ts';
import { html, type VNode } from '../preact.ts';
import type { WholeExchange } from '../rows.ts';
import { useSession } from '../session.ts';
import { curlCommand } from './curl.ts';
import { Gaps } from './gaps.ts';

export function CurlDialog({
  exchange,
  onClose,
}: {
  readonly exchange: WholeExchange;
  readonly onClose: () => void;
}): VNode {
  const { origin, sandbox } = useSession();
  const { method, target, caller, requestBody } = exchange;
  const text = curlCommand({
    origin,
    sandbox: sandbox.name,
    method,
    target,
    body: requestBody,
    hasToken: caller !== undefined,
  });
  return html`<${Dialog} title="As curl" onClose=${onClose}>
    <pre class="code" tabindex="0">${text}</pre>
    <${Gaps} exchange=${exchange} />
    ${
      caller !== undefined &&
      html`<p>It was called by ${caller}, whose token is not kept. Put one into <code>TOKEN</code>, such as <code>TOKEN=$(understudy token ${caller})</code>.</p>`
    }
    <p class="row end"><${CopyButton} text=${text} label="Copy" /></p>
  <//>`;
}
