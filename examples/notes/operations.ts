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
  readonly details?: readonly { readonly [name: string]: unknown }[];
};

/** The collections of `call.items`. */
export interface Collections {
  readonly notes: {
    readonly item: Note;
    readonly properties: Note;
    readonly create: {
      readonly text: string;
    };
    readonly id: string;
    readonly parents: {};
  };
}

/** What goes into and comes out of each operation. */
export interface Operations {
  /** List my notes */
  listNotes: {
    readonly input: { readonly [name: string]: never };
    readonly output: readonly Note[];
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: readonly Note[]; readonly headers: {} };
      readonly default: { readonly body: Failure; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Write a note */
  addNote: {
    readonly input: {
      readonly text: string;
    };
    readonly output: Note;
    readonly secured: true;
    readonly responses: {
      readonly 201: { readonly body: Note; readonly headers: {} };
      readonly default: { readonly body: Failure; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['notes']['properties'];
  };
}
