// An active fault plan, for tests.

import type { Fault, FaultPlan } from '../server/control/operations.ts';
import type { Control } from './control.ts';
import { UnderstudyError } from './error.ts';

/** A fault plan of one sandbox. */
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

  /**
   * The number of matching requests (`matched`) and of affected ones (`met`), and whether it is `over`.
   *
   * @throws UnderstudyError `not_found` if it was removed
   */
  async counts(): Promise<Fault> {
    const { faults } = await this.#control('listFaults');
    const found = faults.find(({ id }) => id === this.id);
    if (found) return found;
    throw new UnderstudyError(`fault "${this.id}" not found`, 404, 'not_found');
  }

  /** Pauses it: no request is affected or counted. */
  pause(): Promise<Fault> {
    return this.#control('updateFault', { id: this.id, paused: true });
  }

  /** Continues after a pause. */
  resume(): Promise<Fault> {
    return this.#control('updateFault', { id: this.id, paused: false });
  }

  /** Removes it. */
  async remove(): Promise<void> {
    await this.#control('removeFault', { id: this.id });
  }
}
