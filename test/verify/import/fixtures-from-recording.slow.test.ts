// Fixtures from reads of a mock server of a large document.

import { readFixturesCase } from '../../support/cases/read-fixtures.cases.ts';

readFixturesCase('examples/petstore/petstore.yaml');
