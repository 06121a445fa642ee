// Issues an access token without a login, and shows it once.

import type { Operations } from '../../client/client.ts';
import { CopyButton } from '../parts/copy-button.ts';
import { curlOf } from '../parts/curl.ts';
import { Dialog, FormDialog } from '../parts/dialog.ts';
import { Field } from '../parts/field.ts';
import { html, useState, type VNode } from '../preact.ts';
import { messageOf, useLoaded, useSession } from '../session.ts';
import { momentOf } from './rows.ts';

type IssuedToken = Operations['issueToken']['output'];

interface Props {
  /** Suggestions. */
  readonly users: readonly (readonly [loginName: string, name: string])[];
  readonly applications: readonly (readonly [client: string, name: string])[];
  onClose(): void;
}

export function TokenDialog({ users, applications, onClose }: Props): VNode {
  const { sandbox } = useSession();
  const [user, setUser] = useState('');
  const [scopes, setScopes] = useState('');
  const [client, setClient] = useState('');
  const [seconds, setSeconds] = useState('');
  const [problemText, setProblemText] = useState<string | undefined>(undefined);
  const [issued, setIssued] = useState<IssuedToken | undefined>(undefined);
  if (issued) return html`<${IssuedDialog} issued=${issued} onClose=${onClose} />`;
  const act = async () => {
    setProblemText(undefined);
    try {
      const wanted = scopes.split(/[\s,]+/).filter((one) => one !== '');
      const order = {
        user,
        ...(wanted.length > 0 && { scopes: wanted }),
        ...(client !== '' && { client }),
        ...(seconds !== '' && { expiresIn: Number(seconds) }),
      };
      setIssued(await sandbox.control('issueToken', order));
    } catch (thrown) {
      setProblemText(messageOf(thrown));
    }
    return false;
  };
  const problem = (place: RegExp) => (problemText !== undefined && place.test(problemText) ? problemText : undefined);
  const places = [/user/, /scopes/, /client/, /expiresIn/] as const;
  return html`<${FormDialog} title="Issue token" act="Issue" onAct=${act} onClose=${onClose}>
    <p>Issues the access token that the user would get by logging in.</p>
    <${Field} label="User" value=${user} onInput=${setUser} problem=${problem(places[0])} hint="Id or login name" offers=${users} more=${{ required: true, autofocus: true }} />
    <${Field} label="Scopes" value=${scopes} onInput=${setScopes} problem=${problem(places[1])} hint="Separated by spaces. Default: all scopes that the API requires" />
    <${Field} label="Application" value=${client} onInput=${setClient} problem=${problem(places[2])} hint="Client id. Optional; needed for roles in the token" offers=${applications} />
    <${Field} label="Expires after (seconds)" value=${seconds} onInput=${setSeconds} problem=${problem(places[3])} hint="By the clock of the sandbox. Default: as after a login" more=${{ type: 'number', min: '1', step: '1' }} />
    ${problemText !== undefined && !places.some((place) => place.test(problemText)) && html`<p class="problem" role="alert">${problemText}</p>`}
  <//>`;
}

function IssuedDialog({ issued, onClose }: { readonly issued: IssuedToken; readonly onClose: () => void }): VNode {
  const { sandbox, origin, at } = useSession();
  const { value } = useLoaded(() => sandbox.control('listOperations', { limit: 100 }), []);
  const operation = value?.operations.find(({ path }) => !path.includes('{'));
  const curl = curlOf(origin + at, sandbox.name, issued.token, operation);
  return html`<${Dialog} title="Token" onClose=${onClose}>
    <p>Copy it now: it is not shown again. It expires at ${momentOf(issued.expires)}.</p>
    <textarea class="token" rows="2" readonly aria-label="Token" autofocus onFocus=${(event: Event) => (event.target as HTMLTextAreaElement).select()} value=${issued.token}></textarea>
    <p class="row"><${CopyButton} text=${issued.token} label="Copy token" /> <${CopyButton} text=${curl} label="Copy as curl" /></p>
    <pre class="token-curl" tabindex="0" aria-label="As curl">${curl}</pre>
    <ul class="scopes">${issued.scopes.map((scope) => html`<li key=${scope}>${scope}</li>`)}</ul>
    <p class="row end"><button type="button" class="main" onClick=${onClose}>Done</button></p>
  <//>`;
}
