// Verify finds each mutant of the identity API.

import { IDENTITY } from '../../../bench/mutants/identity.ts';
import { testPlantedFaults } from '../../support/cases/planted-faults.cases.ts';

testPlantedFaults(
  IDENTITY.map((fault) => [fault]),
  ['seed 1', 'seed 2', 'seed 3'],
);
