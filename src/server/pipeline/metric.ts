// A metric of a part of the server.

/** One number, or one for each of a bounded list of things. */
export interface Metric {
  /** In Prometheus style: `understudy_`, subject, unit. */
  readonly name: string;
  /** Its meaning, a sentence. */
  readonly help: string;
  /** Whether it only increases. Default `gauge`: it does not. */
  readonly kind?: 'gauge' | 'counter';
  /** How it is now. Labels are the same for each, and no client chooses them. */
  values(): readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}
