// The operations of Pets, made from pets.yaml by `understudy types`. Do not edit: change the source and run it again.

export type Kind = 'cat' | 'dog' | 'hen';

export type NewPet = {
  readonly name: string;
  readonly kind: Kind;
  readonly motherId?: string;
};

export type Pet = {
  readonly id: string;
  readonly name: string;
  readonly kind: Kind;
  /** The id of another pet; absent when nobody knows. */
  readonly motherId?: string;
};

export type Status = {
  readonly code: number;
  readonly message: string;
  readonly details: readonly { readonly [name: string]: unknown }[];
};

/** The collections of `call.items`. */
export interface Collections {
  readonly pets: {
    readonly item: Pet;
    readonly properties: Pet;
    readonly create: NewPet;
    readonly id: string;
    readonly parents: {};
  };
}

/** The input and output of each operation. */
export interface Operations {
  /** List the pets */
  listPets: {
    readonly input: { readonly kinds?: readonly Kind[]; readonly limit?: number };
    readonly output: readonly Pet[];
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: readonly Pet[]; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Take in a pet */
  addPet: {
    readonly input: NewPet;
    readonly output: Pet;
    readonly secured: false;
    readonly responses: {
      readonly 201: { readonly body: Pet; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['pets']['properties'];
  };
  /** Show a pet */
  getPet: {
    readonly input: { readonly petId: string };
    readonly output: Pet;
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: Pet; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Give a pet away */
  removePet: {
    readonly input: { readonly petId: string };
    readonly output: undefined;
    readonly secured: true;
    readonly responses: {
      readonly 204: { readonly body: undefined; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
}
