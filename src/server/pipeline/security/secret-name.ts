// Names of secrets: properties, parameters and headers.

/** Which part of a value is secret: none, its texts and numbers, or everything inside. */
export type Secrecy = 'open' | 'texts' | 'all';

/** Finds texts that may contain such a name: hardly any body does. */
export const HINT =
  /pass|pwd|secret|token|authorization|credential|assertion|cookie|jwt|bearer|verifier|saml|(?:api|private|access|signing|encryption|account|master|session|shared|subscription|auth)[-_ ]?key|(?:device|user|auth|recovery|backup)[-_ ]?code|grant_type|(?:pin|otp)s?["'=<>\]\s]|\\u|%[2-7]/i;
/** Finds queries and forms that may contain a name of a secret parameter. */
export const PARAMETER_HINT = new RegExp(`${HINT.source}|sig|hmac|auth=|sess|code=`, 'i');

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

/** By the last words of a name, in whatever way it is written: `clientSecret`, `client_secret`, `X-Client-Secret`; not `tokenType`. */
export function secrecyOf(name: string): Secrecy {
  const remembered = known.get(name);
  if (remembered) return remembered;
  const secrecy = find(name);
  if (known.size >= MOST_KNOWN) known.clear();
  if (name.length <= LONGEST) known.set(name, secrecy);
  return secrecy;
}

/**
 * Whether a query or form parameter has a secret name: `X-Amz-Signature` and others, in addition to those of
 * properties.
 */
export function isSecretParameter(name: string): boolean {
  return secrecyOf(name) !== 'open' || SECRET_PARAMETER.has(wordsIn(name).at(-1) ?? '');
}

const HEADER_WORD =
  /^(?:keys?|sig|sid|otp|pin)$|^x?auth(?!or(?!iz)|enticate)|token|secret|session|signature|credential|cookie|passw|passphrase|pwd|jwt|bearer|assertion|apikey|accesskey/;
/** Headers with such a word that are no secrets: challenges (RFC 9110), keys of caches and of repetition, handshakes (RFC 6455), descriptions (RFC 9421). */
const OPEN_HEADER =
  /^(?:www-authenticate|proxy-authenticate|access-control-.*|(?:x-)?(?:idempotency|surrogate|cache)-key|sec-websocket-(?:key|accept)|signature-input|(?:x-)?rate-?limit-.*)$/i;
/** Last words of headers that describe a secret. */
const DESCRIBES = words('type count limit remaining reset expires expiry ttl algorithm version');

/** Whether a header is a secret by its name: it has `auth`, `token`, `secret`, `key`, `session` or `signature` among its words, or the like. */
export function isSecretHeader(name: string): boolean {
  const remembered = knownHeaders.get(name);
  if (remembered !== undefined) return remembered;
  const isSecret = findInHeader(name);
  if (knownHeaders.size >= MOST_KNOWN) knownHeaders.clear();
  if (name.length <= LONGEST) knownHeaders.set(name, isSecret);
  return isSecret;
}

function findInHeader(name: string): boolean {
  if (OPEN_HEADER.test(name)) return false;
  if (secrecyOf(name) !== 'open') return true;
  const all = wordsIn(name);
  if (DESCRIBES.has(all.at(-1) ?? '')) return false;
  return all.some(
    (word, index) => HEADER_WORD.test(word) && !(word.startsWith('token') && NO_SECRET.has(all[index - 1] ?? '')),
  );
}

/** How long the value of a header is that is looked for elsewhere, where only a part of its name is called like a secret, in characters. */
const DISTINCTIVE = 8;

/** Whether the value of a header from the settings is a secret, to be redacted in other texts, too. */
export function isSecretGiven(name: string, value: string): boolean {
  return secrecyOf(name) !== 'open' || (value.length >= DISTINCTIVE && isSecretHeader(name));
}

/** In how long a name words are looked for, in characters from its end. */
const LONGEST = 100;

/** Names that were looked at: the same ones come again and again. */
const known = new Map<string, Secrecy>();
const knownHeaders = new Map<string, boolean>();
const MOST_KNOWN = 1000;

function find(name: string): Secrecy {
  const all = wordsIn(name);
  const last = all.at(-1) ?? '';
  const before = all.at(-2) ?? '';
  // Several of them are more often things that have secrets than secrets.
  const [single, secrecy] = /[^s]s$/.test(last) ? ([last.slice(0, -1), 'texts'] as const) : ([last, 'all'] as const);
  if (SECRET_PAIR.has(`${before} ${single}`)) return secrecy;
  if (!SECRET.has(single)) return 'open';
  return single === 'token' && NO_SECRET.has(before) ? 'open' : secrecy;
}

function wordsIn(name: string): readonly string[] {
  return name
    .slice(-LONGEST)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
