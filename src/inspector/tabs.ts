// The tabs of the inspector, in their order: a line and a folder each.

import { ClockTab } from './clock/tab.ts';
import { CoverageTab } from './coverage/tab.ts';
import { DataTab } from './data/tab.ts';
import { FaultsTab } from './faults/tab.ts';
import { HistoryTab } from './history/tab.ts';
import { LoginsTab } from './logins/tab.ts';
import { RequestsTab } from './requests/tab.ts';
import type { Tab } from './tab.ts';

export const TABS: readonly [Tab, ...Tab[]] = [
  { name: 'requests', label: 'Requests', component: RequestsTab },
  { name: 'data', label: 'Data', component: DataTab },
  { name: 'history', label: 'History', component: HistoryTab },
  { name: 'faults', label: 'Faults', component: FaultsTab },
  { name: 'clock', label: 'Clock', component: ClockTab },
  { name: 'coverage', label: 'Coverage', component: CoverageTab },
  { name: 'logins', label: 'Logins', component: LoginsTab },
];
