// The profile of one object: person, town, company and times of its values.

import type { Faker } from '@faker-js/faker';
import type { Vocabulary } from './faker.ts';
import type { Moment } from './property-meaning.ts';
import type { Random } from './seeded-random.ts';
import type { Town } from './towns.ts';

interface Person {
  readonly sex: 'female' | 'male';
  readonly first: string;
  readonly last: string;
  readonly full: string;
  /** Letters of ASCII, digits and dots. */
  readonly username: string;
  readonly email: string;
}

const DAY = 86_400_000;
/** When a moment is, on the way from the first one to the last: from, to. */
const STAGES: Readonly<Record<Moment, readonly [number, number]>> = {
  born: [0, 0],
  made: [0, 0],
  start: [0.15, 0.4],
  begun: [0.15, 0.4],
  end: [0.55, 0.8],
  ended: [0.55, 0.8],
  changed: [0.9, 1],
  later: [0, 0],
};

/** All parts are generated on first use. */
export class Profile {
  readonly draw: Random;
  readonly #vocabulary: Vocabulary;
  readonly #towns: readonly Town[];
  /** The present. */
  readonly reference: Date;
  readonly #isRequest: boolean;
  readonly #isNew: boolean;
  readonly #drawn = new Map<string, unknown>();
  /** The length of the only list of the object; undefined if there is none, or several. */
  listed: number | undefined;
  /** The media type of the file that the object describes; undefined for other objects. */
  mediaType: string | undefined;

  constructor(draw: Random, { vocabulary, towns, reference, isRequest = false, isNew = false }: ProfileSource) {
    this.draw = draw;
    this.#vocabulary = vocabulary;
    this.#towns = towns;
    this.reference = reference;
    this.#isRequest = isRequest;
    this.#isNew = isNew;
  }

  /** Generates a part once. */
  once<T>(key: string, make: (draw: Random, words: Faker) => T): T {
    if (!this.#drawn.has(key)) {
      const draw = this.draw.fork(key);
      this.#drawn.set(key, make(draw, this.#vocabulary(draw)));
    }
    return this.#drawn.get(key) as T;
  }

  words(draw: Random): Faker {
    return this.#vocabulary(draw);
  }

  get person(): Person {
    return this.once('person', (draw, words) => {
      const sex = draw.happens(0.5) ? 'female' : 'male';
      const first = words.person.firstName(sex);
      const last = words.person.lastName(sex);
      const username = `${asciiName(first)}.${asciiName(last)}`;
      const domain = draw.pick(['example.com', 'example.org', 'example.net']);
      return { sex, first, last, full: `${first} ${last}`, username, email: `${username}@${domain}` };
    });
  }

  get town(): Town {
    return this.once('town', (draw) => draw.pick(this.#towns) as Town);
  }

  get company(): string {
    return this.once('company', (_, words) => words.company.name());
  }

  get product(): string {
    return this.once('product', (_, words) => words.commerce.productName());
  }

  /** With two digits behind the point at most. */
  get price(): number {
    return this.once('price', (draw) => (draw.between(3, 250) * 100 - (draw.pick([1, 5, 10, 51]) ?? 1)) / 100);
  }

  /** A time of the object: in the order of `MOMENTS`. */
  moment(moment: Moment): Date {
    return this.once(`moment ${moment}`, (draw) => {
      const reference = this.reference.getTime();
      const isPlan = (this.#isRequest || this.#isNew) && (moment === 'start' || moment === 'end');
      if (isPlan && moment === 'start') return seconds(reference + draw.between(1, 10) * DAY + draw.between(0, DAY));
      if (isPlan || moment === 'later') return seconds(reference + draw.between(12, 90) * DAY + draw.between(0, DAY));
      if (moment === 'born') return seconds(reference - draw.between(20 * 365, 65 * 365) * DAY);
      if (this.#isNew) return seconds(reference);
      const first = this.once('life', (life) => reference - life.between(3, 500) * DAY - life.between(0, DAY));
      const [from, to] = STAGES[moment];
      return seconds(first + (reference - first) * (from + (to - from) * draw.next()));
    });
  }
}

export interface ProfileSource {
  readonly vocabulary: Vocabulary;
  readonly towns: readonly Town[];
  /** The present. */
  readonly reference: Date;
  /** Whether it is for a request, of which the start and the end are in the future. Default false. */
  readonly isRequest?: boolean;
  /** Whether the object was made just now: its start and end are in the future, and nothing was before. Default false. */
  readonly isNew?: boolean;
}

function seconds(time: number): Date {
  return new Date(Math.floor(time / 1000) * 1000);
}

/** A name in ASCII letters, for an address; empty for other scripts. */
export function asciiName(name: string): string {
  const letters = name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[äöü]/g, (letter) => `${{ ä: 'a', ö: 'o', ü: 'u' }[letter]}e`)
    .normalize('NFD')
    .replaceAll(/[^a-z\d]/g, '');
  return letters === '' ? 'somebody' : letters;
}
