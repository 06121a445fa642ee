// Names, words and numbers in many languages. The only door to faker.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Faker } from '@faker-js/faker';
import { UsageError } from '../../../schema/usage-error.ts';
import type { Random } from './seeded-random.ts';

/** Words of a language, chosen by a draw. */
export type Vocabulary = (draw: Random) => Faker;

const known = new Map<string, Promise<Vocabulary>>();

/**
 * Loads the words of a language on first use.
 *
 * @param locale - a locale of faker, such as `de` or `pt_BR`
 * @throws UsageError if it is unknown
 */
export function loadVocabulary(locale: string): Promise<Vocabulary> {
  const found = known.get(locale) ?? load(locale);
  known.set(locale, found);
  return found;
}

async function load(locale: string): Promise<Vocabulary> {
  rejectLocale(locale);
  const english = await definitionsOf('en');
  const own = locale === 'en' ? english : await definitionsOf(locale);
  let current: Random | undefined;
  const randomizer = { next: () => current?.next() ?? 0, seed: () => undefined };
  // The main entry of the library would load all languages.
  const Made = english.constructor as typeof Faker;
  const faker = new Made({ locale: [own.rawDefinitions, english.rawDefinitions], randomizer });
  return (draw) => {
    current = draw;
    return faker;
  };
}

/** @throws UsageError if the locale is unknown */
function rejectLocale(locale: string): void {
  // It becomes a part of a path.
  if (/^[a-z]{2}(_[A-Za-z_]+)?$/.test(locale) && existsSync(fileURLToPath(addressOf(locale)))) return;
  throw new UsageError('Invalid locale:', [
    `unknown locale ${JSON.stringify(locale)}; use a locale of Faker, such as en, de, fr or pt_BR`,
  ]);
}

function addressOf(locale: string): string {
  return import.meta.resolve(`@faker-js/faker/locale/${locale}`);
}

async function definitionsOf(locale: string): Promise<Faker> {
  const { faker }: { faker: Faker } = await import(addressOf(locale));
  return faker;
}
