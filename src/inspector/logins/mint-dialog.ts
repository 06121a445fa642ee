// Gives a token without a login. It is shown once: nobody can look it up afterwards.

import type { Operations } from '../../client/client.ts';
import { CopyButton } from '../parts/copy-button.ts';
import { Ask, Dialog } from '../parts/dialog.ts';
import { Field } from '../parts/field.ts';
import { html, useState, type VNode } from '../preact.ts';
import { sentenceOf, useLoaded, useSession } from '../session.ts';
import { curlOf } from './curl.ts';
import { momentOf } from './rows.ts';

type Minted = Operations['issueToken']['output'];

interface Props {
  /** Users that are known already. */
  readonly users: readonly (readonly [loginName: string, name: string])[];
  readonly applications: readonly (readonly [client: string, name: string])[];
  onClose(): void;
}

export function MintDialog({ users, applications, onClose }: Props): VNode {
  const { sandbox } = useSession();
  const [user, setUser] = useState('');
  const [scopes, setScopes] = useState('');
  const [client, setClient] = useState('');
  const [seconds, setSeconds] = useState('');
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const [minted, setMinted] = useState<Minted | undefined>(undefined);
  if (minted) return html`<${MintedDialog} minted=${minted} onClose=${onClose} />`;
  const act = async () => {
    setRefused(undefined);
    try {
      const wanted = scopes.split(/[\s,]+/).filter((one) => one !== '');
      const order = {
        user,
        ...(wanted.length > 0 && { scopes: wanted }),
        ...(client !== '' && { client }),
        ...(seconds !== '' && { expiresIn: Number(seconds) }),
      };
      setMinted(await sandbox.control('issueToken', order));
    } catch (thrown) {
      setRefused(sentenceOf(thrown));
    }
    return false;
  };
  const problem = (place: RegExp) => (refused !== undefined && place.test(refused) ? refused : undefined);
  const places = [/user/, /scopes/, /client/, /expiresIn/] as const;
  return html`<${Ask} title="Mint a token" act="Mint it" onAct=${act} onClose=${onClose}>
    <p>An access token as the user would get it by logging in.</p>
    <${Field} label="User" value=${user} onInput=${setUser} problem=${problem(places[0])} hint="An id or a login name" offers=${users} more=${{ required: true, autofocus: true }} />
    <${Field} label="Scopes" value=${scopes} onInput=${setScopes} problem=${problem(places[1])} hint="Separated by spaces. Without any: those that open the API" />
    <${Field} label="Application" value=${client} onInput=${setClient} problem=${problem(places[2])} hint="A client id. Without one, the token tells nothing of roles" offers=${applications} />
    <${Field} label="Ends after" value=${seconds} onInput=${setSeconds} problem=${problem(places[3])} hint="Seconds, by the clock of the sandbox. Without any: as after a login" more=${{ type: 'number', min: '1', step: '1' }} />
    ${refused !== undefined && !places.some((place) => place.test(refused)) && html`<p class="problem" role="alert">${refused}</p>`}
  <//>`;
}

function MintedDialog({ minted, onClose }: { readonly minted: Minted; readonly onClose: () => void }): VNode {
  const { sandbox, origin, at } = useSession();
  const { value } = useLoaded(() => sandbox.control('listOperations', { limit: 100 }), []);
  const operation = value?.operations.find(({ path }) => !path.includes('{'));
  const curl = curlOf(origin + at, sandbox.name, minted.token, operation);
  return html`<${Dialog} title="The token" onClose=${onClose}>
    <p>It is shown now, and never again. It is good until ${momentOf(minted.expires)}.</p>
    <textarea class="token" rows="2" readonly aria-label="The token" autofocus onFocus=${(event: Event) => (event.target as HTMLTextAreaElement).select()} value=${minted.token}></textarea>
    <p class="row"><${CopyButton} text=${minted.token} label="Copy the token" /> <${CopyButton} text=${curl} label="Copy as curl" /></p>
    <pre class="token-curl" tabindex="0" aria-label="As curl">${curl}</pre>
    <ul class="scopes">${minted.scopes.map((scope) => html`<li key=${scope}>${scope}</li>`)}</ul>
    <p class="row end"><button type="button" class="main" onClick=${onClose}>Done</button></p>
  <//>`;
}
