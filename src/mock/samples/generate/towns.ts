// Real towns, with matching addresses and fictitious telephone numbers.

export interface Town {
  readonly city: string;
  readonly state: string;
  readonly stateCode: string;
  readonly country: string;
  /** ISO 3166-1. */
  readonly countryCode: string;
  readonly countryCode3: string;
  /** With `#` for a digit. */
  readonly postcode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
  /** ISO 4217. */
  readonly currency: string;
  /** In E.164, with `#` for a digit. */
  readonly phone: string;
}

const US = { country: 'United States', countryCode: 'US', countryCode3: 'USA', currency: 'USD' } as const;
const GB = {
  country: 'United Kingdom',
  countryCode: 'GB',
  countryCode3: 'GBR',
  currency: 'GBP',
  timezone: 'Europe/London',
} as const;
const DE = {
  country: 'Germany',
  countryCode: 'DE',
  countryCode3: 'DEU',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
} as const;
const FR = {
  country: 'France',
  countryCode: 'FR',
  countryCode3: 'FRA',
  currency: 'EUR',
  timezone: 'Europe/Paris',
} as const;
const AU = { country: 'Australia', countryCode: 'AU', countryCode3: 'AUS', currency: 'AUD' } as const;
const CA = { country: 'Canada', countryCode: 'CA', countryCode3: 'CAN', currency: 'CAD' } as const;

function town(
  land: Pick<Town, 'country' | 'countryCode' | 'countryCode3' | 'currency'>,
  [city, state, stateCode, postcode]: readonly [string, string, string, string],
  [latitude, longitude, timezone]: readonly [number, number, string],
  phone: string,
): Town {
  return { ...land, city, state, stateCode, postcode, latitude, longitude, timezone, phone };
}

const TOWNS: readonly Town[] = [
  town(US, ['Seattle', 'Washington', 'WA', '9810#'], [47.6062, -122.3321, 'America/Los_Angeles'], '+1206555010#'),
  town(US, ['Portland', 'Oregon', 'OR', '9720#'], [45.5152, -122.6784, 'America/Los_Angeles'], '+1503555011#'),
  town(US, ['San Francisco', 'California', 'CA', '9411#'], [37.7749, -122.4194, 'America/Los_Angeles'], '+1415555012#'),
  town(US, ['Denver', 'Colorado', 'CO', '8020#'], [39.7392, -104.9903, 'America/Denver'], '+1303555013#'),
  town(US, ['Austin', 'Texas', 'TX', '7870#'], [30.2672, -97.7431, 'America/Chicago'], '+1512555014#'),
  town(US, ['Chicago', 'Illinois', 'IL', '6060#'], [41.8781, -87.6298, 'America/Chicago'], '+1312555015#'),
  town(US, ['Atlanta', 'Georgia', 'GA', '3030#'], [33.749, -84.388, 'America/New_York'], '+1404555016#'),
  town(US, ['Boston', 'Massachusetts', 'MA', '0210#'], [42.3601, -71.0589, 'America/New_York'], '+1617555017#'),
  town(US, ['New York', 'New York', 'NY', '1000#'], [40.7128, -74.006, 'America/New_York'], '+1212555018#'),
  town(US, ['Madison', 'Wisconsin', 'WI', '5370#'], [43.0731, -89.4012, 'America/Chicago'], '+1608555019#'),
  town(GB, ['London', 'England', 'ENG', 'SW#A 1AA'], [51.5074, -0.1278, GB.timezone], '+44207946000#'),
  town(GB, ['Manchester', 'England', 'ENG', 'M# 1AE'], [53.4808, -2.2426, GB.timezone], '+44161496000#'),
  town(GB, ['Edinburgh', 'Scotland', 'SCT', 'EH# 1YZ'], [55.9533, -3.1883, GB.timezone], '+44131496000#'),
  town(CA, ['Toronto', 'Ontario', 'ON', 'M5V #T6'], [43.6532, -79.3832, 'America/Toronto'], '+1416555010#'),
  town(
    CA,
    ['Vancouver', 'British Columbia', 'BC', 'V6B #A1'],
    [49.2827, -123.1207, 'America/Vancouver'],
    '+1604555011#',
  ),
  town(AU, ['Sydney', 'New South Wales', 'NSW', '200#'], [-33.8688, 151.2093, 'Australia/Sydney'], '+6125550#100'),
  town(AU, ['Melbourne', 'Victoria', 'VIC', '300#'], [-37.8136, 144.9631, 'Australia/Melbourne'], '+61370100#00'),
  town(DE, ['Berlin', 'Berlin', 'BE', '1011#'], [52.52, 13.405, DE.timezone], '+493023125##0'),
  town(DE, ['Hamburg', 'Hamburg', 'HH', '2009#'], [53.5511, 9.9937, DE.timezone], '+494066969##0'),
  town(DE, ['München', 'Bayern', 'BY', '8033#'], [48.1351, 11.582, DE.timezone], '+498999998##0'),
  town(FR, ['Paris', 'Île-de-France', 'IDF', '7500#'], [48.8566, 2.3522, FR.timezone], '+33199000#00'),
  town(FR, ['Lyon', 'Auvergne-Rhône-Alpes', 'ARA', '6900#'], [45.764, 4.8357, FR.timezone], '+33465710#00'),
];

/** The towns of a language; for unknown ones, of English. @param locale - of faker */
export function townsOf(locale: string): readonly Town[] {
  const [language = 'en', land] = locale.split('_');
  const lands =
    land && TOWNS.some(({ countryCode }) => countryCode === land) ? [land] : (SPOKEN[language] ?? SPOKEN.en);
  return TOWNS.filter(({ countryCode }) => lands?.includes(countryCode));
}

const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  en: ['US', 'GB', 'CA', 'AU'],
  de: ['DE'],
  fr: ['FR'],
};
