// Histories of all clients per record, and whether an order explains them.

import { linearized, type Model, type Seen } from './linearizable.ts';
import { type CounterCall, counter, mergeUnread, type RegisterAnswer, type RegisterCall, register } from './models.ts';

/** Records the end of an operation: a response, no effect, or unknown. */
export interface Begun<Answer> {
  responded(response: Answer): void;
  /** It had no effect, and never will. */
  rejected(): void;
  /** It may take effect at any time. */
  unknown(): void;
}

/** The histories of registers and counters, by id. */
export interface Histories {
  register(id: string, call: RegisterCall): Begun<RegisterAnswer>;
  counter(id: string, call: CounterCall): Begun<number>;
  /** The number of operations by kind of end. */
  readonly ends: { readonly responded: number; readonly rejected: number; readonly unknown: number };
  /** The violations: one text for each record whose history no order explains. */
  objections(): readonly string[];
}

/** @param start - initial value of registers; counters start at 0 */
export function histories(start: string): Histories {
  const registers = new Map<string, Seen<RegisterCall, RegisterAnswer>[]>();
  const counters = new Map<string, Seen<CounterCall, number>[]>();
  const ends = { responded: 0, rejected: 0, unknown: 0 };
  let moment = 0;
  const next = () => {
    moment += 1;
    return moment;
  };

  function begin<Call, Answer>(all: Map<string, Seen<Call, Answer>[]>, id: string, call: Call): Begun<Answer> {
    const history = all.get(id) ?? [];
    all.set(id, history);
    const began = next();
    return {
      responded(response) {
        ends.responded += 1;
        history.push({ call, began, ended: { at: next(), response } });
      },
      rejected() {
        ends.rejected += 1;
      },
      unknown() {
        ends.unknown += 1;
        history.push({ call, began });
      },
    };
  }

  return {
    register: (id, call) => begin(registers, id, call),
    counter: (id, call) => begin(counters, id, call),
    ends,
    objections: () => [
      ...[...registers].flatMap(([id, history]) =>
        objectionTo(`register ${id}`, mergeUnread(history), register(start)),
      ),
      ...[...counters].flatMap(([id, history]) => objectionTo(`counter ${id}`, history, counter())),
    ],
  };
}

/** How much of an order, and of the remaining operations, is reported. */
const TOLD = 6;

function objectionTo<State extends string | number, Call, Answer>(
  thing: string,
  history: readonly Seen<Call, Answer>[],
  model: Model<State, Call, Answer>,
): readonly string[] {
  const { isLinearizable, order, left } = linearized(history, model);
  if (isLinearizable) return [];
  const reported = (seen: readonly Seen<Call, Answer>[]) => seen.map((one) => `  ${JSON.stringify(one)}`);
  return [
    [
      `What was seen of ${thing} is in no order. ${order.length} of ${history.length} operations can be put in one, which ends with`,
      ...reported(order.slice(-TOLD)),
      'and then none of these can follow:',
      ...reported(left.slice(0, TOLD)),
    ].join('\n'),
  ];
}
