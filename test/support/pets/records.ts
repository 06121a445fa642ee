// The records of a store, made from schema.yaml by `understudy types`. Do not edit: change the source and run it again.

export type Pet = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'cat' | 'dog' | 'hen';
  readonly motherId?: string;
};

/** Whoever may give pets away; the id is the bearer token. */
export type Keeper = {
  readonly id: string;
  readonly name: string;
};

/** Which record each collection holds. */
export interface Records {
  readonly pets: Pet;
  readonly keepers: Keeper;
}
