// What loading one document of the corpus took.

export interface Loaded {
  readonly path: string;
  readonly version: string;
  /** Why it cannot be served. */
  readonly refused?: string;
  readonly operations: number;
  readonly schemas: number;
  /** Validators that do not compile. */
  readonly failed: readonly string[];
  /** How often each reason is told for which something is not enforced. */
  readonly notEnforced: Readonly<Record<string, number>>;
  /** Processor time in milliseconds: of the first load, of a later one, and of compiling everything. */
  readonly load: number;
  readonly again: number;
  readonly compile: number;
  /** The most that this process has had so far, in MB. */
  readonly memory: number;
}

/** A document that was refused, and why. */
export function refusedDocument(path: string, refused: string, memory = 0): Loaded {
  const none = { version: '', operations: 0, schemas: 0, failed: [], notEnforced: {} };
  return { ...none, path, refused, load: 0, again: 0, compile: 0, memory };
}
