// Says whether what is shown is how it is: live, not connected, or why nobody answers. Asks for the token, where one is wanted.

import { html, useEffect, type VNode } from './preact.ts';
import { useLiveState, useSession } from './session.ts';
import { keepToken } from './token.ts';

export function Lamp(): VNode {
  const { live, sandbox, say, go } = useSession();
  const state = useLiveState();
  useEffect(() => {
    if (state.is !== 'ended') return;
    say(`The sandbox ${sandbox.name} has ended.`, 'bad');
    go({ sandbox: 'main', rest: [] });
  }, [state]);
  const words = { connecting: 'Connecting…', live: 'Live', gone: 'Not connected', ended: 'Ended' }[state.is];
  return html`<p class="lamp" data-is=${state.is} role="status">
    <span class="glow" aria-hidden="true"></span> ${words}
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
    keepToken(String(new FormData(event.target as HTMLFormElement).get('token')).trim());
    location.reload();
  };
  return html`<form onSubmit=${use}>
    <input name="token" type="password" required autocomplete="off" aria-label="Control token" placeholder="Control token" />
    <button>Use it</button>
  </form>`;
}
