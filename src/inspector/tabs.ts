// The tabs of the inspector, in their order: a line and a folder each.

import { ChangesTab } from './changes/tab.ts';
import { ClockTab } from './clock/tab.ts';
import { CoverageTab } from './coverage/tab.ts';
import { ExchangesTab } from './exchanges/tab.ts';
import { FaultsTab } from './faults/tab.ts';
import { LoginsTab } from './logins/tab.ts';
import { RecordsTab } from './records/tab.ts';
import type { Tab } from './tab.ts';

export const TABS: readonly [Tab, ...Tab[]] = [
  { name: 'exchanges', label: 'Exchanges', component: ExchangesTab },
  { name: 'records', label: 'Records', component: RecordsTab },
  { name: 'changes', label: 'Changes', component: ChangesTab },
  { name: 'faults', label: 'Faults', component: FaultsTab },
  { name: 'clock', label: 'Clock', component: ClockTab },
  { name: 'coverage', label: 'Coverage', component: CoverageTab },
  { name: 'logins', label: 'Logins', component: LoginsTab },
];
