// Sends a recorded request again, edited if wanted, and shows the new one.

import type { SandboxClient } from '../../client/client.ts';
import { FormDialog } from '../parts/dialog.ts';
import { html, useState, type VNode } from '../preact.ts';
import type { Exchange } from '../rows.ts';
import { useSession } from '../session.ts';
import { Gaps } from './gaps.ts';
import type { Headers } from './header-lines.ts';
import { headersIn, linesOf, resendable } from './header-lines.ts';

/** How long to wait for the new request, in milliseconds. */
const TIMEOUT = 5000;

/** How the request is authenticated. */
type Authentication = 'user' | 'token' | 'none';

interface Props {
  readonly exchange: Exchange;
  onClose(): void;
}

export function ResendDialog({ exchange, onClose }: Props): VNode {
  const { sandbox, live, go, notify, origin } = useSession();
  const { method, caller } = exchange;
  const [target, setTarget] = useState(exchange.target);
  const [headers, setHeaders] = useState(() => linesOf(resendable(exchange.requestHeaders)));
  const [body, setBody] = useState(exchange.requestBody ?? '');
  const [by, setBy] = useState<Authentication>(caller === undefined ? 'none' : 'user');
  const [who, setWho] = useState(caller ?? '');
  const hasBody = !['GET', 'HEAD'].includes(method);
  const submit = async () => {
    const after = live.rows[0]?.number ?? 0;
    const sent = headersIn(headers);
    const token = by === 'none' ? undefined : by === 'token' ? who : await sandbox.token(who);
    const request = { method, target, headers: sent, token, body: hasBody ? body : '' };
    const { status } = await send(sandbox, origin, request);
    const [recorded] = await sandbox.waitFor({ method }, { after, timeout: TIMEOUT });
    notify(`Sent. The response has status ${status}.`, 'good');
    if (recorded) go({ rest: [String(recorded.number)] });
  };
  const input = (set: (text: string) => void) => (event: InputEvent) => set((event.target as HTMLInputElement).value);
  const choice = (name: Authentication, label: string) =>
    html`<label class="choice"><input type="radio" name="authentication" checked=${by === name} onChange=${() => {
      setBy(name);
      setWho(name === 'user' ? (caller ?? '') : '');
    }} /> ${label}</label>`;
  return html`<${FormDialog} title=${`Resend ${method}`} act="Send" onAct=${submit} onClose=${onClose}>
    <${Gaps} exchange=${exchange} />
    <label>URL path <input value=${target} onInput=${input(setTarget)} spellcheck=${false} required /></label>
    <label>Headers <textarea rows="3" value=${headers} onInput=${input(setHeaders)} spellcheck=${false} placeholder="name: value"></textarea></label>
    ${hasBody && html`<label>Body <textarea rows="6" value=${body} onInput=${input(setBody)} spellcheck=${false}></textarea></label>`}
    <fieldset><legend>Authentication</legend>
      ${choice('user', 'New token for a user')} ${choice('token', 'This token')} ${choice('none', 'None')}
      ${
        by !== 'none' &&
        html`<input value=${who} onInput=${input(setWho)} required spellcheck=${false} autocomplete="off"
          aria-label=${by === 'user' ? 'Id or login name of the user' : 'Token'} placeholder=${by === 'user' ? 'Id or login name' : 'Token'} />`
      }
    </fieldset>
  <//>`;
}

interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly token: string | undefined;
  /** Empty for none. */
  readonly body: string;
}

function send({ headers: own }: SandboxClient, origin: string, request: SentRequest): Promise<Response> {
  const { method, target, headers, token, body } = request;
  const url = new URL(origin + (target.startsWith('/') ? target : `/${target}`));
  return fetch(url, {
    method,
    headers: { ...headers, ...own, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== '' && { body }),
  });
}
