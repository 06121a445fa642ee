// The Logins tab: active logins and valid tokens.

import type { GivenToken, Login } from '../../client/client.ts';
import { FilterField } from '../parts/filter-field.ts';
import { MasterDetail } from '../parts/master-detail.ts';
import { adoptStyle } from '../parts/style.ts';
import { VirtualList } from '../parts/virtual-list.ts';
import { html, useMemo, useState, type VNode } from '../preact.ts';
import { useSession } from '../session.ts';
import type { TabProps } from '../tab.ts';
import { LoginDetail, TokenDetail } from './details.ts';
import { type Lists, useLists } from './lists.ts';
import { loginRow, loginWords, tokenRow, tokenWords } from './rows.ts';
import { LOGINS_STYLE } from './style.ts';
import { TokenDialog } from './token-dialog.ts';

adoptStyle(LOGINS_STYLE);

const NONE: Lists = { logins: [], tokens: [] };
/** In pixels. */
const ROW = 58;

export function LoginsTab({ rest: [view = 'people', id] }: TabProps): VNode {
  const { go } = useSession();
  const { lists, problem } = useLists();
  const { logins, tokens } = lists ?? NONE;
  const [text, setText] = useState('');
  const [isIssuing, setIsIssuing] = useState(false);
  const isTokens = view === 'tokens';
  const wanted = text.trim().toLowerCase();
  const people = useMemo(() => logins.filter((one) => loginWords(one).includes(wanted)), [logins, wanted]);
  const shownTokens = useMemo(() => tokens.filter((one) => tokenWords(one).includes(wanted)), [tokens, wanted]);
  const login = isTokens ? undefined : logins.find((one) => one.id === id);
  const token = isTokens ? tokens.find((one) => one.id === id) : undefined;
  const open = (where: string, one?: string, filter = '') => {
    setText(filter);
    go({ rest: one === undefined ? [where] : [where, one] });
  };
  const close = () => go({ rest: [view] });
  const from = token?.login;
  const side = login
    ? html`<${LoginDetail} key=${login.id} login=${login} tokens=${tokens.filter((one) => one.login === login.id)} onTokens=${() => open('tokens', undefined, login.id)} onClose=${close} />`
    : token &&
      html`<${TokenDetail} key=${token.id} token=${token} onLogin=${logins.some((one) => one.id === from) ? () => open('people', from) : undefined} onClose=${close} />`;
  const chooser = (where: string, label: string, count: number) =>
    html`<button type="button" aria-pressed=${view === where ? 'true' : 'false'} onClick=${() => open(where)}>${label} <span class="count">${count}</span></button>`;
  const empty = (none: string) => (lists === undefined ? 'Loading…' : wanted === '' ? none : 'No matches.');
  return html`<${MasterDetail} name="logins" side=${side} onClose=${close}>
    <div class="tools">
      <div class="views" role="group" aria-label="List">${chooser('people', 'Logins', logins.length)}${chooser('tokens', 'Tokens', tokens.length)}</div>
      <${FilterField} label=${isTokens ? 'Filter tokens' : 'Filter logins'} value=${text} onInput=${setText} />
      <span class="end"></span>
      <button type="button" class="main" disabled=${problem !== undefined} onClick=${() => setIsIssuing(true)}>Issue token…</button>
    </div>
    ${
      problem !== undefined
        ? html`<p class="problem none">${sentence(problem)}</p>`
        : isTokens
          ? html`<${VirtualList} key="tokens" label="Tokens" items=${shownTokens} keyOf=${(one: GivenToken) => one.id} row=${tokenRow} rowHeight=${ROW} chosen=${token?.id}
              onChoose=${(one: GivenToken, isOpened: boolean) => (isOpened || token) && go({ rest: ['tokens', one.id] }, !token)} empty=${empty('No valid tokens.')} />`
          : html`<${VirtualList} key="people" label="Logins" items=${people} keyOf=${(one: Login) => one.id} row=${loginRow} rowHeight=${ROW} chosen=${login?.id}
              onChoose=${(one: Login, isOpened: boolean) => (isOpened || login) && go({ rest: ['people', one.id] }, !login)} empty=${empty('No active logins. Users who log in to an application appear here.')} />`
    }
    ${
      isIssuing &&
      html`<${TokenDialog} users=${usersIn(logins)} applications=${applicationsIn(logins)} onClose=${() => setIsIssuing(false)} />`
    }
  <//>`;
}

/** Users by their login names. */
function usersIn(logins: readonly Login[]): readonly (readonly [string, string])[] {
  return [...new Map(logins.map(({ loginName, name }) => [loginName, name]))].slice(0, OFFERED);
}

function applicationsIn(logins: readonly Login[]): readonly (readonly [string, string])[] {
  const used = logins.flatMap(({ applications }) => applications);
  return [...new Map(used.map(({ client, name = client }) => [client, name]))].slice(0, OFFERED);
}

/** How many suggestions are shown. */
const OFFERED = 100;

/** Errors of the server start with a lower-case letter. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
