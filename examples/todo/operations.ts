// The operations of To-do list, made from todo.yaml by `understudy types`. Do not edit: change the source and run it again.

export type Todo = {
  readonly id: string;
  readonly title: string;
  readonly done: boolean;
};

export type Failure = {
  readonly code: number;
  readonly message: string;
  readonly details?: readonly Readonly<Record<string, unknown>>[];
};

/** What goes into and comes out of each operation. */
export interface Operations {
  /** List what is to be done */
  listTodos: {
    readonly input: { readonly done?: boolean };
    readonly output: readonly Todo[];
    readonly secured: false;
  };
  /** Add to the list */
  addTodo: {
    readonly input: {
      readonly title: string;
    };
    readonly output: Todo;
    readonly secured: false;
  };
  /** Tick off */
  finishTodo: {
    readonly input: { readonly id: string };
    readonly output: Todo;
    readonly secured: false;
  };
}
