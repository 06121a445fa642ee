// Sends a request again, from the page, and leads to the new exchange.

import type { SandboxClient } from '../../client/client.ts';
import { Ask } from '../parts/dialog.ts';
import { html, useState, type VNode } from '../preact.ts';
import type { WholeExchange } from '../rows.ts';
import { useSession } from '../session.ts';
import { Gaps } from './gaps.ts';
import { mediaTypeOf } from './media-type.ts';

/** How long the new exchange is waited for, in milliseconds. */
const TIMEOUT = 5000;

/** Who calls: a user, who is given a token; whoever has this token; nobody. */
type As = 'user' | 'token' | 'nobody';

export function AgainDialog({
  exchange,
  onClose,
}: {
  readonly exchange: WholeExchange;
  readonly onClose: () => void;
}): VNode {
  const { sandbox, live, go, say, origin } = useSession();
  const { method } = exchange;
  const [target, setTarget] = useState(exchange.target);
  const [body, setBody] = useState(exchange.requestBody ?? '');
  const [as, setAs] = useState<As>(exchange.caller === undefined ? 'nobody' : 'user');
  const [who, setWho] = useState(exchange.caller ?? '');
  const takesBody = !['GET', 'HEAD'].includes(method);
  const act = async () => {
    const after = live.rows[0]?.number ?? 0;
    const token = as === 'nobody' ? undefined : as === 'token' ? who : await sandbox.token(who);
    const { status } = await send(sandbox, origin, { method, target, token, body: takesBody ? body : '' });
    const [made] = await sandbox.waitFor({ method }, { after, timeout: TIMEOUT });
    say(`It was sent again, and answered with ${status}.`, 'good');
    if (made) go({ rest: [String(made.number)] });
  };
  const written = (set: (text: string) => void) => (event: InputEvent) => set((event.target as HTMLInputElement).value);
  const choice = (name: As, label: string) =>
    html`<label class="choice"><input type="radio" name="as" checked=${as === name} onChange=${() => {
      setAs(name);
      setWho(name === 'user' ? (exchange.caller ?? '') : '');
    }} /> ${label}</label>`;
  return html`<${Ask} title=${`${method} again`} act="Send" onAct=${act} onClose=${onClose}>
    <${Gaps} exchange=${exchange} />
    <label>Address <input value=${target} onInput=${written(setTarget)} spellcheck=${false} required /></label>
    ${takesBody && html`<label>Body <textarea rows="6" value=${body} onInput=${written(setBody)} spellcheck=${false}></textarea></label>`}
    <fieldset><legend>Called by</legend>
      ${choice('user', 'a user, who is given a token')} ${choice('token', 'whoever has this token')} ${choice('nobody', 'nobody')}
      ${
        as !== 'nobody' &&
        html`<input value=${who} onInput=${written(setWho)} required spellcheck=${false} autocomplete="off"
          aria-label=${as === 'user' ? 'The id or login name of the user' : 'The token'} placeholder=${as === 'user' ? 'Id or login name' : 'Token'} />`
      }
    </fieldset>
    <p class="soft">The token that it came with is not kept, nor are other header fields.</p>
  <//>`;
}

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly token: string | undefined;
  readonly body: string;
}

function send({ headers }: SandboxClient, origin: string, { method, target, token, body }: Sent): Promise<Response> {
  const type = mediaTypeOf(body);
  const url = new URL(origin + (target.startsWith('/') ? target : `/${target}`));
  return fetch(url, {
    method,
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(body !== '' && { body }),
  });
}
