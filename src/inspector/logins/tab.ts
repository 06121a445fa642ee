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
import { TokenDialog } from './token-dialog.ts';

/** Text of a style sheet. */
const LOGINS_STYLE = `
.logins .views { display: inline-flex; }
.logins .views button:first-child { border-radius: 7px 0 0 7px; }
.logins .views button:last-child { margin-left: -1px; border-radius: 0 7px 7px 0; }
.logins .views .count { margin-left: 0.25rem; font-variant-numeric: tabular-nums; font-weight: 400; }
.logins .none { margin: 1.25rem; }
.logins .option { display: grid; align-items: center; align-content: center; gap: 0 1rem; font-size: 0.9375rem; white-space: nowrap; }
.logins .option > * { overflow: hidden; text-overflow: ellipsis; }
.logins .option:not(:has(.kind)) { grid-template: 'name applications times' auto 'login applications until' auto / minmax(0, 1.4fr) minmax(0, 1fr) auto; }
.logins .option:has(.kind) { grid-template: 'kind name way ending' auto 'kind applications until until' auto / 5.75rem minmax(0, 1fr) auto 4rem; }
.logins .option > .name { grid-area: name; font-weight: 600; } .logins .option > .login-name { grid-area: login; color: var(--soft); }
.logins .option > .applications { grid-area: applications; } .logins .option:has(.kind) > .applications { color: var(--soft); }
.logins .option > .times { grid-area: times; } .logins .option > .until { grid-area: until; color: var(--soft); } .logins .option > .kind { grid-area: kind; }
.logins .option > .ending { grid-area: ending; font: 0.8125rem var(--mono); text-align: right; } .logins .option > .way { grid-area: way; }
.logins .option > :is(.times, .until, .way) { font-size: 0.8125rem; text-align: right; }
.logins .kind { justify-self: start; padding: 0.05rem 0.55rem; border-radius: 99px; font-size: 0.8125rem; background: var(--wash); color: var(--soft); }
.logins .kind[data-is=access] { background: light-dark(#dcecdf, #1d3a26); color: light-dark(#1b5b32, #a5dfb7); }
.logins .kind[data-is=refresh] { background: light-dark(#dde8f4, #1c3146); color: light-dark(#1f4e79, #b5d6f6); }
.logins .pill { padding: 0.05rem 0.55rem; border-radius: 99px; font-size: 0.8125rem; background: light-dark(#fde7c4, #4a3410); color: light-dark(#6b4300, #f3d29b); }
.logins .boxed + .boxed { margin-top: 0.75rem; }
.scopes { display: flex; flex-wrap: wrap; gap: 0.35rem; margin: 0.5rem 0; }
.scopes li { padding: 0.1rem 0.55rem; border: 1px solid var(--line); border-radius: 7px; background: var(--wash); font: 0.8125rem/1.5 var(--mono); overflow-wrap: anywhere; }
dialog .token { margin-top: 0.6rem; overflow-wrap: anywhere; }
dialog .token-curl { max-height: 10rem; margin: 0.9rem 0; overflow: auto; padding: 0.7rem 0.9rem; border: 1px solid var(--line); border-radius: 10px; background: var(--wash); font: 0.8125rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 56rem) {
  .logins .filter { order: 1; flex-basis: 100%; max-width: none; }
  .logins .option:not(:has(.kind)) { grid-template: 'name until' auto 'login applications' auto / minmax(0, 1fr) auto; }
  .logins .option > .times { display: none; }
  .logins .option > .applications { max-width: 9rem; }
  .logins .option:has(.kind) { grid-template: 'kind name ending' auto 'kind until until' auto / 5.25rem minmax(0, 1fr) auto; gap: 0 0.75rem; }
  .logins .option:has(.kind) > :is(.way, .applications) { display: none; }
  .logins .option:has(.kind) > .until { text-align: left; }
}
`;

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
