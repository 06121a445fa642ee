// Splitting of a recording into its entries, piece by piece.

import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
} from '../../server/codec/json-signs.ts';
import { ByteCapture } from './byte-capture.ts';

const NEW_LINE = 0x0a;
/** A byte order mark, which some programs write. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
/** Maximum length of a name, in characters. */
const LONGEST_NAME = 16;

/** Called with each entry, or with undefined for one that is too long. */
export type OnEntry = (entry: Uint8Array | undefined) => void;

/** Finds entries by their brackets: in `log.entries` of an HTTP Archive, in a list, alone, or one a line. Whether each is JSON is for its reader. */
export class HarEntries {
  readonly #onEntry: OnEntry;
  readonly #captured = new ByteCapture();
  #state: 'value' | 'text' | 'escape' | 'ended' | 'lines' | 'broken' = 'value';
  #depth = 0;
  /** The last text outside of entries, and the names that it was of the first and the second level. */
  #text = '';
  #names = ['', ''];
  /** The depth of the list of entries while it is open; 0 before, -1 behind it. */
  #list = 0;
  /** The only object so far: an entry, or the first line. */
  #first: Uint8Array | undefined;
  #hasRequest = false;

  constructor(onEntry: OnEntry) {
    this.#onEntry = onEntry;
  }

  push(piece: Uint8Array): void {
    this.#captured.enter(piece);
    for (let at = 0; at < piece.length && this.#state !== 'broken'; at += 1) this.#read(piece[at] ?? 0, at);
    this.#captured.leave();
  }

  /** Ends the input. @returns whether it was a recording */
  end(): boolean {
    if (this.#state === 'lines') this.#emit(0);
    else if (this.#state === 'ended' && this.#first && this.#hasRequest) this.#onEntry(this.#first);
    return this.#state === 'lines' || (this.#state === 'ended' && (this.#list === -1 || this.#hasRequest));
  }

  #read(byte: number, at: number): void {
    switch (this.#state) {
      case 'escape':
        this.#state = 'text';
        return;
      case 'text':
        if (byte === QUOTE) this.#state = 'value';
        else if (byte === BACKSLASH) this.#state = 'escape';
        else if (this.#depth < 3 && this.#text.length < LONGEST_NAME) this.#text += String.fromCharCode(byte);
        return;
      case 'lines':
        if (byte === NEW_LINE) this.#emit(at);
        else if (byte > SPACE && !this.#captured.isOpen) this.#captured.open(at);
        return;
      case 'ended':
        if (byte > SPACE) this.#goOn(at);
        return;
      default:
        if (byte > SPACE) this.#readValue(byte, at);
    }
  }

  #readValue(byte: number, at: number): void {
    const isEntry = this.#depth === this.#list && this.#depth > 0;
    if (isEntry && byte !== COMMA && byte !== CLOSE_LIST && !this.#captured.isOpen) this.#captured.open(at);
    switch (byte) {
      case QUOTE:
        this.#state = 'text';
        this.#text = '';
        break;
      case COLON:
        if (this.#depth === 1) {
          this.#names = [this.#text, ''];
          this.#hasRequest ||= this.#text === 'request';
        } else if (this.#depth === 2) this.#names[1] = this.#text;
        break;
      case COMMA:
        if (isEntry) this.#emit(at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (this.#depth === 0 && byte === OPEN_OBJECT) this.#captured.open(at);
        this.#depth += 1;
        if (this.#list === 0) this.#enter(byte === OPEN_LIST);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (isEntry) {
          this.#emit(at);
          this.#list = -1;
        }
        this.#depth -= 1;
        if (this.#depth === 0) {
          const first = this.#captured.isOpen ? this.#captured.take(at + 1) : undefined;
          this.#first = first && Buffer.from(first);
          this.#state = 'ended';
        }
        break;
      default:
        if (this.#depth === 0 && !BYTE_ORDER_MARK.includes(byte)) this.#state = 'broken';
    }
  }

  /** After an opening bracket: entries are in a top-level list, or in `log.entries`. */
  #enter(isList: boolean): void {
    const isLog = this.#names[0] === 'log';
    if (isList && (this.#depth === 1 || (this.#depth === 3 && isLog && this.#names[1] === 'entries')))
      this.#list = this.#depth;
    else if (!isList && this.#depth === 2 && isLog) this.#captured.drop();
  }

  /** After the first value: a second line, if the first is an object. */
  #goOn(at: number): void {
    if (!this.#first) {
      this.#state = 'broken';
      return;
    }
    this.#onEntry(this.#first);
    this.#state = 'lines';
    this.#captured.open(at);
  }

  #emit(to: number): void {
    if (this.#captured.isOpen) this.#onEntry(this.#captured.take(to));
  }
}
