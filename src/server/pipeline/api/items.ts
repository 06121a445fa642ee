// Types of `call.items`: the items of an inferred API for handlers.

/** The types of one collection, as `understudy types` writes them. */
export interface CollectionTypes {
  /** An item as responses show it. */
  readonly item: unknown;
  /** The properties that handlers may set: read-only and write-only ones too. */
  readonly properties: object;
  /** The input of `create`. Default: any of the properties. */
  readonly create?: object;
  /** `undefined` for a single item, such as `/settings`. */
  readonly id: string | number | undefined;
  /** The ids of the items that it is nested in, such as `petId`. */
  readonly parents: object;
}

/**
 * One collection. Items and ids are as clients see them, and are validated as in requests. Each change is atomic; if
 * the handler throws, all its changes through `items` and `next` are undone.
 */
export interface ItemCollection<Types extends CollectionTypes = UntypedCollection> {
  /**
   * All items, the oldest first.
   *
   * @param query - properties that items must have, and ids of parents. Default: none
   * @example await items.visits.list({ petId: 4, status: 'open' })
   */
  list(query?: Partial<Types['item'] & Types['parents']>): Promise<readonly Types['item'][]>;
  /**
   * One item; undefined if it does not exist.
   *
   * @param parents - needed where several parents have an item with this id
   */
  get(id: NonNullable<Types['id']>, parents?: Partial<Types['parents']>): Promise<Types['item'] | undefined>;
  /**
   * Creates an item. Defaults, ids and times are filled in as for a request.
   *
   * @param parents - ids of the parents, if the item has no properties for them
   * @throws ApiError `invalid_argument`, `already_exists`, or `not_found` for a parent
   */
  create(item: NewItem<Types>, parents?: Partial<Types['parents']>): Promise<Types['item']>;
  /**
   * Sets properties of an item; `undefined` removes one.
   *
   * @param change - or a function from the current item to the properties. It may run more than once
   * @example await items.products.update(sku, ({ stock }) => ({ stock: stock - 1 }))
   * @throws ApiError `not_found`, `invalid_argument` or `already_exists`
   */
  update(
    id: NonNullable<Types['id']>,
    change: ItemChange<Types>,
    parents?: Partial<Types['parents']>,
  ): Promise<Types['item']>;
  /** Deletes an item with everything below it. @throws ApiError `not_found` */
  remove(id: NonNullable<Types['id']>, parents?: Partial<Types['parents']>): Promise<void>;
}

/** A single item, such as `/settings`. */
export interface SingleItem<Types extends CollectionTypes> {
  /** The item; undefined if it does not exist. */
  get(parents?: Partial<Types['parents']>): Promise<Types['item'] | undefined>;
  /** Sets properties of the item; `undefined` removes one. */
  update(change: ItemChange<Types>, parents?: Partial<Types['parents']>): Promise<Types['item']>;
}

type NewItem<Types extends CollectionTypes> = Types['create'] extends object
  ? Types['create'] & Partial<Omit<Types['properties'], keyof Types['create']>>
  : Partial<Types['properties']>;

type ItemChange<Types extends CollectionTypes> =
  | Partial<Types['properties']>
  | ((item: Types['item']) => Partial<Types['properties']>);

/** The collections of an API by name, as in fixture files. */
export type ItemCollections<All> = {
  readonly [Name in keyof All]: All[Name] extends CollectionTypes
    ? All[Name]['id'] extends undefined
      ? SingleItem<All[Name]>
      : ItemCollection<All[Name]>
    : never;
};

/** Properties by their names. */
export type Properties = Readonly<Record<string, unknown>>;

/** The types of a collection where none were generated. */
export interface UntypedCollection extends CollectionTypes {
  readonly item: Properties;
  readonly properties: Properties;
  readonly id: string | number;
  readonly parents: Readonly<Record<string, string | number>>;
}

/** The collections of an API without generated types. */
export type UntypedCollections = Readonly<Record<string, ItemCollection>>;
