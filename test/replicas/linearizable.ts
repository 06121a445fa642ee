// Linearizability: whether some order of the operations explains a history, with each taking effect between start and end.

/** An operation as its client saw it. Times are increasing numbers; no two events have the same one. */
export interface Seen<Call, Answer> {
  readonly call: Call;
  readonly began: number;
  /** Undefined when its end is unknown: it may take effect at any time after its start, or never. */
  readonly ended?: { readonly at: number; readonly response: Answer } | undefined;
}

/** The sequential behaviour of an object. Its states are compared with `===`. */
export interface Model<State extends string | number, Call, Answer> {
  readonly start: State;
  /**
   * The state after a call; undefined if this result is impossible.
   *
   * @param response - undefined when unknown
   */
  step(state: State, call: Call, response: Answer | undefined): State | undefined;
  /** Whether a call with this result leaves every state unchanged. */
  isIdle(call: Call, response: Answer): boolean;
  /** Whether a call may have this result in this or a later state. Default: yes */
  canFollow?(state: State, call: Call, response: Answer): boolean;
}

/** The result of a search for an order. */
export interface Verdict<Call, Answer> {
  readonly isLinearizable: boolean;
  /** The order, or the longest one that explains a beginning of the history. */
  readonly order: readonly Seen<Call, Answer>[];
  /** The operations with a result that fit in no such order: none if there is one of all. */
  readonly left: readonly Seen<Call, Answer>[];
}

/** Default limit of searched states. */
const MOST_SITUATIONS = 2_000_000;

/** It is undecided whether there is such an order. */
export class UndecidedError extends Error {
  constructor(most: number) {
    super(`it is not decided after ${most} situations`);
    this.name = 'UndecidedError';
  }
}

/**
 * Searches for an order like Wing and Gong ("Testing and verifying concurrent objects", 1993), with Lowe's cache of failed states ("Testing for linearizability", 2017).
 *
 * Operations with an unknown end are optional, and each would double the work. These rules keep it small. A call without
 * an effect, such as a read, is placed as soon as possible: it never blocks others. Of equal calls with an unknown end,
 * the earliest goes first. And none of these is placed directly before a call that leads to the same state without it,
 * or where a remaining result has become impossible.
 *
 * @throws UndecidedError after `most` states
 */
export function linearized<State extends string | number, Call, Answer>(
  history: readonly Seen<Call, Answer>[],
  model: Model<State, Call, Answer>,
  most = MOST_SITUATIONS,
): Verdict<Call, Answer> {
  type Operation = Seen<Call, Answer>;
  const began = (one: Operation, other: Operation) => one.began - other.began;
  const known = history.filter(({ ended }) => ended).toSorted(began);
  const unknown = Object.values(
    Object.groupBy(history.filter(({ ended }) => !ended).toSorted(began), ({ call }) => JSON.stringify(call)),
  ) as Operation[][];
  /** Which known operations are in the order, all before `first` among them; and how many unknown ones of each kind. */
  const isPlaced = known.map(() => false);
  const isIdle = known.map(({ call, ended }) => ended !== undefined && model.isIdle(call, ended.response));
  const taken = unknown.map(() => 0);
  const order: Operation[] = [];
  let first = 0;
  let last = -1;
  let open = known.length;
  let best: Verdict<Call, Answer> | undefined;
  const looked = new Set<string>();

  const situation = (state: State) => {
    const bits = isPlaced.slice(first, last + 1).map(Number);
    return `${first} ${bits.join('')} ${taken} ${typeof state} ${state}`;
  };

  /** The candidates for the next place: those that started before all other remaining ones ended. */
  function next(): { readonly known: readonly number[]; readonly unknown: readonly number[] } {
    let end = Number.POSITIVE_INFINITY;
    const nearest: number[] = [];
    for (let index = first; index < known.length; index += 1) {
      const { began: from, ended } = known[index] as Operation;
      if (isPlaced[index]) continue;
      if (from > end) break;
      nearest.push(index);
      end = Math.min(end, ended?.at ?? end);
    }
    const inTime = (operation: Operation | undefined) => operation !== undefined && operation.began < end;
    return {
      known: nearest
        .filter((index) => inTime(known[index]))
        .sort((one, other) => (known[one]?.ended?.at ?? 0) - (known[other]?.ended?.at ?? 0)),
      unknown: [...unknown.keys()].filter((kind) => inTime(unknown[kind]?.[taken[kind] ?? 0])),
    };
  }

  /** Whether the rest can be ordered. @param without - the state before the last operation, if its end is unknown */
  function goesOn(state: State, without: State | undefined): boolean {
    while (isPlaced[first]) first += 1;
    if (!best || open < best.left.length) {
      const left = known.filter((_, index) => !isPlaced[index]);
      best = { isLinearizable: open === 0, order: [...order], left };
    }
    if (open === 0) return true;
    const here = situation(state);
    if (looked.has(here)) return false;
    if (looked.size >= most) throw new UndecidedError(most);
    looked.add(here);
    const [firstHere, lastHere] = [first, last];
    const after = ({ call, ended }: Operation) => {
      const is = model.step(state, call, ended?.response);
      const isUseless = without !== undefined && model.step(without, call, ended?.response) === is;
      return isUseless ? undefined : is;
    };
    const candidates = next();
    const isPossible = candidates.known.every((index) => {
      const { call, ended } = known[index] as Operation;
      return !ended || model.canFollow?.(state, call, ended.response) !== false;
    });
    if (!isPossible) return false;
    const steps = candidates.known.map((index) => ({ index, is: after(known[index] as Operation) }));
    const idle = steps.find(({ index, is }) => is !== undefined && isIdle[index]);
    for (const { index, is } of idle ? [idle] : steps) {
      if (is === undefined) continue;
      isPlaced[index] = true;
      open -= 1;
      last = Math.max(last, index);
      order.push(known[index] as Operation);
      if (goesOn(is, undefined)) return true;
      order.pop();
      isPlaced[index] = false;
      open += 1;
      [first, last] = [firstHere, lastHere];
    }
    if (idle) return false;
    for (const kind of candidates.unknown) {
      const count = taken[kind] ?? 0;
      const operation = unknown[kind]?.[count] as Operation;
      const is = after(operation);
      if (is === undefined) continue;
      taken[kind] = count + 1;
      order.push(operation);
      if (goesOn(is, state)) return true;
      order.pop();
      taken[kind] = count;
      [first, last] = [firstHere, lastHere];
    }
    return false;
  }

  goesOn(model.start, undefined);
  return best as Verdict<Call, Answer>;
}
