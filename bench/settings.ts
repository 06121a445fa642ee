// How a run is to be, from the command line.

/** Every number is above 0. */
export interface Settings {
  /** Length of one measurement; half of it goes before, unmeasured. */
  readonly seconds: number;
  /** How often each server is started and measured. */
  readonly rounds: number;
  /** Keep-alive connections with one request under way on each, where the workload does not say another number. */
  readonly connections: number;
  /** Requests of the soak. */
  readonly requests: number;
  /** A folder for what servers are given and what they keep; it is gone after the run. */
  readonly folder: string;
}
