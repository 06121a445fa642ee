// The pets API, written as a user would: the second API besides the identity API.

import { ApiError, defineApi } from '../../../src/index.ts';
import type { Operations } from './operations.ts';
import type { Keeper, Records } from './records.ts';

export const pets = defineApi<Operations, Records, Keeper>({
  name: 'pets',
  document: new URL('pets.yaml', import.meta.url),
  fixtures: new URL('fixtures/', import.meta.url),
  authenticate({ headers, store }) {
    const keeper = store.collections.keepers.get((headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!keeper) throw new ApiError('unauthenticated', 'only keepers may do this');
    return keeper;
  },
  handlers: {
    listPets({ input: { kinds, limit }, store }) {
      const all = [...store.collections.pets.values()];
      return all.filter((pet) => kinds === undefined || kinds.includes(pet.kind)).slice(0, limit);
    },
    addPet: ({ input, store, newId }) =>
      store.change((draft) => {
        if ([...draft.pets.values()].some(({ name }) => name === input.name)) {
          throw new ApiError('already_exists', `there is a pet called ${input.name}`);
        }
        const { name, kind, motherId } = input;
        const pet = { id: newId(), name, kind, ...(motherId === undefined ? {} : { motherId }) };
        draft.pets.add(pet);
        return pet;
      }),
    getPet({ input: { petId }, store }) {
      const pet = store.collections.pets.get(petId);
      if (!pet) throw new ApiError('not_found', `there is no pet ${petId}`);
      return pet;
    },
    removePet: ({ input: { petId }, store }) =>
      store.change((draft) => {
        if (!draft.pets.remove(petId)) throw new ApiError('not_found', `there is no pet ${petId}`);
        return undefined;
      }),
  },
  introduce: ({ keepers }) => ({
    callers: [...keepers.values()].map(({ id, name }) => ({ token: id, who: name })),
    example: { method: 'POST', path: '/pets', token: 'token-keeper', body: { name: "D'Artagnan", kind: 'dog' } },
  }),
});
