// Errors that the compiler must report. Checked by `tsc`, never run: each line marked below fails if the compiler accepts the next one.

import { type Api, defineApi } from '../../src/index.ts';
import { pets } from '../support/pets/api.ts';
import type { Operations } from '../support/pets/operations.ts';
import type { Keeper, Records } from '../support/pets/records.ts';

type Pets = Api<Operations, Records, Keeper>;

const { getPet, ...withoutGetPet } = pets.handlers;
const rest = { name: 'pets', document: 'pets.yaml' };

defineApi<Operations, Records, Keeper>({ ...rest, handlers: { ...withoutGetPet, getPet } });

// @ts-expect-error A handler is missing.
defineApi<Operations, Records, Keeper>({ ...rest, handlers: withoutGetPet });

// @ts-expect-error A handler is misspelt.
defineApi<Operations, Records, Keeper>({ ...rest, handlers: { ...withoutGetPet, getPat: getPet } });

// @ts-expect-error There is an additional handler.
defineApi<Operations, Records, Keeper>({ ...rest, handlers: { ...pets.handlers, feedPet: getPet } });

// @ts-expect-error The output lacks a field.
export const incomplete: Pets['handlers']['getPet'] = () => ({ id: '1', name: 'Minka' });

// @ts-expect-error The output has a value that is not in the list.
export const cow: Pets['handlers']['getPet'] = async () => ({ id: '1', name: 'Minka', kind: 'cow' });

// @ts-expect-error The input does not exist.
export const wrongInput: Pets['handlers']['listPets'] = ({ input }) => input.colours;

// @ts-expect-error The collection does not exist.
export const wrongCollection: Pets['handlers']['listPets'] = ({ store }) => [...store.collections.fish.values()];

// @ts-expect-error An operation without security has no caller.
export const noPrincipal: Pets['handlers']['listPets'] = ({ caller }) => caller.name;

export const caller: Pets['handlers']['removePet'] = ({ caller: { name } }) => void name;

export const nothing: Pets['handlers']['removePet'] = ({ input, store }) =>
  store.change(({ pets }) => {
    pets.remove(input.petId);
  });

// @ts-expect-error The response has no body.
export const something: Pets['handlers']['removePet'] = async () => 'gone';
