// The tabs and the view of the selected one.

import { Boundary } from './parts/boundary.ts';
import { TabList } from './parts/tab-list.ts';
import { html, useEffect, type VNode } from './preact.ts';
import { useLoaded, useSession } from './session.ts';
import { TABS } from './tabs.ts';

export function Views(): VNode {
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
