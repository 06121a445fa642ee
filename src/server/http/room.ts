// Memory budget of arriving bodies: without memory they pause, and slow ones are evicted.

/** Bytes of each body that need no budget: enough for most. */
export const WITHOUT_ROOM = 16 * 1024;
/** Bytes that may arrive after a pause: the read-ahead of a socket and a stream. */
const AHEAD = 64 * 1024;

/** How a body is stopped. */
export interface Coming {
  pause(): void;
  resume(): void;
  /** Evicted: the request is rejected with 503, and its memory freed. */
  refuse(): void;
}

/** The budget of one connection, or of all. The oldest body is never paused. */
export class Room {
  readonly #size: number;
  readonly #longestWait: number;
  readonly #places = new Set<Place>();
  readonly #waiting = new Set<Place>();
  #held = 0;
  #isMakingRoom = false;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param size - how much bodies hold together, in bytes; a little more while they are stopped
   * @param longestWait - how long some may have to wait until the longest bodies make room, in milliseconds
   */
  constructor(size: number, longestWait: number) {
    this.#size = size;
    this.#longestWait = longestWait;
  }

  enter(place: Place): void {
    this.#places.add(place);
  }

  grow(bytes: number): void {
    this.#held += bytes;
  }

  /** Whether a body may go on. */
  lets(place: Place): boolean {
    return this.#held < this.#size || this.#oldest === place;
  }

  /** Adds a paused body. */
  wait(place: Place): void {
    this.#waiting.add(place);
    this.#timer ??= setTimeout(() => this.#makeRoom(), this.#longestWait);
  }

  leave(place: Place): void {
    this.#places.delete(place);
    this.#held -= place.length;
    this.stay(place);
  }

  /** A body needs to wait no longer. */
  stay(place: Place): void {
    this.#waiting.delete(place);
    if (!this.#isMakingRoom) this.#letOn();
  }

  get #oldest(): Place | undefined {
    for (const place of this.#places) if (!place.isWhole) return place;
    return undefined;
  }

  /** Resumes the oldest ones while there is memory. */
  #letOn(): void {
    const oldest = this.#oldest;
    for (const place of this.#waiting) {
      if (this.#held >= this.#size && place !== oldest) continue;
      this.#waiting.delete(place);
      place.goOn();
    }
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #makeRoom(): void {
    this.#timer = undefined;
    const longest = [...this.#places].filter(({ isWhole }) => !isWhole).sort((a, b) => b.length - a.length);
    // Freed memory is for the remaining ones.
    this.#isMakingRoom = true;
    for (const place of longest) {
      if (this.#held <= this.#size / 2) break;
      place.refuse();
    }
    this.#isMakingRoom = false;
    this.#letOn();
    if (this.#waiting.size > 0) this.#timer ??= setTimeout(() => this.#makeRoom(), this.#longestWait);
  }
}

/** The place of one body in every room that it needs. */
export class Place {
  /** Its size, in bytes, including read-ahead. */
  length = 0;
  /** Then it only waits for its response. */
  isWhole = false;
  readonly #rooms: readonly Room[];
  readonly #coming: Coming;
  #ahead = 0;
  #hasLeft = false;

  constructor(rooms: readonly Room[], coming: Coming) {
    this.#rooms = rooms;
    this.#coming = coming;
    for (const room of rooms) room.enter(this);
  }

  /** Counts new bytes. Without memory, the body is paused. */
  grow(bytes: number): void {
    if (this.#hasLeft) return;
    const expected = Math.min(bytes, this.#ahead);
    this.#ahead -= expected;
    this.#hold(bytes - expected);
    const full = this.#rooms.find((room) => !room.lets(this));
    if (!full) return;
    this.#coming.pause();
    full.wait(this);
  }

  /** Its budget has memory again. If all have, it continues. */
  goOn(): void {
    const full = this.#rooms.find((room) => !room.lets(this));
    if (full) full.wait(this);
    else {
      this.#hold(AHEAD - this.#ahead);
      this.#ahead = AHEAD;
      this.#coming.resume();
    }
  }

  #hold(bytes: number): void {
    this.length += bytes;
    for (const room of this.#rooms) room.grow(bytes);
  }

  /** It is complete, and keeps its memory until the response. */
  whole(): void {
    if (this.#hasLeft) return;
    this.isWhole = true;
    this.#hold(-this.#ahead);
    this.#ahead = 0;
    for (const room of this.#rooms) room.stay(this);
  }

  refuse(): void {
    this.leave();
    this.#coming.refuse();
  }

  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    for (const room of this.#rooms) room.leave(this);
  }
}
