// Notes that only their author can read: a mock server with a login.

import { defineApi } from 'understudy-api';
import { authenticate, login, type Person, type Records } from './login.ts';
import type { Operations } from './operations.ts';

export const notes = defineApi<Operations, Records, Person>({
  name: 'notes',
  document: new URL('notes.yaml', import.meta.url),
  fixtures: new URL('fixtures/', import.meta.url),
  login,
  authenticate,
  handlers: {
    listNotes: ({ caller, store }) =>
      [...store.collections.notes.values()].filter(({ author }) => author === caller.id),

    addNote: ({ input, caller, store, newId }) =>
      store.change(({ notes }) => {
        const added = { id: newId(), author: caller.id, text: input.text };
        notes.add(added);
        return added;
      }),
  },
});
