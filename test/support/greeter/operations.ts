// The operations of Greeter, made from greeter.yaml by `understudy types`. Do not edit: change the source and run it again.

export type Words = {
  readonly hello: string;
  readonly count?: string;
};

export type Greeting = {
  readonly text: string;
  readonly byTongue?: { readonly [name: string]: string };
};

export type Status = {
  readonly code: number;
  readonly message: string;
  readonly details?: readonly { readonly [name: string]: unknown }[];
};

/** The collections of `call.items`. */
export interface Collections {
  readonly people: {
    readonly item: { readonly [name: string]: unknown };
    readonly properties: { readonly [name: string]: unknown };
    readonly id: string;
    readonly parents: {};
  };
}

/** The input and output of each operation. */
export interface Operations {
  greet: {
    readonly input: Words & { readonly 'x-mood'?: string; readonly times?: number; readonly tongues?: readonly string[]; readonly person: string };
    readonly output: Greeting;
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: Greeting; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['people']['properties'];
  };
  wait: {
    readonly input: { readonly person: string };
    readonly output: { readonly [name: string]: never };
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: { readonly [name: string]: never }; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  silence: {
    readonly input: { readonly [name: string]: never };
    readonly output: undefined;
    readonly secured: false;
    readonly responses: {
      readonly 204: { readonly body: undefined; readonly headers: {} };
    };
    readonly items: Collections;
  };
}
