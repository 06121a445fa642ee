// A fault plan that is in force, from a test.

import type { Fault, FaultPlan } from '../server/control/operations.ts';
import type { Control } from './control.ts';
import { UnderstudyError } from './error.ts';

/** A plan of what is to go wrong in one sandbox. */
export class PlannedFault {
  /** Such as `fault-1`. */
  readonly id: string;
  readonly plan: FaultPlan;
  readonly #control: Control;

  constructor({ id, plan }: Fault, control: Control) {
    this.id = id;
    this.plan = plan;
    this.#control = control;
  }

  /** How many requests it was for (`matched`), how many met it (`met`), whether it is `over`. @throws UnderstudyError `not_found` if it was lifted */
  async counts(): Promise<Fault> {
    const { faults } = await this.#control('listFaults');
    const found = faults.find(({ id }) => id === this.id);
    if (found) return found;
    throw new UnderstudyError(`fault "${this.id}" not found`, 404, 'not_found');
  }

  /** Lets it rest: nobody meets it, and it counts nothing. */
  pause(): Promise<Fault> {
    return this.#control('updateFault', { id: this.id, paused: true });
  }

  /** Lets it go on after a rest. */
  resume(): Promise<Fault> {
    return this.#control('updateFault', { id: this.id, paused: false });
  }

  /** Lets nothing meet it any more. */
  async remove(): Promise<void> {
    await this.#control('removeFault', { id: this.id });
  }
}
