// Which names those of secrets are.

/** How much of a value is a secret: nothing, its texts and numbers, or all that stands below it. */
export type Secrecy = 'open' | 'texts' | 'all';

/** What is in a text with a name that is one, or may be: hardly any body has any of it. */
export const HINT =
  /pass|pwd|secret|token|authorization|credential|assertion|cookie|jwt|bearer|verifier|(?:api|private|access|signing|encryption)[-_ ]?key|(?:device|user)[-_ ]?code|grant_type|(?:pin|otp)s?["'=<>\]\s]|\\u|%[2-7]/i;

const SECRET = new Set([
  ...['password', 'passwd', 'passphrase', 'passcode', 'pwd', 'secret', 'token', 'authorization', 'credential'],
  ...[
    'assertion',
    'cookie',
    'jwt',
    'otp',
    'totp',
    'bearer',
    'pin',
    'apikey',
    'accesstoken',
    'refreshtoken',
    'idtoken',
    'clientsecret',
  ],
]);
/** Names of two words, or the last two of a longer one. */
const SECRET_PAIR = new Set(
  'api key,private key,access key,secret key,signing key,encryption key,code verifier,device code,user code,token hint,pass word'.split(
    ',',
  ),
);
/** Before `token`: where to go on in a list, and the like. */
const NO_SECRET = new Set([
  'page',
  'next',
  'previous',
  'prev',
  'continuation',
  'continue',
  'sync',
  'cursor',
  'resume',
  'start',
]);

/** By the last words of a name, in whatever way it is written: `clientSecret`, `client_secret`, `X-Client-Secret`; not `tokenType`. */
export function secrecyOf(name: string): Secrecy {
  const remembered = known.get(name);
  if (remembered) return remembered;
  const secrecy = find(name);
  if (known.size >= MOST_KNOWN) known.clear();
  if (name.length <= LONGEST) known.set(name, secrecy);
  return secrecy;
}

/** In how long a name words are looked for, in characters from its end. */
const LONGEST = 100;

/** Names that were looked at: the same ones come again and again. */
const known = new Map<string, Secrecy>();
const MOST_KNOWN = 1000;

function find(name: string): Secrecy {
  const words = wordsIn(name);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
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
