// The operations of To-do list, made from todo.yaml by `understudy types`. Do not edit: change the source and run it again.

export type Todo = {
  readonly id: string;
  readonly title: string;
  readonly done: boolean;
};

export type Failure = {
  readonly code: number;
  readonly message: string;
  readonly details?: readonly { readonly [name: string]: unknown }[];
};

/** The collections of `call.items`. */
export interface Collections {
  readonly todos: {
    readonly item: Todo;
    readonly properties: Todo;
    readonly create: {
      readonly title: string;
    };
    readonly id: string;
    readonly parents: {};
  };
}

/** What goes into and comes out of each operation. */
export interface Operations {
  /** List what is to be done */
  listTodos: {
    readonly input: { readonly done?: boolean };
    readonly output: readonly Todo[];
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: readonly Todo[]; readonly headers: {} };
      readonly default: { readonly body: Failure; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Add to the list */
  addTodo: {
    readonly input: {
      readonly title: string;
    };
    readonly output: Todo;
    readonly secured: false;
    readonly responses: {
      readonly 201: { readonly body: Todo; readonly headers: {} };
      readonly default: { readonly body: Failure; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['todos']['properties'];
  };
  /** Tick off */
  finishTodo: {
    readonly input: { readonly id: string };
    readonly output: Todo;
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: Todo; readonly headers: {} };
      readonly default: { readonly body: Failure; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['todos']['properties'];
  };
}
