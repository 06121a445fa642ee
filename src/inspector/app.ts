// The frame of the page: header, sidebar with sandboxes and APIs, tabs.

import { ClockTab } from './clock/tab.ts';
import { CoverageTab } from './coverage/tab.ts';
import { DataTab } from './data/tab.ts';
import { FaultsTab } from './faults/tab.ts';
import { HistoryTab } from './history/tab.ts';
import { Live } from './live.ts';
import { LoginsTab } from './logins/tab.ts';
import { TabList } from './parts/tab-list.ts';
import { hashOf, type Place, placeIn } from './place.ts';
import {
  Component,
  type ComponentChildren,
  html,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type VNode,
} from './preact.ts';
import { RequestsTab } from './requests/tab.ts';
import type { Tone } from './session.ts';
import {
  type Origin,
  type Session,
  SessionContext,
  sandboxOf,
  useLiveState,
  useLoaded,
  useSession,
} from './session.ts';
import { Sidebar } from './sidebar.ts';
import type { Tab } from './tab.ts';
import { storeToken } from './token.ts';

interface AppProps {
  readonly origin: Origin;
  /** The sandbox of the page's own address. */
  readonly sandbox: string;
  /** The address of the icon. */
  readonly icon: string;
}

export function App({ origin, sandbox: initial, icon }: AppProps): VNode {
  const initialPlace = useMemo<Place>(() => ({ sandbox: initial, tab: TABS[0].name, rest: [] }), [initial]);
  const [place, go] = usePlace(initialPlace);
  const [notice, setNotice] = useState<Notice | undefined>(undefined);
  const sandbox = useMemo(() => sandboxOf(origin, place.sandbox), [origin, place.sandbox]);
  const live = useMemo(() => new Live(sandbox), [sandbox]);
  useEffect(() => {
    void live.start();
    return () => live.stop();
  }, [live]);
  const session = useMemo<Session>(
    () => ({
      ...origin,
      sandbox,
      live,
      place,
      go,
      notify: (text, tone = 'quiet') => setNotice({ text, tone, at: Date.now() }),
    }),
    [origin, sandbox, live, place, go],
  );
  return html`<${SessionContext.Provider} value=${session}>
    <header class="bar">
      <a class="mark" href="${origin.at}/"><img src=${icon} alt="" width="24" height="24" /> Understudy</a>
      <h1>Inspector</h1>
      <${Connection} key=${place.sandbox} />
    </header>
    <div class="stage">
      <${Sidebar} key=${place.sandbox} />
      <${Views} key=${place.sandbox} />
    </div>
    <${Notices} notice=${notice} onClose=${() => setNotice(undefined)} />
  <//>`;
}

/** The place in the address, and a function that goes to another one. */
function usePlace(initial: Place): readonly [Place, Session['go']] {
  const [place, setPlace] = useState(() => placeIn(location.hash, initial));
  useEffect(() => {
    const follow = () => setPlace(placeIn(location.hash, initial));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [initial]);
  const go = useCallback<Session['go']>(
    (to, isStep = true) => {
      const next = { ...placeIn(location.hash, initial), ...to };
      const hash = hashOf(next);
      if (hash === location.hash) return;
      if (isStep) history.pushState(null, '', hash);
      else history.replaceState(null, '', hash);
      setPlace(next);
    },
    [initial],
  );
  return [place, go];
}

/** The connection state in the header, with a form for the control token where one is required. */
function Connection(): VNode {
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

/** The tabs and the view of the selected one. */
function Views(): VNode {
  const { place, go } = useSession();
  const tab = TABS.find(({ name }) => name === place.tab) ?? TABS[0];
  const absent = useAbsentTabs();
  const tabs = TABS.filter(({ name }) => name === tab.name || !absent.includes(name));
  useEffect(() => {
    document.title = `${tab.label} – ${place.sandbox} – Understudy`;
  }, [tab, place.sandbox]);
  return html`<main>
    <${TabList} label="Views" tabs=${tabs} chosen=${tab.name} panel="panel" onChoose=${(name: string) => go({ tab: name, rest: [] })} />
    <section id="panel" role="tabpanel" aria-labelledby=${`tab-${tab.name}`} tabindex="-1">
      <${Boundary} key=${tab.name}><${tab.component} rest=${place.rest} /><//>
    </section>
  </main>`;
}

/** Until it is known: most servers have no logins. */
const INITIAL = ['logins'];

/** Names of tabs that have nothing to show: no API stores data, or there are no users to log in. */
function useAbsentTabs(): readonly string[] {
  const { sandbox } = useSession();
  const logins = useLoaded(async () => ((await sandbox.control('showControl')).logins ? [] : INITIAL), []);
  const data = useLoaded(async () => {
    const { apis } = await sandbox.control('listCollections');
    return apis.some(({ collections }) => collections.length > 0) ? [] : ['data', 'history'];
  }, []);
  return [...(logins.value ?? INITIAL), ...(data.value ?? [])];
}

/** The tabs of the inspector, in their order: a line and a folder each. */
const TABS: readonly [Tab, ...Tab[]] = [
  { name: 'requests', label: 'Requests', component: RequestsTab },
  { name: 'data', label: 'Data', component: DataTab },
  { name: 'history', label: 'History', component: HistoryTab },
  { name: 'faults', label: 'Faults', component: FaultsTab },
  { name: 'clock', label: 'Clock', component: ClockTab },
  { name: 'coverage', label: 'Coverage', component: CoverageTab },
  { name: 'logins', label: 'Logins', component: LoginsTab },
];

interface Props {
  readonly children: ComponentChildren;
}

/** Wraps a part that may throw while rendering. */
class Boundary extends Component<Props, { readonly message: string | undefined }> {
  override state = { message: undefined };

  static override getDerivedStateFromError(thrown: unknown): { readonly message: string } {
    return { message: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render({ children }: Props, { message }: { readonly message: string | undefined }): VNode {
    if (message === undefined) return html`${children}`;
    return html`<div class="problem" role="alert">
      <p>This part of the page failed: ${message}</p>
      <button type="button" onClick=${() => this.setState({ message: undefined })}>Retry</button>
    </div>`;
  }
}

/** A message. */
interface Notice {
  readonly text: string;
  readonly tone: Tone;
  /** When, so that a repeated message is announced again. */
  readonly at: number;
}

/** How long a message stays, in milliseconds. Errors stay until they are closed. */
const STAYS = 6000;

function Notices({ notice, onClose }: { readonly notice: Notice | undefined; readonly onClose: () => void }): VNode {
  useEffect(() => {
    if (!notice || notice.tone === 'bad') return undefined;
    const timer = setTimeout(onClose, STAYS);
    return () => clearTimeout(timer);
  }, [notice]);
  return html`<div class="notices">
    <div role="status">${notice && html`<p key=${notice.at} data-tone=${notice.tone}>${notice.text}</p>`}</div>
    ${notice && html`<button type="button" class="quiet" aria-label="Close message" onClick=${onClose}>×</button>`}
  </div>`;
}
