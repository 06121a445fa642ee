// The meaning of a property, from its name and that of its object.

import { singular } from '../../../openapi/singular.ts';
import { propertyWords } from './property-words.ts';

/** A meaning; the generators are in `invent-text.ts`, `invent-number.ts` and `make-scalar.ts`. */
export type PropertyMeaning = TextKind | NumberKind | FlagKind;

type Rules<K extends string> = readonly (readonly [words: RegExp, kind: K, of?: RegExp])[];

/** People, and names of roles. */
const PERSON =
  /\b(user|person|people|customer|client|employee|owner|author|contact|member|patient|student|teacher|driver|guest|creator|assignee|reporter|recipient|sender|buyer|seller|manager|agent|lead|candidate|passenger|player|subscriber|applicant|participant|attendee|donor|actor|artist|doctor|friend|follower|approver|reviewer|committer|beneficiary|profile|account holder|cardholder)$/;
const COMPANY =
  /\b(company|organi[sz]ation|org|business|employer|vendor|supplier|merchant|tenant|brand|manufacturer|publisher|institution|agency|carrier|provider|airline|bank|partner|store|shop|seller|legal entity)$/;
const PRODUCT = /\b(product|item|good|sku|article|variant|line item|inventory|part|merchandise|listing|offer)$/;
const PLACE =
  /\b(city|country|state|region|province|location|place|address|venue|airport|station|warehouse|branch|town|area|zone)$/;

/** The first rule applies whose pattern matches the name, and whose second pattern, if any, matches the object. */
const TEXTS = [
  [/\bemail( address)?$|^mail$|^(cc|bcc|reply to|carbon copy)( address| email)?$/, 'email'],
  [
    /\b(first name|given name|forename|fname|firstname)$|^(first|given)$/,
    'first name',
    /^(?!.*\b(page|item|link|links)$)/,
  ],
  [
    /\b(last name|sur name|surname|family name|lname|lastname)$|^(last|family|surname)$/,
    'last name',
    /^(?!.*\blinks?$)/,
  ],
  [/\bmiddle (name|initial)$/, 'first name'],
  [/\b(user name|username|login|login name|screen name|nick name|nickname|handle|user login)$/, 'username'],
  [/\bfile name$|^filename$/, 'file name'],
  [/\bhost name$|^(hostname|host|fqdn)$|\bdomain( name)?$/, 'domain'],
  [/\b(company|organi[sz]ation|business|employer|vendor|merchant|org|brand|manufacturer|supplier)( name)?$/, 'company'],
  [
    /\b(full name|display name|real name|contact name|(card|account) ?holder( name)?|legal name|preferred name)$/,
    'full name',
  ],
  [
    /\b(author|owner|creator|assignee|reviewer|contact|customer|employee|recipient|sender|manager|created by|updated by|modified by|approved by)( name)?$/,
    'full name',
  ],
  [/\b(bank|airline|carrier|store|shop|school|hospital|hotel|restaurant|university|clinic) name$/, 'company'],
  [/\b(product|item)( name| title)$/, 'product'],
  [/\bcountry name$/, 'country'],
  [/\bcity name$/, 'city'],
  [/\b(department|division|team)( name)?$/, 'department'],
  [/^(name|display name|label|title)$/, 'full name', PERSON],
  [/^(name|display name|label|title)$/, 'company', COMPANY],
  [/^(name|title|label)$/, 'product', PRODUCT],
  [/^name$/, 'city', /\b(city|town|location|place|station|venue|airport|area|zone|branch|warehouse)$/],
  [/^name$/, 'country', /\bcountry$/],
  [/^name$/, 'state', /\b(state|province|region)$/],
  [/^name$/, 'first name', /\b(pet|dog|cat|animal|character|hero)$/],
  [/^name$/, 'category', /\b(category|tag|genre|topic|label|type|group)$/],
  [/^name$/, 'color name', /\bcolor$/],
  [/^name$/, 'currency name', /\bcurrency$/],
  [/^name$/, 'language', /\blanguage$/],
  [/^name$/, 'file name', /\b(file|attachment|document|asset|upload)$/],
  [/^name$/, 'book', /\b(book|movie|film|album|song|track|episode|show|series|publication)$/],
  [/^title$/, 'book', /\b(book|movie|film|album|song|track|episode|show|series|publication)$/],
  [/^code$/, 'country code', /\bcountry$/],
  [/^code$/, 'currency', /\bcurrency$/],
  [/^code$/, 'language code', /\b(language|locale)$/],
  [/\bjob title$|^(occupation|profession|position|designation|job)$/, 'job title'],
  [/\b(password|passwd|passphrase)$/, 'password'],
  [/\b(phone|telephone|mobile|cell|fax|msisdn|tel)( ?number| no)?$|\bphone ?number$|^(home|work|cell)phone$/, 'phone'],
  [/\b(dial|calling) code$/, 'calling code'],
  [
    /\b(avatar|image|photo|picture|logo|thumbnail|icon|banner|cover|gravatar|screenshot|poster|img)( url| uri| link| href| src)?$/,
    'image',
  ],
  [/\b(url|uri|href|link|website|webhook|callback|endpoint|permalink|redirect uri|self|next page url)$|^web$/, 'url'],
  [/^(next|previous|prev|first|last)$/, 'url', /\b_?links?$/],
  [/\bip4?$/, 'ipv4'],
  [/\bip6$/, 'ipv6'],
  [/\bmac( address)?$/, 'mac'],
  [/\buser agent$/, 'user agent'],
  [/\b(address line|address|addr|street|line|street address)( line)? ?2$|\b(apartment|apt|suite|unit number)$/, 'flat'],
  [
    /\b(street( address| name| line)?|address line|addr|line|address)( line)? ?1$|\bstreet( address| name| line)?( 1)?$|\baddress line$/,
    'street',
  ],
  [/\b(house|street|building) ?(number|no)$/, 'house number'],
  [/\b(city|town|locality|municipality|suburb)$/, 'city'],
  [/\b(state|province|region|county) code$/, 'state code'],
  [/\b(state|province)$/, 'state', /\b(address|location|place|shipping|billing|geo)\b/],
  [/\b(province|region|county|administrative area)( name)?$/, 'state'],
  [/\bcountry ?(code|iso)( \d| alpha \d)?$/, 'country code'],
  [/\bcountry( of \w+)?$|^(nationality|citizenship)$/, 'country'],
  [/\b(postcode|zip)$/, 'postcode'],
  [/\b(lat|latitude)$/, 'latitude'],
  [/\b(lng|lon|long|longitude)$/, 'longitude'],
  [/\btimezone$|^tz$/, 'timezone'],
  [/\baddress$/, 'address'],
  [/\b(location|place|venue)( name)?$/, 'city'],
  [/\bcurrency( code| iso)?$/, 'currency'],
  [/\b(locale|language code|language tag|lang|culture)$/, 'language code'],
  [/\blanguage( name)?$/, 'language'],
  [/\biban$/, 'iban'],
  [/\b(bic|swift)( code)?$/, 'bic'],
  [/\brouting number$/, 'routing number'],
  [/\b(account number|account no)$/, 'account number'],
  [/\b(card number|pan)$/, 'card number'],
  [/\blast 4$|\blast four$/, 'last four'],
  [/\b(card (type|brand|network)|brand)$/, 'card brand', /\bcard\b|payment/],
  [/\b(vin|chassis number)$/, 'vin'],
  [/\b(license plate|registration number|plate number)$/, 'license plate'],
  [/\b(ean|gtin|upc|barcode|ean 13)$/, 'ean'],
  [/\bisbn( ?\d+)?$/, 'isbn'],
  [/\b(sku|part number|product code|item code|article number|model number)$/, 'sku'],
  [
    /\b(tracking|order|invoice|receipt|reference|confirmation|booking|ticket|case|serial|po)( number| no| code| ref)$/,
    'number',
  ],
  [/^(number|reference|ref)$/, 'number'],
  [/\b(category|genre|topic|keyword|tag|tags|hashtag)( name)?$/, 'category'],
  [/\b(color|background|foreground)( code| hex)?$|^(hex|fill|stroke)$/, 'color'],
  [/\bmaterial$/, 'material'],
  [/\b(version|release|revision)( number| name)?$/, 'version'],
  [/\b(mime|content|media) type$|^mimetype$/, 'mime type'],
  [/\b(file ?)?(extension|suffix)$/, 'extension'],
  [/\b(file )?path$|^(directory|folder|dir)$/, 'path'],
  [/\b(slug|permalink|url key|key name)$/, 'slug'],
  [/\b(birthday|birth date|date of birth|dob|birthdate|born)( at| on)?$/, 'birthday'],
  [/\b(sha|sha ?1|sha ?256|md ?5|hash|checksum|digest|fingerprint|etag|commit)( ?\d+| hash| id)?$/, 'hash'],
  [/\b(token|secret|api key|access key|private key|public key|signature|nonce|cursor|client secret|session)$/, 'token'],
  [/\b(year)$/, 'year'],
  [/\bmonth( name)?$/, 'month'],
  [/\b(weekday|day of week|day)$/, 'weekday'],
  [/\b(gender|sex)$/, 'gender'],
  [/^(prefix|salutation|honorific|honorific prefix|name prefix)$/, 'salutation'],
  [/\b(duration|interval|elapsed|period|length)$/, 'duration'],
  [
    /\b(price|amount|cost|total|subtotal|balance|fee|tax|discount|revenue|salary|budget|value amount|paid|due amount)$/,
    'money',
  ],
  [/\b(quantity|count|size|width|height|weight|age|rating|score|percent|percentage|rate)$/, 'amount'],
  [/\bunits?( of measure)?$|^uom$/, 'unit'],
  [/\b(status|state|phase|stage)$/, 'status'],
  [/\b(subject|headline|title|caption|heading|topic|summary line|short description)$/, 'title'],
  [
    /\b(description|desc|summary|bio|biography|about|notes?|comments?|message|remarks?|details?|excerpt|overview|instructions?|reason|explanation|purpose|disclaimer|feedback|review)( text)?$/,
    'sentence',
  ],
  [/\b(body|content|text|html|markdown|paragraph|article|story|terms|transcript|long description)$/, 'paragraph'],
  [/\b(query|search|q)$/, 'word'],
  [/\b(uuid|guid)$/, 'uuid'],
  [/^(id|sid|oid|identifier|key)$|\b(id|sid|uid|identifier|ref)$/, 'id'],
  [/\bname$/, 'thing'],
  [
    /\b(type|kind|class|category|group|level|role|scope|permission|plan|tier|channel|source|method|mode|format)$/,
    'sort',
  ],
] as const satisfies Rules<string>;

/** Some follow from bounds and descriptions only. */
export type TextKind = (typeof TEXTS)[number][1] | 'long country code' | 'small currency';

const NUMBERS = [
  [/^(id|key|number)$|\b(id|uid|ref)$/, 'id'],
  [/\bage$/, 'age'],
  [/\b(year|birth year)$/, 'year'],
  [/\b(expiry|expiration|exp) month$|\bmonth$/, 'month'],
  [/\bday$|\bday of month$/, 'day'],
  [/\b(hour|hours)$/, 'hour'],
  [/\b(minute|minutes|second|seconds)$/, 'minute'],
  [/\b(lat|latitude)$/, 'latitude'],
  [/\b(lng|lon|long|longitude)$/, 'longitude'],
  [/\b(percent|percentage|pct|progress|completion)( (off|complete|completed|done|change|used))?$/, 'percent'],
  [/\b(ratio|probability|confidence|fraction|opacity|alpha|similarity|threshold)$/, 'fraction'],
  [/\b(rating|stars)( average)?$|\b(average|avg) rating$/, 'rating'],
  [/\b(tax|vat|interest|discount|commission|exchange|conversion|growth) (rate|percent)$/, 'rate'],
  [
    /\b(price|cost|amount|balance|fee|subtotal|tax|discount|revenue|salary|budget|income|payment|charge|shipping|tip|paid|credit|debit|msrp|fare|rent|deposit|net|gross|value)( amount| usd| eur| cents)?$|^total( amount| price| cost| due| paid| tax| value)$|^money$/,
    'money',
  ],
  [/\b(http ?)?status ?(code)?$|^code$/, 'status code'],
  [/^(page|page ?count|(num|number of) ?pages?)$/, 'pages', /\b(book|publication|magazine|novel|edition|manuscript)$/],
  [/^(page|page number|page index|current page|offset|page no)$/, 'first'],
  [/\b(limit|per page|page size|max results|page limit)$/, 'page size'],
  [/\b(timestamp|epoch|unix time|time|ts)( ms| millis| milliseconds| seconds)?$/, 'timestamp'],
  [
    /\b(bytes|file size|content length|memory|disk|filesize)$|^size$/,
    'bytes',
    /\b(file|image|document|attachment|asset|media|upload|blob|object)$/,
  ],
  [/\b(bytes|file size|content length|memory|disk|filesize)$/, 'bytes'],
  [/\b(width|height)$/, 'pixels'],
  [/\b(weight|mass|distance|length|depth|radius|diameter|area|volume|altitude|elevation|speed)$/, 'measure'],
  [/\b(temp|temperature)$/, 'temperature'],
  [
    /\b(duration|ttl|timeout|interval|expires in|expire in|latency|delay|uptime|elapsed)( ms| seconds| minutes| millis| sec| s)?$/,
    'duration',
  ],
  [/\bport$/, 'port'],
  [/\b(version|revision|generation)$/, 'version'],
  [/\b(priority|rank|position|order|index|sequence|sort order|level|ordinal|weight|line|row|column)$/, 'rank'],
  [/\b(score|points)$/, 'percent'],
  [
    /^(total|count|size|length|hits)$|^(total|num|number of|n) ?(count|results?|items|records|elements|entries|rows|hits|size|objects|found)$|^(result|item|record|row|element|entry)s? ?(count|total)$/,
    'list size',
  ],
  [/^(total|num|number of) ?pages?$|^(page ?count|last page|pages)$/, 'first'],
  [
    /^(total|count|size|num|length)\b|\b(count|total|quantity|qty|amount|number|size|items|results|pages|views|likes|followers|following|comments|votes|downloads|visits|clicks|impressions|stock|inventory|copies|seats|capacity|members|users)$|\b(num|number|no) of\b|^(num|n) /,
    'count',
  ],
] as const satisfies Rules<string>;

export type NumberKind = (typeof NUMBERS)[number][1];

const FLAGS = [
  [
    /\b(deleted|archived|disabled|blocked|banned|suspended|locked|hidden|expired|cancell?ed|revoked|error|failed|closed|more|next|truncated|fork|draft|test|bot|spam|sensitive|nsfw|deprecated|readonly|previous|incomplete|refunded|disputed|anonymous|trial|overdue|obsolete|delinquent|dry run|force)$/,
    'no',
  ],
  [
    /\b(active|enabled|verified|available|success|succeeded|ok|visible|public|published|confirmed|valid|approved|online|open|accepted|live|ready|in stock|healthy|allowed|present|complete|completed)$/,
    'yes',
  ],
] as const satisfies Rules<string>;

export type FlagKind = (typeof FLAGS)[number][1];

/** Times in the life of an item, in chronological order. In a request, `start` and `end` are in the future. */
const MOMENTS = [
  [/\b(birthday|birth date|date of birth|dob|birthdate|born)\b/, 'born'],
  [
    /\b(expir(es|y|ation|e)|exp|due|next|scheduled|until|(valid|active|available) (to|till|through)|deadline|renew(s|al)?|eta|estimated|ends|(redeem|pay|respond|reply|return|ship|valid) by)\b/,
    'later',
  ],
  [/\b(start|starts|begin|begins)\b/, 'start'],
  [/\bend\b/, 'end'],
  [
    /\b(deleted|cancell?ed|archived|closed|completed|finished|ended|to|resolved|delivered|refunded|revoked|disabled|stop(ped)?|merged)\b/,
    'ended',
  ],
  [
    /\b(updated|modified|changed|edited|last|latest|synced|refreshed|seen|accessed|checked|used|activity|update|modification|mtime)\b/,
    'changed',
  ],
  [
    /\b(started|began|published|sent|paid|activated|approved|confirmed|processed|shipped|opened|assigned|from|since|effective|posted|issued|released|verified|received|submitted|occurred|triggered|captured)\b/,
    'begun',
  ],
  [
    /\b(created|creation|registered|joined|added|inserted|signed up|signup|made|ordered|order|date created|requested|received|ctime|placed|hired|purchase|purchased)\b/,
    'made',
  ],
] as const satisfies Rules<string>;

export type Moment = (typeof MOMENTS)[number][1];

/** A named value. */
export interface NamedValue {
  /** Of the property as documented; of the list for its items. */
  readonly name: string;
  /** Of its object. */
  readonly holder: string;
}

/** The meaning of a text; undefined if the name does not show it. */
export function textKind(named: NamedValue): TextKind | undefined {
  return found<TextKind>(TEXTS, named);
}

export function numberKind(named: NamedValue): NumberKind | undefined {
  return found<NumberKind>(NUMBERS, named);
}

export function flagKind(named: NamedValue): FlagKind | undefined {
  return found<FlagKind>(FLAGS, named);
}

/** Which moment a date or a time is; `changed` is the last one that has been. */
export function timeMeaning(named: NamedValue): Moment {
  return found<Moment>(MOMENTS, named) ?? 'made';
}

const IS_MOMENT =
  /\b(at|on|date|time|timestamp|datetime|when)$|\b(created|updated|modified|published|expires|expiry|expiration|deadline|due)$/;
const IS_NO_MOMENT =
  /\b(response|run|based|process(ing)?|cpu|lead|prep(aration)?|cook(ing)?|wait|real|up|down|full|over) time$|^(on|at)$/;

/** Whether a name means a date or a time. */
export function isMoment({ name }: NamedValue): boolean {
  const words = propertyWords(name);
  return IS_MOMENT.test(words) && !IS_NO_MOMENT.test(words);
}

/** The meanings of names that clients may choose freely. Others have a form of their own, such as country codes. */
const CHOSEN_NAMES = new Set<TextKind | undefined>([
  undefined,
  'thing',
  'product',
  'company',
  'category',
  'department',
  'book',
  'color name',
  'slug',
  'word',
]);

/** Whether a text is a name or a key that clients choose, such as that of a project. */
export function isNameOrKey({ name }: NamedValue, kind: TextKind | undefined): boolean {
  const words = propertyWords(name);
  return (
    words === 'name' || (CHOSEN_NAMES.has(kind) && /\b(name|key|slug|tag|alias|label|identifier|code)$/.test(words))
  );
}

/** Rarely present properties: only few items have an error, or were deleted. */
export function isSeldom({ name }: NamedValue): boolean {
  return SELDOM.test(propertyWords(name));
}

const SELDOM =
  /\b(deleted|archived|cancell?ed|closed|revoked|suspended|disabled|banned|refunded|removed|blocked|locked|failed|deletion|cancellation)( (at|on|date|time|timestamp|by|reason|id))$|^(errors?|failures?|warnings?|next|previous|prev)$|\b(error|failure)s?( (code|message|reason|details?|description))?$|\b(next|previous|prev|continuation)( page)?( token| cursor| url| uri| link| key)?$|^after$|^before$|^(next|continuation) page$/;

/** The name of an object for its properties: of the property or of its schema, whichever is more specific. */
export function holderName(property: string, schemas: readonly string[]): string {
  const names = [property, ...schemas].map((name) => singular(propertyWords(name)).replace(WRAPPING, ''));
  return (
    names.find((name) => HOLDERS.some((holder) => holder.test(name))) ?? names.find((name) => !EMPTY.test(name)) ?? ''
  );
}

/** Parts of schema names without a meaning. */
const WRAPPING =
  / (response|request|dto|model|resource|object|result|entity|view|output|input|summary|detail|details|info|data|schema|vo|create|update|read|full|simple|base|payload|record|representation|v \d)$/;
const EMPTY =
  /^(data|item|result|value|attribute|node|resource|response|body|record|entry|element|content|payload|object|)$/;
const HOLDERS = [
  PERSON,
  COMPANY,
  PRODUCT,
  PLACE,
  /\b(pet|dog|cat|animal|category|tag|genre|color|currency|language|file|book|movie|film|album|song|track|card)$/,
];

/** Whether an object with this name is a person or company of its own. */
export function isPartyName(name: string): boolean {
  const words = singular(propertyWords(name));
  return (PERSON.test(words) && !/\b(profile|contact|client)$/.test(words)) || COMPANY.test(words);
}

/** Whether an object with this name is a place of its own. */
export function isPlaceName(name: string): boolean {
  return PLACE.test(singular(propertyWords(name)));
}

const remembered = new Map<string, string | undefined>();
const MOST_REMEMBERED = 20_000;

function found<K extends string>(rules: Rules<K>, { name, holder }: NamedValue): K | undefined {
  const key = `${rules[0]?.[1]} ${name} ${holder}`;
  if (remembered.has(key)) return remembered.get(key) as K | undefined;
  const words = propertyWords(name);
  const ofWords = singular(propertyWords(holder));
  const one = singular(words);
  const [, kind] =
    rules.find(([pattern, , of]) => (pattern.test(words) || pattern.test(one)) && (of?.test(ofWords) ?? true)) ?? [];
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, kind);
  return kind;
}
