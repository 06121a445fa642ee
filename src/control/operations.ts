// The operations of Understudy control API, made from control.yaml by `understudy types`. Do not edit: change the source and run it again.

export type Sandbox = {
  readonly sandbox: string;
};

export type State = {
  readonly sandbox: string;
  /** Api name to collection name to records. */
  readonly apis: Readonly<Record<string, Readonly<Record<string, readonly {
    readonly id: string;
  }[]>>>>;
};

export type Exchanges = {
  readonly sandbox: string;
  readonly exchanges: readonly Exchange[];
};

export type Exchange = {
  readonly number: number;
  readonly at: string;
  /** Absent when the request meant no operation. */
  readonly operation?: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  /** As text; absent when it was empty, or longer than 16 KiB. */
  readonly requestBody?: string;
  /** As text; absent when it was empty, or longer than 16 KiB. */
  readonly responseBody?: string;
  /** What the document says against the request or the answer. */
  readonly findings: readonly string[];
  /** What was accepted although the sender may be mistaken. */
  readonly warnings: readonly string[];
};

export type Status = {
  readonly code: number;
  readonly message: string;
  readonly details: readonly Readonly<Record<string, unknown>>[];
};

/** What goes into and comes out of each operation. */
export interface Operations {
  /** Tell whether the stand-in is ready */
  ready: {
    readonly input: Record<string, never>;
    readonly output: 'ok';
    readonly secured: false;
  };
  /** Start over from the fixtures */
  resetSandbox: {
    readonly input: { readonly 'x-understudy-sandbox'?: string };
    readonly output: Sandbox;
    readonly secured: true;
  };
  /** Show every record */
  getState: {
    readonly input: { readonly 'x-understudy-sandbox'?: string };
    readonly output: State;
    readonly secured: true;
  };
  /** Show what was asked and answered */
  listExchanges: {
    readonly input: { readonly 'x-understudy-sandbox'?: string };
    readonly output: Exchanges;
    readonly secured: true;
  };
}
