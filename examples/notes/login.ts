// The login of the notes: users, clients, and the caller of a request.

import { ApiError, type Credentials, defineClient, defineLogin } from 'understudy-api';
import type { Note } from './operations.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export type Records = { people: Person; notes: Note };

const web = defineClient({
  id: 'notes-web',
  name: 'Notes',
  redirectUris: ['http://localhost:5173/callback'],
  postLogoutRedirectUris: ['http://localhost:5173/'],
});

export const login = defineLogin<Records>({
  clients: () => [web],
  users: ({ people }) =>
    [...people.values()].map(({ id, email, name }) => ({
      id,
      loginName: email,
      displayName: name,
      kind: 'human',
    })),
});

export async function authenticate({ headers, store, issued }: Credentials<Records>): Promise<Person> {
  const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  const given = await issued(token);
  const person = given && store.collections.people.get(given.userId);
  if (!person) throw new ApiError('unauthenticated', 'Log in first');
  return person;
}
