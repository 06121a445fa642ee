// The frame of the page: the curtain with the lamp, sandboxes and apis at the left, tabs and what the chosen one shows.

import { Lamp } from './lamp.ts';
import { Live } from './live.ts';
import { Boundary } from './parts/boundary.ts';
import { Notices, type Said } from './parts/notices.ts';
import { TabList } from './parts/tab-list.ts';
import { hashOf, type Place, placeIn } from './place.ts';
import { html, useCallback, useEffect, useMemo, useState, type VNode } from './preact.ts';
import { type Reached, type Session, SessionContext, sandboxOf } from './session.ts';
import { Sidebar } from './sidebar.ts';
import { TABS } from './tabs.ts';

interface AppProps {
  readonly reached: Reached;
  /** The sandbox that the page was found in. */
  readonly sandbox: string;
  /** The address of the icon. */
  readonly icon: string;
}

export function App({ reached, sandbox: initial, icon }: AppProps): VNode {
  const usual = useMemo<Place>(() => ({ sandbox: initial, tab: TABS[0].name, rest: [] }), [initial]);
  const [place, go] = usePlace(usual);
  const [said, setSaid] = useState<Said | undefined>(undefined);
  const sandbox = useMemo(() => sandboxOf(reached, place.sandbox), [reached, place.sandbox]);
  const live = useMemo(() => new Live(sandbox), [sandbox]);
  useEffect(() => {
    void live.start();
    return () => live.stop();
  }, [live]);
  const session = useMemo<Session>(
    () => ({
      ...reached,
      sandbox,
      live,
      place,
      tabs: TABS.map(({ name }) => name),
      go,
      say: (text, tone = 'quiet') => setSaid({ text, tone, at: Date.now() }),
    }),
    [reached, sandbox, live, place, go],
  );
  const tab = TABS.find(({ name }) => name === place.tab) ?? TABS[0];
  useEffect(() => {
    document.title = `${tab.label} of ${place.sandbox}: Understudy`;
  }, [tab, place.sandbox]);
  return html`<${SessionContext.Provider} value=${session}>
    <header class="bar">
      <a class="mark" href="${reached.at}/"><img src=${icon} alt="" width="24" height="24" /> Understudy</a>
      <h1>Inspector</h1>
      <${Lamp} key=${place.sandbox} />
    </header>
    <div class="stage">
      <${Sidebar} key=${place.sandbox} />
      <main>
        <${TabList} label="What is looked at" tabs=${TABS} chosen=${tab.name} panel="panel" onChoose=${(name: string) => go({ tab: name, rest: [] })} />
        <section id="panel" role="tabpanel" aria-labelledby=${`tab-${tab.name}`} tabindex="-1">
          <${Boundary} key=${`${place.sandbox} ${tab.name}`}><${tab.component} rest=${place.rest} /><//>
        </section>
      </main>
    </div>
    <${Notices} said=${said} onClose=${() => setSaid(undefined)} />
  <//>`;
}

/** The place in the address, and the way elsewhere. */
function usePlace(usual: Place): readonly [Place, Session['go']] {
  const [place, setPlace] = useState(() => placeIn(location.hash, usual));
  useEffect(() => {
    const follow = () => setPlace(placeIn(location.hash, usual));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [usual]);
  const go = useCallback<Session['go']>(
    (to, isStep = true) => {
      const next = { ...placeIn(location.hash, usual), ...to };
      const hash = hashOf(next);
      if (hash === location.hash) return;
      if (isStep) history.pushState(null, '', hash);
      else history.replaceState(null, '', hash);
      setPlace(next);
    },
    [usual],
  );
  return [place, go];
}
