// The connection state in the header, with a form for the control token where one is required.

import { html, useEffect, type VNode } from './preact.ts';
import { useLiveState, useSession } from './session.ts';
import { storeToken } from './token.ts';

export function Connection(): VNode {
  const { live, sandbox, notify, go } = useSession();
  const state = useLiveState();
  useEffect(() => {
    if (state.is !== 'ended') return;
    notify(`Sandbox ${sandbox.name} was removed or has expired.`, 'bad');
    go({ sandbox: 'main', rest: [] });
  }, [state]);
  const words = { connecting: 'Connecting…', live: 'Live', gone: 'Not connected', ended: 'Removed' }[state.is];
  return html`<p class="connection" data-is=${state.is} role="status">
    <span class="light" aria-hidden="true"></span> ${words}
    ${
      state.is === 'gone' &&
      html`<span class="why">${state.why}</span>
        ${state.code === 'unauthenticated' ? html`<${TokenForm} />` : html`<button type="button" onClick=${() => live.retry()}>Try again</button>`}`
    }
  </p>`;
}

function TokenForm(): VNode {
  const use = (event: SubmitEvent) => {
    event.preventDefault();
    storeToken(String(new FormData(event.target as HTMLFormElement).get('token')).trim());
    location.reload();
  };
  return html`<form onSubmit=${use}>
    <input name="token" type="password" required autocomplete="off" aria-label="Control token" placeholder="Control token" />
    <button>Use token</button>
  </form>`;
}
