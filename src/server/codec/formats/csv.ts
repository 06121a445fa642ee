// Comma-separated values (RFC 4180).

import { parseScalar } from '../../../openapi/parameters/parse-scalar.ts';
import type { SchemaView } from '../../../openapi/parameters/schema-view.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { bodyError } from '../body-error.ts';
import { decodeText } from './charset.ts';
import { eachItem } from './each-item.ts';
import type { Content, Format } from './format.ts';

/** The most cells that are read in one body. */
const MOST_CELLS = 250_000;

export const csv: Format = {
  writesItems: true,
  covers: ({ type, subtype }) => type === 'text' && (subtype === 'csv' || subtype === 'tab-separated-values'),
  /**
   * A text, unless the schema describes a list: of objects, whose properties are in the first row, or of rows. An
   * object is a list of one, with a documented property.
   */
  read(body, content) {
    const text = decodeText(body, content.mediaType);
    const items = itemsOf(content);
    if (!items) return text;
    const rows = rowsIn(text, delimiterOf(content));
    if (!items.types?.has('object')) {
      return Array.from(rows, (row) => row.map((cell, index) => parseScalar(cell, items.item(index))));
    }
    const names: readonly string[] = rows.next().value ?? [];
    const columns = names.map((name) => {
      const property = items.property(name);
      return { name, property, mayBeEmpty: property.types?.has('string') ?? false };
    });
    const records = Array.from(rows, (row) => recordOf(row, columns));
    if (items !== content.meaning) return records;
    const known = items.propertyNames;
    const isRecord = known.length === 0 || known.some((name) => names.includes(name));
    return records.length === 1 && isRecord ? records[0] : text;
  },
  write(value, content) {
    let names: readonly string[] | undefined;
    const line = (cells: readonly unknown[]) =>
      `${cells.map((cell) => cellText(cell, delimiterOf(content))).join(delimiterOf(content))}\r\n`;
    const described = (itemsOf(content) ?? content.meaning.item(0)).propertyNames;
    return eachItem(value, (item) => {
      if (Array.isArray(item)) return line(item);
      if (typeof item !== 'object' || item === null) return line([item]);
      const record = item as Readonly<Record<string, unknown>>;
      const isFirst = names === undefined;
      names ??= described.length > 0 ? described : namesIn(Array.isArray(value) ? value : [item]);
      const cells = line(names.map((name) => (Object.hasOwn(record, name) ? record[name] : undefined)));
      return isFirst ? line(names) + cells : cells;
    });
  },
};

/** The schema of a row; undefined if the schema describes no table. */
function itemsOf({ meaning }: Content): SchemaView | undefined {
  const { types } = meaning;
  if (types?.has('array')) return meaning.item(0);
  return types?.has('object') && !types.has('string') ? meaning : undefined;
}

function delimiterOf({ mediaType: { subtype } }: Content): string {
  return subtype === 'csv' ? ',' : '\t';
}

interface Column {
  readonly name: string;
  readonly property: SchemaView;
  /**
   * Whether an empty cell is an empty text. Absent values look the same; where empty texts are invalid, the value is
   * absent.
   */
  readonly mayBeEmpty: boolean;
}

function recordOf(row: readonly string[], columns: readonly Column[]): object {
  const record: Record<string, unknown> = {};
  for (const [index, { name, property, mayBeEmpty }] of columns.entries()) {
    const cell = row[index];
    if (cell === undefined || (cell === '' && !mayBeEmpty)) continue;
    const value = parseScalar(cell, property);
    // A column may be named `__proto__`, which an assignment would misinterpret.
    if (name === '__proto__')
      Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
    else record[name] = value;
  }
  return record;
}

/** The property names of all records, in order of appearance. */
function namesIn(records: readonly unknown[]): readonly string[] {
  return [...new Set(records.flatMap((one) => (typeof one === 'object' && one !== null ? Object.keys(one) : [])))];
}

function cellText(value: unknown, delimiter: string): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? stringifyJson(value) : String(value);
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows of a table. @throws ApiError for a misplaced quote, or too much data */
function* rowsIn(text: string, delimiter: string): Generator<string[]> {
  let count = 1;
  let cells = 0;
  let row: string[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') [cell, at] = quotedCell(text, at, delimiter, count);
    else {
      const start = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
      cell = text.slice(start, at);
    }
    row.push(cell);
    cells += 1;
    if (cells > MOST_CELLS) throw bodyError(`the body has more than ${MOST_CELLS} cells`);
    if (text[at] === delimiter) {
      at += 1;
      // A delimiter at the very end has an empty cell behind it.
      if (at === text.length) row.push('');
    } else if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      yield row;
      count += 1;
      row = [];
    }
  }
  if (row.length > 0) yield row;
}

/** A quoted cell, in which two quotes mean one; and its end. */
function quotedCell(text: string, start: number, delimiter: string, row: number): [cell: string, end: number] {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) throw bodyError(`unterminated quote in row ${row} of the body`);
  const after = text[end + 1];
  if (after !== undefined && after !== delimiter && after !== '\r' && after !== '\n') {
    throw bodyError(`text after a closing quote in row ${row} of the body; write quotes inside a cell twice`);
  }
  return [text.slice(start + 1, end).replaceAll('""', '"'), end + 1];
}
