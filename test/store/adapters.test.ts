// Every adapter, held against the promises they share.

import { join } from 'node:path';
import { memoryAdapter } from '../../src/store/adapter.ts';
import { openDurable } from '../../src/store/durable.ts';
import { adapterCases } from '../support/cases/adapter.cases.ts';
import { temporaryFolder } from '../support/temporary.ts';

adapterCases({
  name: 'memory',
  place: async () => async () => memoryAdapter(),
  skips: { reopen: 'memory ends with the process, that is what it is for' },
});

adapterCases({
  name: 'lowdb',
  async place() {
    const path = join(await temporaryFolder(), 'state.json');
    return () => openDurable(path, { check: () => [] });
  },
  skips: {},
});
