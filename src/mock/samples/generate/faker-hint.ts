// Generator hints of documents: `x-faker` and `x-fake-data`, by a fixed table of names.

import type { Faker } from '@faker-js/faker';
import { isRecord } from '../../../schema/is-record.ts';
import { didYouMean, findNearestName } from '../../../schema/nearest-name.ts';
import { failure, type Result, success } from '../../../schema/result.ts';

/** A generator of faker with its arguments. */
export interface FakerHint {
  readonly module: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** Extensions with such a hint. */
export const FAKER_KEYS = ['x-faker', 'x-fake-data'] as const;

/** All generators that a document may name. Others run code or patterns of their arguments, or have no scalar value. */
const METHODS: Readonly<Record<string, string>> = {
  airline: 'recordLocator seat aircraftType flightNumber',
  animal: 'dog cat snake bear lion cetacean horse bird cow fish crocodilia insect rabbit rodent type petName',
  book: 'author format genre publisher series title',
  color: 'human space rgb cssSupportedFunction cssSupportedSpace',
  commerce: 'department productName price productAdjective productMaterial product productDescription isbn upc',
  company:
    'name catchPhrase buzzPhrase catchPhraseAdjective catchPhraseDescriptor catchPhraseNoun buzzAdjective buzzVerb buzzNoun',
  database: 'column type collation engine mongodbObjectId',
  datatype: 'boolean',
  date: 'past future recent soon anytime birthdate month weekday timeZone',
  finance:
    'accountNumber accountName routingNumber amount transactionType currencyCode currencyName currencySymbol currencyNumericCode bitcoinAddress litecoinAddress creditCardNumber creditCardCVV creditCardIssuer pin ethereumAddress iban bic transactionDescription',
  food: 'adjective description dish ethnicCategory fruit ingredient meat spice vegetable',
  git: 'branch commitMessage commitSha',
  hacker: 'abbreviation adjective noun verb ingverb phrase',
  image: 'avatar url urlPicsumPhotos',
  internet:
    'email exampleEmail username displayName protocol httpMethod httpStatusCode url domainName domainSuffix domainWord ip ipv4 ipv6 port userAgent mac emoji',
  location:
    'zipCode city buildingNumber street streetAddress secondaryAddress county country continent countryCode state direction cardinalDirection ordinalDirection timeZone latitude longitude',
  lorem: 'word words sentence slug sentences paragraph paragraphs text lines',
  music: 'album artist genre songName',
  number: 'int float binary octal hex romanNumeral',
  person:
    'firstName lastName middleName fullName gender sex sexType bio prefix suffix jobTitle jobDescriptor jobArea jobType zodiacSign',
  phone: 'number imei',
  string: 'alpha alphanumeric binary octal hexadecimal numeric sample uuid ulid nanoid',
  system: 'fileName commonFileName mimeType commonFileType commonFileExt fileType fileExt filePath semver cron',
  vehicle: 'vehicle manufacturer model type fuel vin color vrm bicycle',
  word: 'adjective adverb conjunction interjection noun preposition verb sample words',
};

/** Names of earlier versions of faker, as documents for Prism have them. */
const EARLIER: Readonly<Record<string, string>> = {
  'name.findName': 'person.fullName',
  'phone.phoneNumber': 'phone.number',
  'internet.userName': 'internet.username',
  'internet.avatar': 'image.avatar',
  'image.imageUrl': 'image.url',
  'company.companyName': 'company.name',
  'address.zip': 'location.zipCode',
  'address.streetName': 'location.street',
  'commerce.color': 'color.human',
  'finance.account': 'finance.accountNumber',
  'random.uuid': 'string.uuid',
  'datatype.uuid': 'string.uuid',
  'random.number': 'number.int',
  'datatype.number': 'number.int',
  'datatype.float': 'number.float',
  'random.boolean': 'datatype.boolean',
  'random.word': 'word.sample',
  'random.words': 'lorem.words',
  'random.alpha': 'string.alpha',
  'random.alphaNumeric': 'string.alphanumeric',
};
const EARLIER_MODULES: Readonly<Record<string, string>> = { name: 'person', address: 'location' };

/** Options that earlier versions had as positions. */
const POSITIONS: Readonly<Record<string, readonly string[]>> = {
  'finance.amount': ['min', 'max', 'dec', 'symbol'],
  'commerce.price': ['min', 'max', 'dec', 'symbol'],
  'date.past': ['years'],
  'date.future': ['years'],
  'date.recent': ['days'],
  'date.soon': ['days'],
};

/** All names that a document may use. */
export const GENERATOR_NAMES: readonly string[] = Object.entries(METHODS).flatMap(([module, methods]) =>
  methods.split(' ').map((method) => `${module}.${method}`),
);
const KNOWN: ReadonlySet<string> = new Set(GENERATOR_NAMES);

/** Modules whose numbers are bounds of a value. Elsewhere they are lengths, which cost time. */
const WITH_BOUNDS = new Set(['number', 'commerce', 'finance', 'date']);
const MAX_LENGTH = 1000;
/** Texts without patterns: faker repeats a sign before `{1000}`. */
const PLAIN_TEXT = /^[\w\p{Sc} .,:+#()/-]{0,50}$/u;

/**
 * Parses a hint: `internet.email`, or with arguments `{ 'finance.amount': [1, 10] }`.
 *
 * @returns the reason, a clause, if it is none
 */
export function parseFakerHint(input: unknown): Result<FakerHint> {
  const entries: readonly (readonly [string, unknown])[] =
    typeof input === 'string' ? [[input, []]] : isRecord(input) ? Object.entries(input) : [];
  const [[written, given] = ['', []], ...others] = entries;
  if (written === '' || others.length > 0)
    return failure('must be a name such as internet.email, or an object with one name and its arguments');
  const name = currentName(written.replace(/^faker\./, ''));
  if (!KNOWN.has(name))
    return failure(`unknown generator ${JSON.stringify(written)}${didYouMean(findNearestName(name, GENERATOR_NAMES))}`);
  const [module = '', method = ''] = name.split('.');
  const args: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (!args.every((one) => isArgument(one, WITH_BOUNDS.has(module))))
    return failure(`${written} has arguments that are not supported`);
  const options = POSITIONS[name] ?? [];
  if (options.length === 0 || args.length === 0 || isRecord(args[0])) return success({ module, method, args });
  const named = args.slice(0, options.length).map((value, index) => [options[index] as string, value] as const);
  return success({ module, method, args: [Object.fromEntries(named)] });
}

function currentName(name: string): string {
  if (Object.hasOwn(EARLIER, name)) return EARLIER[name] as string;
  const [module = '', method] = name.split('.');
  return Object.hasOwn(EARLIER_MODULES, module) ? `${EARLIER_MODULES[module]}.${method}` : name;
}

function isArgument(input: unknown, isBound: boolean): boolean {
  if (typeof input === 'number') return isBound ? Number.isFinite(input) : Math.abs(input) <= MAX_LENGTH;
  if (typeof input === 'string') return PLAIN_TEXT.test(input);
  if (isRecord(input)) return Object.values(input).every((one) => typeof one !== 'object' && isArgument(one, isBound));
  return typeof input === 'boolean';
}

/** The value of a hint; undefined if faker rejects the arguments. @param now - the reference of dates */
export function generateByHint({ module, method, args }: FakerHint, words: Faker, now: Date): unknown {
  const generators = words as unknown as Readonly<
    Record<string, Readonly<Record<string, (...args: unknown[]) => unknown>>>
  >;
  words.setDefaultRefDate(now);
  try {
    const value = generators[module]?.[method]?.(...args);
    return value instanceof Date ? value.toISOString() : value;
  } catch {
    return undefined;
  }
}

/** A value in the type and format of its schema; undefined if it has another one. */
export function coerceHint(value: unknown, type: string | undefined, format: string | undefined): unknown {
  if (type === 'string') {
    if (value === undefined || value === null || typeof value === 'object') return undefined;
    return format === 'date' ? `${value}`.slice(0, 10) : `${value}`;
  }
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (type !== 'number' && type !== 'integer') return undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && (type === 'number' || Number.isInteger(number))
    ? number
    : undefined;
}
