// A mock of a to-do service: its document is todo.yaml, its seed data is in fixtures/.

import { ApiError, defineApi } from 'understudy-api';
import type { Operations, Todo } from './operations.ts';

export const todo = defineApi<Operations, { todos: Todo }, undefined>({
  name: 'todo',
  document: new URL('todo.yaml', import.meta.url),
  fixtures: new URL('fixtures/', import.meta.url),
  handlers: {
    listTodos: ({ input, store }) =>
      [...store.collections.todos.values()].filter(({ done }) => input.done === undefined || input.done === done),

    addTodo: ({ input, store, newId }) =>
      store.change(({ todos }) => {
        const added = { id: newId(), title: input.title, done: false };
        todos.add(added);
        return added;
      }),

    finishTodo: ({ input, store }) =>
      store.change(({ todos }) => {
        const found = todos.get(input.id);
        if (!found) throw new ApiError('not_found', `There is no to-do with the id ${input.id}`);
        const finished = { ...found, done: true };
        todos.replace(finished);
        return finished;
      }),
  },
});
