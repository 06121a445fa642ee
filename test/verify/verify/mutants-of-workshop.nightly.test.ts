// Verify finds each mutant of the workshop API.

import { WORKSHOP } from '../../../bench/mutants/workshop.ts';
import { testPlantedFaults } from '../../support/cases/planted-faults.cases.ts';

testPlantedFaults(
  WORKSHOP.map((fault) => [fault]),
  ['seed 1', 'seed 2', 'seed 3'],
);
