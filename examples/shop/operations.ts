// The operations of Shop, made from shop.yaml by `understudy types`. Do not edit: change the source and run it again.

export type Product = {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
};

export type Order = {
  readonly id: number;
  readonly sku: string;
  readonly count: number;
  readonly status?: 'open' | 'shipped';
  readonly total?: number;
};

export type OrderInput = {
  readonly id?: number;
  readonly sku: string;
  readonly count: number;
  readonly status?: 'open' | 'shipped';
  readonly total?: number;
};

/** The collections of `call.items`. */
export interface Collections {
  readonly products: {
    readonly item: Product;
    readonly properties: Product;
    readonly id: string;
    readonly parents: {};
  };
  readonly orders: {
    readonly item: Order;
    readonly properties: OrderInput;
    readonly create: OrderInput;
    readonly id: number;
    readonly parents: {};
  };
}

/** What goes into and comes out of each operation. */
export interface Operations {
  listProducts: {
    readonly input: { readonly [name: string]: never };
    readonly output: readonly Product[];
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: readonly Product[]; readonly headers: {} };
    };
    readonly items: Collections;
  };
  getProduct: {
    readonly input: { readonly sku: string };
    readonly output: Product;
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: Product; readonly headers: {} };
      readonly 404: { readonly body: {
        readonly message: string;
      }; readonly headers: {} };
    };
    readonly items: Collections;
  };
  listOrders: {
    readonly input: { readonly [name: string]: never };
    readonly output: readonly Order[];
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: readonly Order[]; readonly headers: {} };
    };
    readonly items: Collections;
  };
  placeOrder: {
    readonly input: OrderInput;
    readonly output: Order;
    readonly secured: false;
    readonly responses: {
      readonly 201: { readonly body: Order; readonly headers: {} };
      readonly 422: { readonly body: {
        readonly message: string;
      }; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['orders']['properties'];
  };
  getOrder: {
    readonly input: { readonly id: number };
    readonly output: Order;
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: Order; readonly headers: {} };
      readonly 404: { readonly body: {
        readonly message: string;
      }; readonly headers: {} };
    };
    readonly items: Collections;
  };
  shipOrder: {
    readonly input: { readonly id: number };
    readonly output: Order;
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: Order; readonly headers: {} };
      readonly 404: { readonly body: {
        readonly message: string;
      }; readonly headers: {} };
      readonly 409: { readonly body: {
        readonly message: string;
      }; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['orders']['properties'];
  };
  getSales: {
    readonly input: { readonly [name: string]: never };
    readonly output: {
      readonly orders: number;
      readonly revenue: number;
    };
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: {
        readonly orders: number;
        readonly revenue: number;
      }; readonly headers: {} };
    };
    readonly items: Collections;
  };
  getExchangeRate: {
    readonly input: { readonly [name: string]: never };
    readonly output: {
      readonly rate: number;
    };
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: {
        readonly rate: number;
      }; readonly headers: {} };
    };
    readonly items: Collections;
  };
}
