// What a part of a stand-in tells of itself in numbers, for those who watch it.

/** One number, or one for each of a bounded list of things. */
export interface Metric {
  /** As Prometheus names metrics: `understudy_`, what it is, its unit. */
  readonly name: string;
  /** What it says, a sentence. */
  readonly help: string;
  /** Whether it only ever grows. Default `gauge`: it does not. */
  readonly kind?: 'gauge' | 'counter';
  /** How it is now. Labels are the same for each, and no client chooses them. */
  values(): readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}
