// The operations of Notes, made from notes.yaml by `understudy types`. Do not edit: change the source and run it again.

export type Note = {
  readonly id: string;
  /** The id of a person. */
  readonly author: string;
  readonly text: string;
};

export type Failure = {
  readonly code: number;
  readonly message: string;
  readonly details?: readonly Readonly<Record<string, unknown>>[];
};

/** What goes into and comes out of each operation. */
export interface Operations {
  /** List my notes */
  listNotes: {
    readonly input: Record<string, never>;
    readonly output: readonly Note[];
    readonly secured: true;
  };
  /** Write a note */
  addNote: {
    readonly input: {
      readonly text: string;
    };
    readonly output: Note;
    readonly secured: true;
  };
}
