// A log in PostgreSQL, tested against the shared contract of logs.

import { logCases } from '../../support/cases/log.cases.ts';
import { openPlace } from '../../support/open-place.ts';
import { describeWithPostgres, sharedPostgres } from '../../support/postgres.ts';

describeWithPostgres('in PostgreSQL', () => {
  const postgres = sharedPostgres();

  logCases({
    name: 'PostgreSQL',
    async place() {
      const url = await postgres().database();
      return {
        // Each has its own connections, as another process would.
        log: async () => (await openPlace(url)).log('main/animals'),
      };
    },
    skips: { failure: 'lost connections have their own tests' },
  });
});
