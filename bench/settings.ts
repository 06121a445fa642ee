// Settings of a run, from the command line.

/** Every number is above 0. */
export interface Settings {
  /** Length of one measurement; half of it before that, as warm-up. */
  readonly seconds: number;
  /** How often each server is started and measured. */
  readonly rounds: number;
  /** Keep-alive connections with one pending request each, unless the workload has its own number. */
  readonly connections: number;
  /** Requests of the soak. */
  readonly requests: number;
  /** A folder for the files and data of servers; it is removed after the run. */
  readonly folder: string;
}
