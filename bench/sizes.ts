// A table of servers in several sizes: their rates, and the cost of growth.

import type { Figures, Outcome } from './measure.ts';
import type { Measured } from './rounds.ts';
import { NOTHING, ratios, shortly, spread, tableOf } from './table.ts';

/** The content of the table. */
export interface SizedTable {
  readonly measured: readonly Measured<Outcome>[];
  /** Ascending. */
  readonly sizes: readonly number[];
  /** The unit of the sizes. */
  readonly of: string;
  /** The questions' names, and their titles in the table. */
  readonly questions: Readonly<Record<string, string>>;
  /** The cost of one response. */
  readonly cost: (figures: Figures) => number;
  /** The sizes whose cost is compared with that of the first one. */
  readonly compared: readonly number[];
  /** The server whose rate, at the last size, others are compared with. */
  readonly beside?: string;
}

/** One row for each server and question: rates in every size, and costs compared. */
export function sizedTable({ measured, sizes, of, questions, cost, compared, beside }: SizedTable): string {
  const [first = 0, last = 0] = [sizes[0], sizes.at(-1)];
  const find = (name: string, size: number) =>
    measured.find(({ contender }) => contender.name === name && contender.size === size);
  const figuresOf = (name: string, size: number, question: string) =>
    (find(name, size)?.rounds ?? []).flatMap(({ figures }) => figures[question] ?? []);
  const ratesOf = (name: string, size: number, question: string) =>
    figuresOf(name, size, question).map(({ rate }) => rate);

  const rowOf = (name: string, question: string) => {
    const rates = sizes.map((size) => {
      const failure = find(name, size)?.failure;
      return failure ? shortly(failure) : spread(ratesOf(name, size, question));
    });
    const least = figuresOf(name, first, question).map(cost);
    const growth = compared.map((size) => spread(ratios(figuresOf(name, size, question).map(cost), least), 2));
    const others = beside === undefined ? [] : ratesOf(beside, last, question);
    return [
      name,
      questions[question] ?? question,
      ...rates,
      ...growth,
      spread(ratios(ratesOf(name, last, question), others), 2),
    ];
  };
  const names = [...new Set(measured.map(({ contender }) => contender.name))];
  const rows = names.flatMap((name) =>
    Object.keys(questions)
      .map((question) => rowOf(name, question))
      .filter((row) => row.slice(2).some((cell) => cell !== NOTHING)),
  );
  const shown = (size: number) => size.toLocaleString('en-US');
  return tableOf(
    [
      'server',
      'request',
      ...sizes.map((size) => `responses per second, ${shown(size)} ${of}`),
      ...compared.map((size) => `cost at ${shown(size)} vs. ${shown(first)}`),
      ...(beside === undefined ? [] : [`rate at ${shown(last)} vs. ${beside}`]),
    ],
    rows,
  );
}
