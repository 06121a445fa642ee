// The cost of loading one document of the corpus.

export interface Loaded {
  readonly path: string;
  readonly version: string;
  /** Why it cannot be served. */
  readonly rejected?: string;
  readonly operations: number;
  readonly schemas: number;
  /** Validators that do not compile. */
  readonly failed: readonly string[];
  /** The count of each reason for an unenforced rule. */
  readonly notEnforced: Readonly<Record<string, number>>;
  /** Processor time in milliseconds: of the first load, of a later one, and of compiling everything. */
  readonly load: number;
  readonly again: number;
  readonly compile: number;
  /** Peak memory of the process so far, in MB. */
  readonly memory: number;
}

/** A rejected document, with the reason. */
export function rejectedDocument(path: string, rejected: string, memory = 0): Loaded {
  const none = { version: '', operations: 0, schemas: 0, failed: [], notEnforced: {} };
  return { ...none, path, rejected, load: 0, again: 0, compile: 0, memory };
}
