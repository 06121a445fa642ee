// The tabs of the inspector, in their order: a line and a folder each.

import { ChangesTab } from './changes/tab.ts';
import { ClockTab } from './clock/tab.ts';
import { CoverageTab } from './coverage/tab.ts';
import { ExchangesTab } from './exchanges/tab.ts';
import { FaultsTab } from './faults/tab.ts';
import { LoginsTab } from './logins/tab.ts';
import type { VNode } from './preact.ts';
import { RecordsTab } from './records/tab.ts';

/** A tab. What it shows is about the sandbox that `useSession` gives; it is made anew for another one. */
export interface Tab {
  /** In the address of the page. */
  readonly name: string;
  readonly label: string;
  readonly component: (props: TabProps) => VNode;
}

export interface TabProps {
  /** Where in the tab one is: what stands in the address behind its name. `useSession().go({ rest: […] })` leads elsewhere. */
  readonly rest: readonly string[];
}

export const TABS: readonly [Tab, ...Tab[]] = [
  { name: 'exchanges', label: 'Exchanges', component: ExchangesTab },
  { name: 'records', label: 'Records', component: RecordsTab },
  { name: 'changes', label: 'Changes', component: ChangesTab },
  { name: 'faults', label: 'Faults', component: FaultsTab },
  { name: 'clock', label: 'Clock', component: ClockTab },
  { name: 'coverage', label: 'Coverage', component: CoverageTab },
  { name: 'logins', label: 'Logins', component: LoginsTab },
];
