// Fixtures from what was read of a stand-in of a large document.

import { readFixturesCase } from '../../support/cases/read-fixtures.cases.ts';

readFixturesCase('examples/petstore/petstore.yaml');
