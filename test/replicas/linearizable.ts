// Whether what clients saw of one thing can be put in an order in which each operation took effect at once, some time between its beginning and its end.

/** An operation as its client saw it. Moments are numbers that grow; no two events have the same one. */
export interface Seen<Call, Answer> {
  readonly call: Call;
  readonly began: number;
  /** Undefined when nobody knows how it ended: it may take effect at any time after it began, or never. */
  readonly ended?: { readonly at: number; readonly answer: Answer } | undefined;
}

/** What a thing does when everything is done to it one after the other. Its states are told apart by `===`. */
export interface Model<State extends string | number, Call, Answer> {
  readonly start: State;
  /**
   * The state after a call; undefined if it cannot be answered like this.
   *
   * @param answer - undefined when nobody knows
   */
  step(state: State, call: Call, answer: Answer | undefined): State | undefined;
  /** Whether a call that is answered like this leaves everything as it is, whatever that is. */
  isIdle(call: Call, answer: Answer): boolean;
}

/** What came of a search for an order. */
export interface Verdict<Call, Answer> {
  readonly isLinearizable: boolean;
  /** The order, or the longest that explains what was seen up to some moment. */
  readonly order: readonly Seen<Call, Answer>[];
  /** Of what has an answer, those that stand in no such order: none if there is one of all. */
  readonly left: readonly Seen<Call, Answer>[];
}

/** How many situations are looked at before it is given up, unless told otherwise. */
const MOST_SITUATIONS = 2_000_000;

/** There may be such an order or not. */
export class UndecidedError extends Error {
  constructor(most: number) {
    super(`it is not decided after ${most} situations`);
    this.name = 'UndecidedError';
  }
}

/**
 * Looks for an order, as Wing and Gong do ("Testing and verifying concurrent objects", 1993), with Lowe's memory of situations that led nowhere ("Testing for linearizability", 2017).
 *
 * Operations whose end nobody knows are free to be left out, which would double the work with each of them. Three thoughts keep it small. What changes nothing, as a read, is put where
 * it may be, at once: it would be in nobody's way. Of equal calls with an unknown end, the one that began first goes first. And none of these is put right before something that leads
 * to the same state without it: it is of as much use later.
 *
 * @throws UndecidedError after `most` situations
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
  /** Which of the known ones stand in the order, all before `first` among them; and how many of each kind of the unknown ones. */
  const isPlaced = known.map(() => false);
  const isIdle = known.map(({ call, ended }) => ended !== undefined && model.isIdle(call, ended.answer));
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

  /** What may come next: what began before all of the others that are left ended. */
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

  /** Whether the rest can be put in an order. @param without - the state before the operation that was put last, if nobody knows how it ended */
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
      const is = model.step(state, call, ended?.answer);
      const isUseless = without !== undefined && model.step(without, call, ended?.answer) === is;
      return isUseless ? undefined : is;
    };
    const candidates = next();
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
