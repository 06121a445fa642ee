// Names of secrets: properties, parameters and headers.

import { splitWords } from '../../../openapi/name-words.ts';

/** Which part of a value is secret: none, its texts and numbers, or everything inside. */
export type Secrecy = 'open' | 'texts' | 'all';

/** Finds texts that may contain such a name: hardly any body does. */
export const SECRET_HINT =
  /pass|pwd|secret|token|authorization|credential|assertion|cookie|jwt|bearer|verifier|saml|(?:api|private|access|signing|encryption|account|master|session|shared|subscription|auth)[-_ ]?key|(?:device|user|auth|recovery|backup)[-_ ]?code|grant_type|(?:pin|otp)s?["'=<>\]\s]|\\u|%[2-7]/i;
/** Finds queries and forms that may contain a name of a secret parameter. */
export const PARAMETER_HINT = new RegExp(`${SECRET_HINT.source}|sig|hmac|auth=|sess|code=`, 'i');

const SECRET = words(
  'password passwd passphrase passcode pwd secret token authorization credential assertion cookie jwt otp totp bearer pin apikey accesstoken refreshtoken idtoken clientsecret samlresponse samlart',
);
/** Names of two words, or the last two of a longer one. */
const SECRET_PAIR = new Set(
  'api key,private key,access key,secret key,signing key,encryption key,account key,master key,session key,shared key,subscription key,auth key,code verifier,device code,user code,auth code,authorization code,recovery code,backup code,token hint,pass word'.split(
    ',',
  ),
);
/** Parameters of signed URLs, and of sessions in URLs. A property of such a name is public more often than not. */
const SECRET_PARAMETER = words('sig signature hmac auth jsessionid phpsessid');
/** Before `token`: a place in a list, and the like. */
const NO_SECRET = words('page next previous prev continuation continue sync cursor resume start');

/** The secrecy of a name by its last words: `clientSecret`, `client_secret`, `X-Client-Secret`; not `tokenType`. */
export function secrecyOf(name: string): Secrecy {
  const cached = cache.get(name);
  if (cached) return cached;
  const secrecy = findSecrecy(name);
  if (cache.size >= MAX_CACHED) cache.clear();
  if (name.length <= MAX_NAME) cache.set(name, secrecy);
  return secrecy;
}

/**
 * Whether a query or form parameter has a secret name: `X-Amz-Signature` and others, in addition to those of
 * properties.
 */
export function isSecretParameter(name: string): boolean {
  return secrecyOf(name) !== 'open' || SECRET_PARAMETER.has(lastWords(name).at(-1) ?? '');
}

const HEADER_WORD =
  /^(?:keys?|sig|sid|otp|pin)$|^x?auth(?!or(?!iz)|enticate)|token|secret|session|signature|credential|cookie|passw|passphrase|pwd|jwt|bearer|assertion|apikey|accesskey/;
/**
 * Headers with such a word that are no secrets: challenges (RFC 9110), cache and idempotency keys, handshakes (RFC
 * 6455), descriptions (RFC 9421).
 */
const OPEN_HEADER =
  /^(?:www-authenticate|proxy-authenticate|access-control-.*|(?:x-)?(?:idempotency|surrogate|cache)-key|sec-websocket-(?:key|accept)|signature-input|(?:x-)?rate-?limit-.*)$/i;
/** Last words of headers that describe a secret. */
const DESCRIBES = words('type count limit remaining reset expires expiry ttl algorithm version');

/** Whether a header is a secret by its name: a word such as `auth`, `token`, `key`, `session` or `signature`. */
export function isSecretHeader(name: string): boolean {
  const cached = headerCache.get(name);
  if (cached !== undefined) return cached;
  const isSecret = findInHeader(name);
  if (headerCache.size >= MAX_CACHED) headerCache.clear();
  if (name.length <= MAX_NAME) headerCache.set(name, isSecret);
  return isSecret;
}

function findInHeader(name: string): boolean {
  if (OPEN_HEADER.test(name)) return false;
  if (secrecyOf(name) !== 'open') return true;
  const all = lastWords(name);
  if (DESCRIBES.has(all.at(-1) ?? '')) return false;
  return all.some(
    (word, index) => HEADER_WORD.test(word) && !(word.startsWith('token') && NO_SECRET.has(all[index - 1] ?? '')),
  );
}

/** Minimum length of a header value that is redacted elsewhere, if only a part of its name matches, in characters. */
const DISTINCTIVE = 8;

/** Whether the value of a header from the settings is a secret, to be redacted in other texts, too. */
export function isSecretGiven(name: string, value: string): boolean {
  return secrecyOf(name) !== 'open' || (value.length >= DISTINCTIVE && isSecretHeader(name));
}

/** In how long a name words are looked for, in characters from its end. */
const MAX_NAME = 100;

/** Results by name, because the same names recur. */
const cache = new Map<string, Secrecy>();
const headerCache = new Map<string, boolean>();
const MAX_CACHED = 1000;

function findSecrecy(name: string): Secrecy {
  const all = lastWords(name);
  const last = all.at(-1) ?? '';
  const before = all.at(-2) ?? '';
  // Several of them are more often things that have secrets than secrets.
  const [single, secrecy] = /[^s]s$/.test(last) ? ([last.slice(0, -1), 'texts'] as const) : ([last, 'all'] as const);
  if (SECRET_PAIR.has(`${before} ${single}`)) return secrecy;
  if (!SECRET.has(single)) return 'open';
  return single === 'token' && NO_SECRET.has(before) ? 'open' : secrecy;
}

/** The words at the end of a name. */
function lastWords(name: string): readonly string[] {
  return splitWords(name.slice(-MAX_NAME));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
