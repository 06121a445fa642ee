// The operations of Greeter, made from greeter.yaml by `understudy types`. Do not edit: change the source and run it again.

export type Words = {
  readonly hello: string;
  readonly count?: string;
};

export type Greeting = {
  readonly text: string;
  readonly byTongue?: Readonly<Record<string, string>>;
};

export type Status = {
  readonly code: number;
  readonly message: string;
  readonly details?: readonly Readonly<Record<string, unknown>>[];
};

/** What goes into and comes out of each operation. */
export interface Operations {
  greet: {
    readonly input: Words & { readonly person: string; readonly times?: number; readonly tongues?: readonly string[]; readonly 'x-mood'?: string };
    readonly output: Greeting;
    readonly secured: false;
  };
  wait: {
    readonly input: { readonly person: string };
    readonly output: Record<string, never>;
    readonly secured: false;
  };
  silence: {
    readonly input: Record<string, never>;
    readonly output: undefined;
    readonly secured: false;
  };
}
