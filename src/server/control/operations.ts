// The operations of Understudy control API, made from control.yaml by `understudy types`. Do not edit: change the source and run it again.

export type Sandbox = {
  readonly sandbox: string;
};

export type Control = {
  readonly sandbox: string;
  /** Whether the server has users who can log in, or tokens in its settings. */
  readonly logins: boolean;
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly summary: string;
  }[];
};

export type Reset = {
  /** The name of the fixtures to start over from. Default: `default`. */
  readonly fixtures?: string;
};

export type NewSandbox = {
  /** Up to 63 lower-case letters, digits and hyphens. */
  readonly name: string;
  /** The sandbox to go on from. Without it, the new one starts from the fixtures. */
  readonly from?: string;
  /** The number of a change of `from`: the sandbox starts from the state after it. Other APIs start from their current state. */
  readonly at?: number;
  /** The API of the change `at`. Required only if the server has several. */
  readonly api?: string;
  /** The name of the fixtures to start from, unless `from` is given. Default: `default`. */
  readonly fixtures?: string;
};

export type Sandboxes = {
  readonly sandboxes: readonly {
    readonly sandbox: string;
    /** When it expires without further requests. The sandbox `main` never expires. */
    readonly expires?: string;
  }[];
};

export type NewSnapshot = {
  readonly name: string;
};

export type Snapshot = {
  readonly sandbox: string;
  readonly snapshot: string;
};

export type Snapshots = {
  readonly sandbox: string;
  readonly snapshots: readonly string[];
};

export type Clock = {
  readonly sandbox: string;
  /** The present time there. */
  readonly now: string;
  /** Whether the clock is frozen. */
  readonly frozen: boolean;
  /** The speed relative to the system time; absent if the clock is frozen. */
  readonly speed: number;
  /** Whether it is the system time. */
  readonly machine: boolean;
};

export type ClockOrder = {
  /** The new time, from 1970 to 9899. */
  readonly set?: string;
  /** Advance the clock by this duration. Units are `ms`, `s`, `m`, `h`, `d`, `w`. */
  readonly advance?: string;
  /** Whether the clock is frozen. */
  readonly frozen?: boolean;
  /** The speed relative to the system time. */
  readonly speed?: number;
};

export type Seed = {
  readonly sandbox: string;
  readonly seed: string;
};

export type NewSeed = {
  readonly seed: string;
};

export type Faults = {
  readonly sandbox: string;
  readonly faults: readonly Fault[];
};

export type Fault = {
  readonly id: string;
  /** Whether the fault is paused. */
  readonly paused: boolean;
  /** Whether the fault is used up. */
  readonly over: boolean;
  /** The number of matching requests. */
  readonly matched: number;
  /** The number of affected requests. */
  readonly met: number;
  readonly plan: FaultPlan;
};

export type FaultChange = {
  readonly paused: boolean;
};

export type FaultPlan = {
  readonly on?: FaultTarget;
  /** The share of matching requests to affect, selected by the seed. Default: all. */
  readonly rate?: number;
  /** Affect every n-th matching request only, starting with the n-th. */
  readonly every?: number;
  /** The number of requests to affect. Default: the number of steps if there are several, otherwise all until the fault is removed. */
  readonly times?: number;
  /** The effect on the first affected request, on the second, and so on; the last step applies to all later ones. */
  readonly steps: readonly FaultStep[];
};

/** A plan, or `text` alone. */
export type NewFault = {
  /** The plan in the form of the command line, such as `addPet: status=503, times=2`. */
  readonly text?: string;
  readonly on?: FaultTarget;
  readonly rate?: number;
  readonly every?: number;
  readonly times?: number;
  readonly steps?: readonly FaultStep[];
};

/** A request must match all of these conditions. */
export type FaultTarget = {
  readonly api?: string;
  /** The id of an operation. */
  readonly operation?: string;
  readonly method?: string;
  /** As in the document (`/pets/{petId}`), or as requested; `*` matches one segment, `**` at the end any number. */
  readonly path?: string;
  /** Properties that the caller must have; a string matches any one property, such as the id. */
  readonly caller?: unknown;
  /** Values that the request body must contain: objects may have more properties; lists and other values must be equal. */
  readonly body?: unknown;
  /** Headers that the request must have, by name. */
  readonly headers?: { readonly [name: string]: string };
};

/** Omitted properties have no effect. */
export type FaultStep = {
  /** Delay before the response, in milliseconds: fixed, a uniform range, or log-normal. At most ten minutes. */
  readonly delay?: number | {
    readonly from: number;
    readonly to: number;
  } | {
    readonly median: number;
    readonly sigma: number;
  };
  /** The status of the response: 5XX, or one that the operation declares, unless `undeclared`. */
  readonly status?: number;
  /** The name of the example to return. */
  readonly example?: string;
  /** The body to return. */
  readonly body?: unknown;
  /** Values to merge into the body of the response: objects are merged, lists and other values replaced; `null` removes a property that cannot be null. For a success, the operation runs, and its changes stay if it returns this status. For an error, it does not run. */
  readonly patch?: unknown;
  /** Headers of the response. */
  readonly headers?: { readonly [name: string]: string };
  /** Whether the response may be one that the document does not declare. */
  readonly undeclared?: boolean;
  /** Whether `respondOnce` of the client made the step. Messages then name it and its arguments. */
  readonly respondOnce?: boolean;
  /** Whether the body is to break the document. If no such body is found, it stays, and the request log has a warning. */
  readonly broken?: boolean;
  /** An error response with this gRPC code; over HTTP with the matching status, in the error format of the API. */
  readonly code?: 'cancelled' | 'unknown' | 'invalid_argument' | 'deadline_exceeded' | 'not_found' | 'already_exists' | 'permission_denied' | 'resource_exhausted' | 'failed_precondition' | 'aborted' | 'out_of_range' | 'unimplemented' | 'internal' | 'unavailable' | 'data_loss' | 'unauthenticated';
  /** The message of the error. */
  readonly message?: string;
  /** Details of the error, as in `google.rpc.Status`. In RPCs each needs a known type, or its bytes as `value` in base64. */
  readonly details?: readonly { readonly [name: string]: unknown }[];
  /** The error response for an expired token. */
  readonly expiredToken?: boolean;
  /** The speed at which the body is sent. */
  readonly bytesPerSecond?: number;
  /** Cut the connection after this many bytes of the body. The operation has been carried out. */
  readonly cutAfter?: number;
  /** `reset`: the connection is reset and nothing is carried out. `hang`: no response is sent until the client gives up, and nothing is carried out. */
  readonly connection?: 'reset' | 'hang';
};

export type Collections2 = {
  readonly sandbox: string;
  readonly apis: readonly {
    readonly api: string;
    /** The names of the fixtures that a reset can lead to. */
    readonly fixtures: readonly string[];
    /** The folder of the fixtures of the API, with the other sets in its subfolder `sets`. Absent if there is no folder. */
    readonly folder?: string;
    readonly collections: readonly {
      readonly collection: string;
      /** How many are stored. */
      readonly records: number;
      /** Set for a collection with one record at most, for each parent. Reads generate it until it is written. */
      readonly singleton?: true;
    }[];
  }[];
};

export type Records2 = {
  readonly sandbox: string;
  readonly api: string;
  readonly collection: string;
  /** The number of records in the collection. */
  readonly total: number;
  readonly records: readonly ListedRecord[];
  /** The cursor of the next page (send it as `after`); absent on the last page. */
  readonly after?: number;
};

export type ListedRecord = {
  /** By which the store knows it. */
  readonly id: string;
  readonly version: string;
  /** As it stands in a fixture file. */
  readonly record: unknown;
};

export type KnownRecord = {
  readonly sandbox: string;
  readonly api: string;
  readonly collection: string;
  /** By which the store knows it. */
  readonly id: string;
  readonly version: string;
  /** As it stands in a fixture file. */
  readonly record: unknown;
  /** Existing records that it refers to: by `x-references` of the fixtures or, for inferred resources, by ids of parents and of other items. At most 1000. */
  readonly references: readonly {
    /** Where, in the record. */
    readonly pointer: string;
    readonly collection: string;
    /** By which the store knows the other one. */
    readonly id: string;
  }[];
};

export type DescribedCollection = {
  readonly sandbox: string;
  readonly api: string;
  readonly collection: string;
  readonly fields: readonly RecordField[];
};

export type RecordField = {
  /** Where, in a record. */
  readonly pointer: string;
  /** The types that it may have; none where any will do. */
  readonly types: readonly string[];
  /** Whether the object that it is in must have it. */
  readonly required: boolean;
  /** The only values that it may have. */
  readonly values?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
};

export type RecordChanges = {
  /** The API of the records. Required only if the server has several. */
  readonly api?: string;
  readonly changes: readonly RecordChange[];
};

/** One of `add`, `replace`, `patch`, `remove` and `count`. */
export type RecordChange = {
  readonly collection: string;
  /** A record as in a fixture file. Without an id, it gets a new one. */
  readonly add?: unknown;
  /** A record that replaces the one with the same id. */
  readonly replace?: unknown;
  /** A JSON Merge Patch (RFC 7396) of the record `id`. */
  readonly patch?: unknown;
  /** The id of the record to remove. */
  readonly remove?: string;
  /** Create this many records, at most 5000 in a request. They match the schema, depend on the seed, and refer to existing records. */
  readonly count?: number;
  /** Properties of all created records; in strings `{n}` is replaced by the number of the record, `{nn}` by one of two digits at least. Default: none. */
  readonly template?: { readonly [name: string]: unknown };
  /** The id of the record to patch, as in lists of records. */
  readonly id?: string;
  /** The expected version, for `replace`, `patch` and `remove`. If the record has changed since, the request is rejected. */
  readonly version?: string;
};

export type RecordsChanged = {
  readonly sandbox: string;
  readonly api: string;
  /** In the order of the changes; for `count`, all created records. */
  readonly records: readonly {
    readonly collection: string;
    readonly id: string;
    readonly version?: string;
  }[];
};

export type Undo = {
  /** The number of changes. Default: 1, unless `to` is given. */
  readonly changes?: number;
  /** Undo all changes after this number; 0 for all. */
  readonly to?: number;
  /** The API of the changes. Required only if the server has several. */
  readonly api?: string;
};

export type Edit = {
  readonly collection: string;
  readonly id: string;
  readonly kind: 'added' | 'changed' | 'removed';
};

export type Change = {
  readonly number: number;
  /** By the clock of the sandbox. */
  readonly at?: string;
  /** An operation of an API or of this document; absent if unknown. */
  readonly operation?: string;
  /** A name or an id of the caller; absent without authentication. */
  readonly caller?: string;
  /** How many records it touched. */
  readonly touched: number;
  /** The first twenty of them. */
  readonly edits: readonly Edit[];
};

export type Changes = {
  readonly sandbox: string;
  readonly api: string;
  readonly changes: readonly Change[];
  /** The cursor of earlier items (send it as `before`); absent if there are none. */
  readonly before?: number;
};

export type EditedRecord = {
  readonly collection: string;
  readonly id: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** As it stands in fixture files; absent for one that was added. */
  readonly was?: unknown;
  /** As it stands in fixture files; absent for one that was removed. */
  readonly is?: unknown;
};

export type ChangeWithRecords = {
  readonly sandbox: string;
  readonly api: string;
  readonly change: Change;
  readonly records: readonly EditedRecord[];
};

export type Difference = {
  readonly sandbox: string;
  readonly api: string;
  readonly from: string;
  readonly to: string;
  /** How many records differ. */
  readonly touched: number;
  readonly records: readonly EditedRecord[];
};

export type Undone = {
  readonly sandbox: string;
  readonly undone: number;
};

export type TokenOrder = {
  /** Its id, or its login name. */
  readonly user: string;
  /** The scopes of the token. Default: those that give access to the API. */
  readonly scopes?: readonly string[];
  /** After how many seconds it ends. Without it, as late as after a login. */
  readonly expiresIn?: number;
  /** The client id of the application. Default: the application of the login if there is exactly one. A token without an application has no roles, and userinfo rejects it. */
  readonly client?: string;
};

export type MintedToken = {
  readonly sandbox: string;
  /** By which it is listed and revoked. */
  readonly id: string;
  readonly token: string;
  /** The id. */
  readonly user: string;
  readonly scopes: readonly string[];
  readonly expires: string;
};

export type Logins = {
  readonly sandbox: string;
  readonly logins: readonly Login[];
  /** The cursor of the next page (send it as `after`); absent on the last page. */
  readonly after?: number;
};

export type Login = {
  readonly id: string;
  /** The id. */
  readonly user: string;
  readonly loginName: string;
  /** The display name. */
  readonly name: string;
  readonly since: string;
  /** When the login expires if it is not used. */
  readonly expires: string;
  /** How the user was authenticated: by a password, or by choosing the name. */
  readonly by: 'password' | 'choice';
  /** The applications that use this login. */
  readonly applications: readonly {
    /** The client id. */
    readonly client: string;
    /** Absent if the application was deleted. */
    readonly name?: string;
    readonly scopes: readonly string[];
    /** The `sid` claim of its ID tokens. */
    readonly sid?: string;
    /** Whether its tokens outlive the login, because of `offline_access`. */
    readonly offline: boolean;
  }[];
};

export type EndedLogin = {
  readonly sandbox: string;
  readonly login: string;
  /** The id. */
  readonly user: string;
  /** The number of revoked tokens. */
  readonly tokens: number;
  /** The applications that were notified. */
  readonly notified: readonly {
    readonly client: string;
    /** The URL of the logout request. */
    readonly url: string;
    /** Why the logout request failed. */
    readonly problem?: string;
  }[];
};

export type TokenKind = 'access' | 'refresh' | 'credential';

export type GivenTokens = {
  readonly sandbox: string;
  readonly tokens: readonly GivenToken[];
  /** The cursor of the next page (send it as `after`); absent on the last page. */
  readonly after?: number;
};

export type GivenToken = {
  readonly id: string;
  readonly kind: TokenKind;
  /** Its last characters; absent if the token is too short. For JWTs, the id is the `jti`. */
  readonly ending?: string;
  /** The id. */
  readonly user?: string;
  /** The display name of the user. */
  readonly name?: string;
  /** The client id of the application. */
  readonly client?: string;
  /** Its name. */
  readonly application?: string;
  /** The API that accepts it; only for credentials from the settings. */
  readonly api?: string;
  /** The security scheme; only for credentials from the settings. */
  readonly scheme?: string;
  /** The scopes; absent if the token has all. */
  readonly scopes?: readonly string[];
  readonly given?: string;
  /** When the token expires; absent if it does not. */
  readonly expires?: string;
  /** How it was issued: `minted` (by this API), `settings`, or a grant type of OAuth. */
  readonly by: string;
  /** The login that issued it, if any. */
  readonly login?: string;
};

export type ApiOperations = {
  readonly sandbox: string;
  readonly operations: readonly ApiOperation[];
  /** The cursor of the next page (send it as `after`); absent on the last page. */
  readonly after?: number;
};

export type ApiOperation = {
  /** The name of the API. */
  readonly api: string;
  readonly id: string;
  readonly method: string;
  /** The path in the document. */
  readonly path: string;
  readonly summary?: string;
  /** The name of its remote procedure (gRPC). Absent where it has none. */
  readonly rpc?: string;
  readonly responses: readonly {
    /** A status, a class such as `4XX`, or `default`. */
    readonly status: string;
    /** The names of its examples. */
    readonly examples: readonly string[];
  }[];
};

export type Documents = {
  readonly sandbox: string;
  readonly documents: readonly Document[];
};

export type Document = {
  /** The name of the API. */
  readonly api: string;
  readonly title: string;
  /** The version of the api. */
  readonly version: string;
  /** The version of OpenAPI. */
  readonly openapi: string;
  /** Where it was read: a path, or a URL. */
  readonly file: string;
  /** How many it has. */
  readonly operations: number;
  readonly findings: readonly DocumentFinding[];
};

export type DocumentFinding = {
  /** The file that it is written in: that of the document, or one that it refers to. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warn' | 'info' | 'hint';
  /** Its name. */
  readonly rule: string;
  readonly message: string;
  /** The place in the file as a JSON pointer. */
  readonly pointer: string;
};

export type State = {
  readonly sandbox: string;
  /** Api name to collection name to records. */
  readonly apis: { readonly [name: string]: { readonly [name: string]: readonly {
    readonly id: string;
  }[] } };
};

export type Coverage = {
  readonly sandboxes: readonly string[];
  readonly totals: CoverageTotals;
  readonly apis: readonly ApiCoverage[];
  /** Requests that meant no operation, at most 100 different ones in each sandbox. */
  readonly unmatched: readonly {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly count: number;
  }[];
  /** How many more of them there were. */
  readonly unmatchedBeyond: number;
};

export type ApiCoverage = {
  readonly api: string;
  readonly title: string;
  readonly totals: CoverageTotals;
  readonly operations: readonly OperationCoverage[];
};

export type OperationCoverage = {
  readonly operation: string;
  readonly method: string;
  /** The path in the document. */
  readonly path: string;
  /** The titles of its tag and of the parents of the tag, such as `Store › Orders`; absent without a tag. */
  readonly group?: string;
  readonly requests: number;
  /** The declared statuses, with the number of responses. */
  readonly statuses: readonly StatusCount[];
  /** The undeclared statuses that were returned; absent if there were none. */
  readonly undeclared?: readonly StatusCount[];
  /** Parts that the operation does not have are absent. */
  readonly totals: {
    readonly statuses?: Share;
    readonly mediaTypes?: Share;
    readonly parameters?: Share;
    readonly properties?: Share;
    readonly values?: Share;
    readonly branches?: Share;
    readonly security?: Share;
  };
  /** Absent until the operation is requested. Names begin with the location of a point: `request` (the body), the status of a response, or the location and the name of a parameter. `query without limit` is a request that leaves the parameter out, `request without owner.name` a body that leaves the property out, `200 items[].state=open` a value, `request owner is Person` a branch. */
  readonly points?: {
    readonly mediaTypes?: CoveragePoints;
    readonly parameters?: CoveragePoints;
    readonly properties?: CoveragePoints;
    readonly values?: CoveragePoints;
    readonly branches?: CoveragePoints;
    readonly security?: CoveragePoints;
  };
  /** Whether some of its values were not counted. */
  readonly cut?: boolean;
};

export type StatusCount = {
  /** For example `200`, `4XX` or `default`. */
  readonly status: string;
  readonly count: number;
};

export type Share = {
  readonly covered: number;
  readonly total: number;
};

export type CoveragePoints = {
  readonly seen: readonly string[];
  readonly missing: readonly string[];
};

export type CoverageTotals = {
  readonly all: CoverageShare;
  readonly operations: CoverageShare;
  readonly statuses: CoverageShare;
  readonly mediaTypes: CoverageShare;
  readonly parameters: CoverageShare;
  readonly properties: CoverageShare;
  readonly values: CoverageShare;
  readonly branches: CoverageShare;
  readonly security: CoverageShare;
};

export type CoverageShare = {
  readonly covered: number;
  readonly total: number;
  /** With one decimal, rounded down; 100 if there is nothing to cover. */
  readonly percent: number;
};

export type Exchanges = {
  readonly sandbox: string;
  readonly exchanges: readonly Exchange[];
  /** The cursor of earlier items (send it as `before`); absent if there are none. */
  readonly before?: number;
  /** The cursor of later items (send it as `after`); absent if there are none. */
  readonly after?: number;
};

export type Exchange = {
  readonly number: number;
  readonly at: string;
  /** Absent if the request matched no operation. */
  readonly operation?: string;
  /** The API of the operation. */
  readonly api?: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  /** The id of its trace (W3C Trace Context); absent without one. */
  readonly traceId?: string;
  /** How long it took, in milliseconds by the clock of the machine. */
  readonly duration?: number;
  /** A name or an id of the caller; absent without authentication. */
  readonly caller?: string;
  /** The id of the fault, or `x-understudy-fault` for a fault from the header of the request. */
  readonly fault?: string;
  /** Where the response comes from: an injected fault, a handler, stored data, an example of the document, a body generated from the schema, a rejected request, or the document itself (`OPTIONS`). Absent for login endpoints. */
  readonly source?: 'fault' | 'handler' | 'stored' | 'example' | 'generated' | 'rejected' | 'document';
  /** The error code, such as `not_found`; for gRPC, where the HTTP status is always 200. */
  readonly code?: string;
  /** The headers of the request, by their names in lower case. Secrets are shown as `[redacted]`. A value is cut after 1,000 characters, and all of them after 8 KiB. Absent when there were none. */
  readonly requestHeaders?: { readonly [name: string]: string };
  /** The headers of the response, recorded in the same way. */
  readonly responseHeaders?: { readonly [name: string]: string };
  /** As text, messages as JSON; absent when it was empty, or longer than 16 KiB. */
  readonly requestBody?: string;
  /** As text, messages as JSON; absent when it was empty, or longer than 16 KiB. */
  readonly responseBody?: string;
  /** Why the request was rejected. */
  readonly reason?: string;
  /** Possible next requests, from the links of the document and the values of this exchange. Absent if there are none. */
  readonly links?: readonly FollowedLink[];
  /** Violations in the request or the response. */
  readonly findings: readonly string[];
  /** Accepted input that is probably a mistake. */
  readonly warnings: readonly string[];
};

/** A request with its response, without bodies. */
export type BriefExchange = {
  readonly number: number;
  readonly at: string;
  /** Absent if the request matched no operation. */
  readonly operation?: string;
  /** The API of the operation. */
  readonly api?: string;
  readonly method: string;
  /** The path and the query, cut after 500 characters. */
  readonly target: string;
  readonly status: number;
  /** The id of its trace (W3C Trace Context); absent without one. */
  readonly traceId?: string;
  /** How long it took, in milliseconds by the clock of the machine. */
  readonly duration?: number;
  readonly caller?: string;
  /** The id of the fault, or `x-understudy-fault` for a fault from the header of the request. */
  readonly fault?: string;
  readonly source?: 'fault' | 'handler' | 'stored' | 'example' | 'generated' | 'rejected' | 'document';
  readonly code?: string;
  /** The number of violations. */
  readonly findings: number;
  /** The number of warnings. */
  readonly warnings: number;
};

/** An event. */
export type Event = StartEvent | MissedEvent | ExchangeEvent | ClearedEvent | ChangeEvent | UndoneEvent | FaultEvent | LiftedEvent | ClockEvent | SeedEvent | LoginsEvent | SnapshotsEvent | MadeEvent | RemovedEvent;

/** The first event. Everything after it is sent. */
export type StartEvent = {
  readonly event: 'start';
  readonly id: string;
  readonly data: {
    readonly sandbox: string;
    /** The number of the newest request; 0 if there is none. */
    readonly newest: number;
    /** Whether the stream continues after the event of `Last-Event-ID`. */
    readonly resumed: boolean;
  };
};

/** Events are missing, because they are no longer stored, or the client was too slow. */
export type MissedEvent = {
  readonly event: 'missed';
  readonly id: string;
  readonly data: {
    /** The number of missing requests. Other events may be missing, too. */
    readonly exchanges: number;
  };
};

/** A request was recorded. */
export type ExchangeEvent = {
  readonly event: 'exchange';
  readonly id: string;
  readonly data: BriefExchange;
};

/** The request log was cleared. */
export type ClearedEvent = {
  readonly event: 'cleared';
  readonly id: string;
  readonly data: {
    /** The number of the newest of them, which all before it are as well. */
    readonly to: number;
  };
};

/** Records of an api have changed. */
export type ChangeEvent = {
  readonly event: 'change';
  readonly id: string;
  readonly data: {
    readonly api: string;
    /** That of the change. */
    readonly number: number;
    readonly at?: string;
    readonly operation?: string;
    readonly caller?: string;
  };
};

/** Changes were undone, or can no longer be undone. */
export type UndoneEvent = {
  readonly event: 'undone';
  readonly id: string;
  readonly data: {
    readonly api: string;
    /** The number of the newest change that is left; 0 for none. */
    readonly to: number;
  };
};

/** A fault was added, applied, paused or resumed. */
export type FaultEvent = {
  readonly event: 'fault';
  readonly id: string;
  readonly data: {
    readonly id: string;
    readonly paused: boolean;
    readonly over: boolean;
    readonly matched: number;
    readonly met: number;
  };
};

/** Faults were removed. */
export type LiftedEvent = {
  readonly event: 'lifted';
  readonly id: string;
  readonly data: {
    readonly ids: readonly string[];
  };
};

/** The clock was changed. */
export type ClockEvent = {
  readonly event: 'clock';
  readonly id: string;
  readonly data: Clock;
};

/** Chance follows from another seed. */
export type SeedEvent = {
  readonly event: 'seed';
  readonly id: string;
  readonly data: {
    readonly seed: string;
  };
};

/** A user logged in or out, or a token was issued, used or revoked. */
export type LoginsEvent = {
  readonly event: 'logins';
  readonly id: string;
  readonly data: { readonly [name: string]: never };
};

/** A snapshot was taken or forgotten. */
export type SnapshotsEvent = {
  readonly event: 'snapshots';
  readonly id: string;
  readonly data: {
    /** The names of all snapshots. */
    readonly snapshots: readonly string[];
  };
};

/** A sandbox was created. */
export type MadeEvent = {
  readonly event: 'made';
  readonly id: string;
  readonly data: Sandbox;
};

/** A sandbox was removed, or expired. If it is this one, the stream ends. */
export type RemovedEvent = {
  readonly event: 'removed';
  readonly id: string;
  readonly data: Sandbox;
};

export type FollowedLink = {
  /** The name of the link. */
  readonly name: string;
  /** The id of the linked operation. */
  readonly operation?: string;
  readonly method?: string;
  /** The path and the query. */
  readonly target?: string;
  readonly headers?: { readonly [name: string]: string };
  /** Strings unchanged, other values as JSON. */
  readonly body?: string;
  /** Why the link cannot be followed: an expression has no value, or the operation does not exist. */
  readonly problem?: string;
};

/** Conditions that a request must meet, all of them. */
export type ExchangeMatch = {
  readonly operation?: string;
  readonly method?: string;
  /** The requested path; `*` matches one segment, `**` at the end any number. */
  readonly path?: string;
  /** A status, or a class such as `4XX`. */
  readonly status?: number | string;
  /** The source of the response. */
  readonly source?: string;
  /** The code of the error. */
  readonly code?: string;
  readonly caller?: string;
  /** The id of its trace. */
  readonly traceId?: string;
  /** Values that the request body contains: objects may have more properties; lists and other values must be equal. */
  readonly body?: unknown;
  /** Values that the response body contains. */
  readonly response?: unknown;
  /** Whether it has violations. */
  readonly findings?: boolean;
  /** Only requests since this time, by the clock of the sandbox. */
  readonly since?: string;
};

export type ExchangeSearch = {
  readonly match?: ExchangeMatch;
  /** Only requests with a greater number. */
  readonly after?: number;
  /** The number of requests to find. Default: 1. */
  readonly count?: number;
  /** How long to wait, in milliseconds. Default: 0. */
  readonly timeout?: number;
  /** Maximum number of requests, the newest, and at most 1 MB. Default: 100. */
  readonly limit?: number;
};

export type FoundExchanges = {
  readonly sandbox: string;
  /** Whether the number of requests was found. */
  readonly satisfied: boolean;
  /** The number of matching requests. */
  readonly count: number;
  readonly exchanges: readonly Exchange[];
  /** If too few requests match: the most similar other requests, the closest first. */
  readonly near: readonly {
    readonly number: number;
    readonly method: string;
    readonly target: string;
    readonly status: number;
    readonly operation?: string;
    /** The differences. */
    readonly differs: readonly string[];
  }[];
};

export type WebhookOrder = {
  /** The URL that receives it. */
  readonly url: string;
  /** The API of the webhook; required if several APIs have one of this name. */
  readonly api?: string;
  /** The body to send instead of a generated one. */
  readonly body?: unknown;
};

export type SentWebhook = {
  readonly sandbox: string;
  readonly webhook: string;
  readonly url: string;
  /** The status of the response. */
  readonly status: number;
  readonly tries: number;
  /** The body as text; absent if it is empty. */
  readonly body?: string;
};

export type Status = {
  readonly code: number;
  readonly message: string;
  readonly details: readonly { readonly [name: string]: unknown }[];
};

/** The collections of `call.items`. */
export interface Collections {
  readonly documents: {
    readonly item: Document;
    readonly properties: Document;
    readonly id: string;
    readonly parents: {};
  };
  readonly operations: {
    readonly item: ApiOperation;
    readonly properties: ApiOperation;
    readonly id: string;
    readonly parents: {};
  };
  readonly changes: {
    readonly item: Change;
    readonly properties: Change;
    readonly id: number;
    readonly parents: {};
  };
  readonly clock: {
    readonly item: Clock;
    readonly properties: Clock;
    readonly id: undefined;
    readonly parents: {};
  };
  readonly faults: {
    readonly item: Fault;
    readonly properties: Fault;
    readonly create: NewFault;
    readonly id: string;
    readonly parents: {};
  };
  readonly collections: {
    readonly item: DescribedCollection;
    readonly properties: DescribedCollection;
    readonly id: string;
    readonly parents: {};
  };
  readonly records: {
    readonly item: KnownRecord;
    readonly properties: KnownRecord;
    readonly id: string;
    readonly parents: { readonly collection: string };
  };
  readonly logins: {
    readonly item: Login;
    readonly properties: Login;
    readonly id: string;
    readonly parents: {};
  };
  readonly tokens: {
    readonly item: GivenToken;
    readonly properties: GivenToken;
    readonly create: TokenOrder;
    readonly id: string;
    readonly parents: {};
  };
  readonly sandboxes: {
    readonly item: {
      readonly sandbox: string;
      /** When it expires without further requests. The sandbox `main` never expires. */
      readonly expires?: string;
    };
    readonly properties: {
      readonly sandbox: string;
      /** When it expires without further requests. The sandbox `main` never expires. */
      readonly expires?: string;
    };
    readonly create: NewSandbox;
    readonly id: string;
    readonly parents: {};
  };
  readonly snapshots: {
    readonly item: Snapshot;
    readonly properties: Snapshot;
    readonly create: NewSnapshot;
    readonly id: string;
    readonly parents: {};
  };
  readonly events: {
    readonly item: Event;
    readonly properties: Event;
    readonly id: string;
    readonly parents: {};
  };
}

/** The input and output of each operation. */
export interface Operations {
  /** Check whether the server is ready */
  ready: {
    readonly input: { readonly [name: string]: never };
    readonly output: 'ok';
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: 'ok'; readonly headers: {} };
      readonly 503: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Check whether the server accepts requests */
  showReady: {
    readonly input: { readonly [name: string]: never };
    readonly output: {
      readonly ready: boolean;
      /** Acknowledged changes that the storage lost since the start; the last loss. Absent when nothing was lost. */
      readonly lost?: string;
    };
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: {
        readonly ready: boolean;
        /** Acknowledged changes that the storage lost since the start; the last loss. Absent when nothing was lost. */
        readonly lost?: string;
      }; readonly headers: {} };
      readonly 503: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Get metrics */
  showMetrics: {
    readonly input: { readonly [name: string]: never };
    readonly output: string;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: string; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** List the operations of the control API */
  showControl: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: Control;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Control; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Get this document */
  showDocument: {
    readonly input: { readonly [name: string]: never };
    readonly output: {
      readonly openapi: {} | null;
      readonly info: {} | null;
      readonly paths: {} | null;
      readonly [name: string]: unknown;
    };
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: {
        readonly openapi: {} | null;
        readonly info: {} | null;
        readonly paths: {} | null;
        readonly [name: string]: unknown;
      }; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** List the documents and their problems */
  listDocuments: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: Documents;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Documents; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** List the operations of the APIs */
  listOperations: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly api?: string; readonly q?: string; readonly limit: number; readonly after?: number };
    readonly output: ApiOperations;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: ApiOperations; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Reset to the fixtures */
  resetSandbox: {
    readonly input: Reset & { readonly 'x-understudy-sandbox': string };
    readonly output: Sandbox;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Sandbox; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Undo changes */
  undoChanges: {
    readonly input: Undo & { readonly 'x-understudy-sandbox': string };
    readonly output: Undone;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Undone; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** List data changes */
  listChanges: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly api?: string; readonly limit: number; readonly before?: number };
    readonly output: Changes;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Changes; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Get a change with its records */
  showChange: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly api?: string; readonly limit: number; readonly number: number };
    readonly output: ChangeWithRecords;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: ChangeWithRecords; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Compare two states */
  showDifference: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly api?: string; readonly from: string; readonly to?: string; readonly limit: number };
    readonly output: Difference;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Difference; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Get the time of a sandbox */
  showClock: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: Clock;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Clock; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Set, advance, freeze or speed up the clock */
  setClock: {
    readonly input: ClockOrder & { readonly 'x-understudy-sandbox': string };
    readonly output: Clock;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Clock; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['clock']['properties'];
  };
  /** Reset the clock to the system time */
  resetClock: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: Clock;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Clock; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Get the random seed */
  showSeed: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: Seed;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Seed; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Set the random seed */
  setSeed: {
    readonly input: NewSeed & { readonly 'x-understudy-sandbox': string };
    readonly output: Seed;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Seed; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** List faults */
  listFaults: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: Faults;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Faults; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Add a fault */
  addFault: {
    readonly input: NewFault & { readonly 'x-understudy-sandbox': string };
    readonly output: Fault;
    readonly secured: true;
    readonly responses: {
      readonly 201: { readonly body: Fault; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['faults']['properties'];
  };
  /** Remove all faults */
  removeFaults: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: undefined;
    readonly secured: true;
    readonly responses: {
      readonly 204: { readonly body: undefined; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Remove a fault */
  removeFault: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly id: string };
    readonly output: undefined;
    readonly secured: true;
    readonly responses: {
      readonly 204: { readonly body: undefined; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Pause or resume a fault */
  updateFault: {
    readonly input: FaultChange & { readonly 'x-understudy-sandbox': string; readonly id: string };
    readonly output: Fault;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Fault; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['faults']['properties'];
  };
  /** List collections */
  listCollections: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: Collections2;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Collections2; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Add, change and remove records */
  changeRecords: {
    readonly input: RecordChanges & { readonly 'x-understudy-sandbox': string };
    readonly output: RecordsChanged;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: RecordsChanged; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly 409: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Describe the records of a collection */
  describeCollection: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly api?: string; readonly collection: string };
    readonly output: DescribedCollection;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: DescribedCollection; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** List the records of a collection */
  listRecords: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly api?: string; readonly limit: number; readonly after?: number; readonly q?: string; readonly collection: string };
    readonly output: Records2;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Records2; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Get a record */
  getRecord: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly api?: string; readonly collection: string; readonly id: string };
    readonly output: KnownRecord;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: KnownRecord; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** List logins */
  listLogins: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly limit: number; readonly after?: number };
    readonly output: Logins;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Logins; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** End a login */
  endLogin: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly keepOffline: boolean; readonly id: string };
    readonly output: EndedLogin;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: EndedLogin; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** List valid tokens */
  listTokens: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly user?: string; readonly client?: string; readonly login?: string; readonly kind?: TokenKind; readonly limit: number; readonly after?: number };
    readonly output: GivenTokens;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: GivenTokens; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Issue a token without a login */
  issueToken: {
    readonly input: TokenOrder & { readonly 'x-understudy-sandbox': string };
    readonly output: MintedToken;
    readonly secured: true;
    readonly responses: {
      readonly 201: { readonly body: MintedToken; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['tokens']['properties'];
  };
  /** Revoke a token */
  revokeToken: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly id: string };
    readonly output: undefined;
    readonly secured: true;
    readonly responses: {
      readonly 204: { readonly body: undefined; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Send a webhook */
  sendWebhook: {
    readonly input: WebhookOrder & { readonly 'x-understudy-sandbox': string; readonly name: string };
    readonly output: SentWebhook;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: SentWebhook; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** List sandboxes */
  listSandboxes: {
    readonly input: { readonly [name: string]: never };
    readonly output: Sandboxes;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Sandboxes; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Create a sandbox */
  createSandbox: {
    readonly input: NewSandbox;
    readonly output: Sandbox;
    readonly secured: true;
    readonly responses: {
      readonly 201: { readonly body: Sandbox; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly 409: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['sandboxes']['properties'];
  };
  /** Remove a sandbox */
  removeSandbox: {
    readonly input: { readonly name: string };
    readonly output: undefined;
    readonly secured: true;
    readonly responses: {
      readonly 204: { readonly body: undefined; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** List the snapshots of a sandbox */
  listSnapshots: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: Snapshots;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Snapshots; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Create a snapshot */
  createSnapshot: {
    readonly input: NewSnapshot & { readonly 'x-understudy-sandbox': string };
    readonly output: Snapshot;
    readonly secured: true;
    readonly responses: {
      readonly 201: { readonly body: Snapshot; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['snapshots']['properties'];
  };
  /** Remove a snapshot */
  removeSnapshot: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly name: string };
    readonly output: undefined;
    readonly secured: true;
    readonly responses: {
      readonly 204: { readonly body: undefined; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Restore a snapshot */
  restoreSnapshot: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly name: string };
    readonly output: Snapshot;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Snapshot; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['snapshots']['properties'];
  };
  /** Get all records */
  getState: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: State;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: State; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** List recorded requests */
  listRequests: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly limit: number; readonly before?: number; readonly after?: number; readonly operation?: string; readonly method?: string; readonly path?: string; readonly status?: string; readonly source?: string; readonly code?: string; readonly caller?: string; readonly findings?: boolean; readonly since?: string };
    readonly output: Exchanges;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Exchanges; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Clear the request log */
  clearRequests: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: undefined;
    readonly secured: true;
    readonly responses: {
      readonly 204: { readonly body: undefined; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Search recorded requests, or wait for them */
  findRequests: {
    readonly input: ExchangeSearch & { readonly 'x-understudy-sandbox': string };
    readonly output: FoundExchanges;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: FoundExchanges; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Export recorded requests as HAR */
  exportRequests: {
    readonly input: { readonly 'x-understudy-sandbox': string };
    readonly output: {
      readonly log: { readonly [name: string]: unknown };
    };
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: {
        readonly log: { readonly [name: string]: unknown };
      }; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Subscribe to events */
  readEvents: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly 'last-event-id'?: string; readonly timeout?: number };
    readonly output: readonly Event[] | AsyncIterable<unknown>;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: readonly Event[] | AsyncIterable<unknown>; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Get the coverage of the documents */
  showCoverage: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly sandboxes?: string };
    readonly output: Coverage;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: Coverage; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Clear the coverage */
  clearCoverage: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly sandboxes?: string };
    readonly output: undefined;
    readonly secured: true;
    readonly responses: {
      readonly 204: { readonly body: undefined; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Get the coverage as a table */
  showCoverageTable: {
    readonly input: { readonly 'x-understudy-sandbox': string; readonly sandboxes?: string; readonly missing: boolean };
    readonly output: string;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: string; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
}
