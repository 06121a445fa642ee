// Types of responses. Checked by `tsc`, never run: each line marked below fails if the compiler accepts the next one.

import { type Api, respond } from '../../src/index.ts';

type Pet = { readonly id: string; readonly kind: 'cat' | 'dog' };
type Mistake = { readonly message: string };

/** As written by `understudy types`. */
interface Operations {
  putPet: {
    readonly input: { readonly id: string };
    readonly output: Pet;
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: Pet; readonly headers: { readonly etag?: string } };
      readonly 201: { readonly body: Pet; readonly headers: { readonly location: string; readonly 'x-rest'?: number } };
      readonly 404: { readonly body: undefined; readonly headers: Record<never, never> };
      readonly '4XX': { readonly body: Mistake; readonly headers: Record<never, never> };
      readonly default: { readonly body: { readonly oops: 'busy' | 'down' }; readonly headers: Record<never, never> };
    };
  };
  makePet: {
    readonly input: Record<string, never>;
    readonly output: Pet;
    readonly secured: 'optional';
    readonly responses: {
      readonly 201: { readonly body: Pet; readonly headers: { readonly location: string } };
    };
  };
  dropPet: {
    readonly input: Record<string, never>;
    readonly output: undefined;
    readonly secured: true;
    readonly responses: { readonly 204: { readonly body: undefined; readonly headers: Record<never, never> } };
  };
}

type Handlers = Api<Operations, Record<never, never>, { readonly name: string }>['handlers'];
type PutPet = Handlers['putPet'];

export const output: PutPet = () => ({ id: '1', kind: 'cat' });
export const ok: PutPet = () => respond(200, { id: '1', kind: 'cat' });
export const made: PutPet = async () => respond(201, { id: '1', kind: 'cat' }, { location: '/pets/1', 'x-rest': 3 });
export const either: PutPet = ({ input }) =>
  input.id === '1' ? { id: '1', kind: 'cat' } : respond(201, { id: '2', kind: 'dog' }, { location: '/pets/2' });
export const changed: PutPet = ({ store, input: { id } }) =>
  store.change(() => respond(201, { id, kind: 'cat' as const }, { location: `/pets/${id}` }));
export const bodiless: PutPet = () => respond(404);
export const ofClass: PutPet = () => respond(409, { message: 'no' });
export const other: PutPet = () => respond(503, { oops: 'down' });
export const further: PutPet = () =>
  respond(200, { id: '1', kind: 'cat' }, { etag: '"1"', 'cache-control': 'no-store' });
export const passedOn: PutPet = ({ next }) => next();

// @ts-expect-error The status has its own body, and this is that of its class.
export const classBody: PutPet = () => respond(404, { message: 'no' });

// @ts-expect-error The body is that of another status.
export const wrongBody: PutPet = () => respond(409, { id: '1', kind: 'cat' });

// @ts-expect-error A named status has its own body, not the default one.
export const defaultBody: PutPet = () => respond(200, { oops: 'down' });

// @ts-expect-error A required header is missing.
export const noLocation: PutPet = () => respond(201, { id: '1', kind: 'cat' });

// @ts-expect-error A header has the wrong type.
export const wrongHeader: PutPet = () => respond(201, { id: '1', kind: 'cat' }, { location: 5 });

// @ts-expect-error The body has a value that is not in the list.
export const cow: PutPet = () => respond(201, { id: '1', kind: 'cow' }, { location: '/pets/1' });

export const located: Handlers['makePet'] = () => respond(201, { id: '1', kind: 'cat' }, { location: '/pets/1' });

// @ts-expect-error The document does not declare the status.
export const noSuchStatus: Handlers['makePet'] = () => respond(200, { id: '1', kind: 'cat' }, { location: '/pets/1' });

// @ts-expect-error An output alone has no headers, and the document requires one.
export const noHeaders: Handlers['makePet'] = () => ({ id: '1', kind: 'cat' });

export const nothing: Handlers['dropPet'] = () => {};
export const gone: Handlers['dropPet'] = () => respond(204);

// @ts-expect-error The response has no body.
export const something: Handlers['dropPet'] = () => respond(204, 'gone');

export const known: Handlers['dropPet'] = ({ caller: { name } }) => void name;
export const perhaps: Handlers['makePet'] = ({ caller }) =>
  respond(201, { id: caller?.name ?? '', kind: 'cat' }, { location: '/pets/1' });

// @ts-expect-error The caller may be unknown.
export const surely: Handlers['makePet'] = ({ caller: { name } }) =>
  respond(201, { id: name, kind: 'cat' }, { location: '/pets/1' });
