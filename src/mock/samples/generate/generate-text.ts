// Texts by the meaning of their names.

import type { Faker } from '@faker-js/faker';
import { asciiName, type Profile } from './profile.ts';
import type { TextKind } from './property-meaning.ts';
import type { Random } from './seeded-random.ts';

type Make = (persona: Profile, words: Faker, draw: Random) => string;

/** A text; the same draw gives the same one. */
export function generateText(kind: TextKind, persona: Profile, draw: Random): string {
  return MAKERS[kind](persona, persona.words(draw), draw);
}

const MAKERS: Readonly<Record<TextKind, Make>> = {
  email: ({ person }) => person.email,
  'first name': ({ person }) => person.first,
  'last name': ({ person }) => person.last,
  'full name': ({ person }) => person.full,
  username: ({ person }) => person.username,
  password: (_, words) => `${words.word.adjective()}-${words.word.noun()}-${words.string.numeric(3)}`,
  gender: ({ person }) => person.sex,
  salutation: ({ person }) => (person.sex === 'female' ? 'Ms.' : 'Mr.'),
  'job title': (_, words) => words.person.jobTitle(),
  department: (_, words) => words.commerce.department(),
  phone: ({ town }, words) => digits(town.phone, words),
  'calling code': ({ town }) => /^\+(1|\d\d)/.exec(town.phone)?.[0] ?? '+1',
  birthday: (persona) => persona.moment('born').toISOString().slice(0, 10),
  company: ({ company }) => company,
  product: ({ product }) => product,
  sku: (_, words) => `${words.string.alpha({ length: 3, casing: 'upper' })}-${words.string.numeric(5)}`,
  ean: (_, words) => withCheckDigit(`20${words.string.numeric(10)}`),
  isbn: (_, words) => withCheckDigit(`978${words.string.numeric(9)}`),
  material: (_, words) => words.commerce.productMaterial(),
  category: (_, words) => words.commerce.department(),
  money: ({ price }) => price.toFixed(2),
  amount: (_, words) => `${words.number.int({ min: 1, max: 100 })}`,
  currency: ({ town }) => town.currency,
  'small currency': ({ town }) => town.currency.toLowerCase(),
  'currency name': (_, words) => words.finance.currencyName(),
  iban: (_, words) => words.finance.iban(),
  bic: (_, words) => words.finance.bic(),
  'routing number': (_, words) => words.finance.routingNumber(),
  'account number': (_, words) => words.string.numeric({ length: 10, allowLeadingZeros: false }),
  'card number': (_, words, draw) => draw.pick(TEST_CARDS) ?? words.finance.creditCardNumber(),
  'last four': (_, words) => words.string.numeric(4),
  'card brand': (_, __, draw) => draw.pick(['visa', 'mastercard', 'amex']) ?? 'visa',
  street: (persona) => persona.once('street', (_, words) => words.location.streetAddress()),
  flat: (_, words) => words.location.secondaryAddress(),
  'house number': (_, words) => `${words.number.int({ min: 1, max: 250 })}`,
  city: ({ town }) => town.city,
  state: ({ town }) => town.state,
  'state code': ({ town }) => town.stateCode,
  country: ({ town }) => town.country,
  'country code': ({ town }) => town.countryCode,
  'long country code': ({ town }) => town.countryCode3,
  postcode: (persona) => persona.once('postcode', (_, words) => digits(persona.town.postcode, words)),
  latitude: (persona) => `${latitudeOf(persona)}`,
  longitude: (persona) => `${longitudeOf(persona)}`,
  timezone: ({ town }) => town.timezone,
  address: (persona) => {
    const street = persona.once('street', (_, words) => words.location.streetAddress());
    const postcode = persona.once('postcode', (_, words) => digits(persona.town.postcode, words));
    return `${street}, ${persona.town.city}, ${persona.town.stateCode} ${postcode}`;
  },
  'language code': ({ town }) => LANGUAGES[town.countryCode]?.[0] ?? 'en',
  language: ({ town }) => LANGUAGES[town.countryCode]?.[1] ?? 'English',
  domain: ({ company }) => `${asciiName(company)}.example.com`,
  url: (_, words) => `https://www.example.com/${words.word.noun()}/${words.string.numeric(4)}`,
  image: (_, words) => `https://images.example.com/${words.word.noun()}-${words.string.numeric(4)}.png`,
  ipv4: (_, words) => `192.0.2.${words.number.int({ min: 1, max: 254 })}`,
  ipv6: (_, words) => `2001:db8::${words.string.hexadecimal({ length: 3, prefix: '', casing: 'lower' })}`,
  mac: (_, words) => words.internet.mac(),
  'user agent': () => 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'file name': (persona, words) => `${words.word.noun()}-${words.string.numeric(3)}.${extensionOf(persona, words)}`,
  path: (_, words) => `/${words.word.noun()}/${words.word.noun()}`,
  extension: (persona, words) => extensionOf(persona, words),
  'mime type': (_, words) =>
    words.helpers.arrayElement(['application/pdf', 'image/png', 'text/plain', 'application/json']),
  slug: (_, words) => `${words.word.adjective()}-${words.word.noun()}`,
  color: (_, words) => `#${words.string.hexadecimal({ length: 6, prefix: '', casing: 'lower' })}`,
  'color name': (_, words) => words.color.human(),
  version: (_, words) => [4, 20, 10].map((max) => words.number.int({ min: max === 4 ? 1 : 0, max })).join('.'),
  hash: (_, words) => words.string.hexadecimal({ length: 40, prefix: '', casing: 'lower' }),
  token: (_, words) => words.string.alphanumeric(32),
  uuid: (_, words) => words.string.uuid(),
  id: (_, words) => words.string.uuid(),
  number: (_, words) => `${words.string.alpha({ length: 2, casing: 'upper' })}-${words.string.numeric(6)}`,
  vin: (_, words) => words.vehicle.vin(),
  'license plate': (_, words) => words.vehicle.vrm(),
  book: (_, words) => words.book.title(),
  year: (persona) => persona.moment('made').toISOString().slice(0, 4),
  month: (_, words) => words.date.month(),
  weekday: (_, words) => words.date.weekday(),
  duration: (_, words) => `PT${words.number.int({ min: 1, max: 59 })}M`,
  unit: (_, __, draw) => draw.pick(['kg', 'm', 'l', 'pcs']) ?? 'pcs',
  status: () => 'active',
  title: (_, words) => sentenceCase(words.company.catchPhrase()),
  thing: (_, words) => sentenceCase(`${words.word.adjective()} ${words.word.noun()}`),
  sentence: (_, words) => `${sentenceCase(words.company.catchPhrase())}.`,
  paragraph: (_, words) =>
    Array.from({ length: 3 }, () => `${sentenceCase(`${words.company.buzzPhrase()}`)}.`).join(' '),
  sort: (_, __, draw) => draw.pick(['standard', 'basic', 'default', 'premium']) ?? 'standard',
  word: (_, words) => words.word.noun(),
};

/** Card numbers reserved for tests. */
const TEST_CARDS = ['4111111111111111', '4242424242424242', '5555555555554444'];
const EXTENSIONS = ['pdf', 'png', 'txt', 'csv'];
/** Extensions of media types that have another name. */
const EXTENSION_OF: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/javascript': 'js',
  'text/markdown': 'md',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
  'image/x-icon': 'ico',
  'audio/mpeg': 'mp3',
  'video/quicktime': 'mov',
  'application/gzip': 'gz',
  'application/octet-stream': 'bin',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};

/** The extension of the media type of the object, such as `png` of `image/png`; else a usual one. */
function extensionOf({ mediaType }: Profile, words: Faker): string {
  const [type = ''] = mediaType?.toLowerCase().split(';') ?? [];
  const known = Object.hasOwn(EXTENSION_OF, type) ? EXTENSION_OF[type] : /^\w+\/([a-z\d]{2,5})$/.exec(type)?.[1];
  return known ?? words.helpers.arrayElement(EXTENSIONS);
}
const LANGUAGES: Readonly<Record<string, readonly [code: string, name: string]>> = {
  US: ['en', 'English'],
  DE: ['de', 'Deutsch'],
  FR: ['fr', 'Français'],
};

/** Within some kilometres of the middle of the town, in degrees. */
export function latitudeOf(persona: Profile): number {
  return persona.once('latitude', (draw) => near(persona.town.latitude, draw));
}

export function longitudeOf(persona: Profile): number {
  return persona.once('longitude', (draw) => near(persona.town.longitude, draw));
}

function near(middle: number, draw: Random): number {
  return Number((middle + (draw.next() - 0.5) / 20).toFixed(5));
}

function digits(template: string, words: Faker): string {
  return template.replaceAll('#', () => words.string.numeric(1));
}

/** The last digit of a number of goods (ISO/IEC 15420). */
function withCheckDigit(number: string): string {
  const sum = [...number].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${number}${(10 - (sum % 10)) % 10}`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}
