// The requests of one connection: concurrency and queue.

import type { Socket } from 'node:net';
import { BodyBudget } from './body-budget.ts';
import type { FairQueue } from './fair-queue.ts';
import type { NodeHandler, NodeRequest, NodeResponse } from './node-http-types.ts';
import type { Account, Task } from './task-heap.ts';

/** Unread response bytes of an HTTP/2 client above which its next requests wait. */
const MAX_PENDING = 64 * 1024 * 1024;
/** Requests of an HTTP/1.1 client that wait while more are read: as many as an HTTP/2 client may have open. */
const MAX_WAITING = 250;
/** For the bodies of one connection, in bytes. */
const BODY_BUDGET = 16 * 1024 * 1024;

type Exchange = readonly [NodeRequest, NodeResponse];

/** A connection with requests. */
export interface ClientConnection {
  /** Adds a request. */
  add(exchange: Exchange): void;
  /** So many bytes more are to be read by the client, or fewer. */
  addPending(bytes: number): void;
  /** The budget of its bodies, if several can arrive at the same time. */
  readonly bodyBudget?: BodyBudget;
  /** Waits for its next turn: `FairQueue.schedule`. */
  schedule(): Promise<void> | undefined;
  /** Waits for its next turn before an operation that has been long before: `FairQueue.scheduleOperation`. */
  scheduleOperation(operation: object): Promise<void> | undefined;
}

const connections = new WeakMap<object, ClientConnection>();

/** The connection of a request; undefined if it is not counted. */
export function connectionOf(request: NodeRequest): ClientConnection | undefined {
  return connections.get(connectionKey(request));
}

/** Over HTTP/2 a request has a socket that is not the connection's own. */
function connectionKey(request: NodeRequest): object {
  return ('stream' in request ? request.stream.session : undefined) ?? request.socket;
}

/** Gives each request to its connection. @param createConnection - makes the connection of a first request */
export function dispatchByConnection(createConnection: (request: NodeRequest) => ClientConnection): NodeHandler {
  return (request, response) => {
    const key = connectionKey(request);
    let connection = connections.get(key);
    if (!connection) {
      connection = createConnection(request);
      connections.set(key, connection);
    }
    connection.add([request, response]);
  };
}

/**
 * HTTP/1.1: pipelined requests are handled one after the other, each after the client has received the previous
 * response. With a long queue, reading pauses; until then a closed connection is not noticed either.
 */
export class Http1Connection implements ClientConnection, Task {
  readonly #queue: FairQueue;
  readonly #handle: NodeHandler;
  readonly #socket: Socket;
  readonly account: Account = { used: 0 };
  #waiting: Exchange[] = [];
  /** The request that is being handled. */
  #current: NodeRequest | undefined;
  #isPaused = false;
  #endsCheaply = false;

  constructor(queue: FairQueue, handle: NodeHandler, socket: Socket) {
    this.#queue = queue;
    this.#handle = handle;
    this.#socket = socket;
  }

  add(exchange: Exchange): void {
    this.#waiting.push(exchange);
    if (this.#waiting.length >= MAX_WAITING) {
      if (!this.#endsCheaply) closeWithoutStackTraces(this.#socket);
      this.#endsCheaply = true;
      if (this.#current && !this.#isPaused) this.#pauseAfter(this.#current);
      this.#pause();
    }
    if (!this.#current) this.#queue.add(this);
  }

  run(): boolean {
    if (this.#socket.destroyed) this.#waiting = [];
    const exchange = this.#waiting.shift();
    if (exchange) this.#start(exchange);
    return false;
  }

  addPending(): void {}

  schedule(): Promise<void> | undefined {
    return this.#queue.schedule(this.account);
  }

  scheduleOperation(operation: object): Promise<void> | undefined {
    return this.#queue.scheduleOperation(this.account, operation);
  }

  #start([request, response]: Exchange): void {
    this.#current = request;
    if (this.#waiting.length >= MAX_WAITING) this.#pauseAfter(request);
    else if (this.#isPaused) {
      this.#isPaused = false;
      this.#socket.resume();
    }
    response.on('close', () => {
      this.#current = undefined;
      if (this.#waiting.length > 0) this.#queue.add(this);
    });
    this.#handle(request, response);
  }

  #pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  /** A request with others in its queue has arrived completely: Node continues to read for it. */
  #pauseAfter(request: NodeRequest): void {
    request.once('end', () => {
      if (this.#isPaused) this.#socket.pause();
    });
  }
}

/** HTTP/2: streams are handled concurrently, as long as the client reads. */
export class Http2Connection implements ClientConnection, Task {
  readonly #queue: FairQueue;
  readonly #handle: NodeHandler;
  readonly bodyBudget: BodyBudget;
  readonly account: Account = { used: 0 };
  #waiting: Exchange[] = [];
  #pendingBytes = 0;

  constructor(queue: FairQueue, handle: NodeHandler, bodyTimeout: number) {
    this.#queue = queue;
    this.#handle = handle;
    this.bodyBudget = new BodyBudget(BODY_BUDGET, bodyTimeout);
  }

  add(exchange: Exchange): void {
    this.#waiting.push(exchange);
    if (this.#canContinue) this.#queue.add(this);
  }

  run(): boolean {
    const exchange = this.#waiting.shift();
    if (exchange && !isAborted(exchange)) this.#handle(...exchange);
    return this.#canContinue;
  }

  addPending(bytes: number): void {
    this.#pendingBytes += bytes;
    if (bytes < 0 && this.#canContinue) this.#queue.add(this);
  }

  schedule(): Promise<void> | undefined {
    return this.#queue.schedule(this.account);
  }

  scheduleOperation(operation: object): Promise<void> | undefined {
    return this.#queue.scheduleOperation(this.account, operation);
  }

  get #canContinue(): boolean {
    return this.#waiting.length > 0 && this.#pendingBytes < MAX_PENDING;
  }
}

/** Whether a stream was reset, or closed with its connection. */
function isAborted([request]: Exchange): boolean {
  if (!('stream' in request)) return false;
  const { stream } = request;
  return stream.closed || stream.destroyed || stream.aborted;
}

/**
 * Ends queued requests of a closing connection without a stack trace each. Node does that in a listener, which runs
 * between these two (`abortIncoming` and `abortOutgoing` of `_http_server.js` in Node 20 to 24).
 */
function closeWithoutStackTraces(socket: Socket): void {
  let limit = Error.stackTraceLimit;
  socket.prependOnceListener('close', () => {
    limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = limit;
  });
}
