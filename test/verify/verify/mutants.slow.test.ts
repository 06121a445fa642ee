// Verify finds a dozen mutants. `mutants-of-*.nightly.test.ts` test all of them.

import { FAULTS } from '../../../bench/mutants/faults.ts';
import { testPlantedFaults } from '../../support/cases/planted-faults.cases.ts';

/** The operations to test, one of which has the fault. The others create items. */
const DOZEN = {
  'identity name-199': ['updateApp'],
  'identity state-misspelt': ['searchProjects'],
  'identity any-token': ['updateApp'],
  'identity emoji': ['updateApp'],
  'identity lost-at-border': ['searchProjects'],
  'workshop no-location': ['addMachine'],
  'workshop not-kept': ['addMachine'],
  'workshop patch-forgets': ['addMachine', 'changeMachine'],
  'workshop neighbour-deleted': ['addMachine', 'removeMachine'],
  'workshop id-again': ['addMachine'],
  'workshop bookings-of-others': ['addBooking', 'listBookings'],
  'workshop limit-ignored': ['listMachines'],
};

const chosen = Object.entries(DOZEN).flatMap(([name, operations]) =>
  FAULTS.filter(({ of, id }) => `${of} ${id}` === name).map((fault) => [fault, operations] as const),
);
testPlantedFaults(chosen, ['seed 1']);
