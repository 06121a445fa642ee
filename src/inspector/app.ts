// The frame of the page: header, sidebar with sandboxes and APIs, tabs.

import { Connection } from './connection.ts';
import { Live } from './live.ts';
import { type Notice, Notices } from './parts/notices.ts';
import { hashOf, type Place, placeIn } from './place.ts';
import { html, useCallback, useEffect, useMemo, useState, type VNode } from './preact.ts';
import { type Origin, type Session, SessionContext, sandboxOf } from './session.ts';
import { Sidebar } from './sidebar.ts';
import { TABS } from './tabs.ts';
import { Views } from './views.ts';

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
