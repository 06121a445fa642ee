// Whether the reason in an error response is a rule that no schema can express.

/** Phrases of validators about types, lengths, patterns and properties. */
const VALIDATION = [
  /\b(characters?|chars|length|letters?|digits?|emojis?|unicode|ascii|utf-?(8|16)|null)\b/,
  /\b(be|valid|expected|expects?|received|want|a|an|not) (an? )?(valid )?(string|text|integer|int|number|numeric|float|boolean|bool|array|list|object|map)\b/,
  /\b(unknown|unexpected|unrecognized|additional|extra) (field|propert|param|key|argument|input|attribute|member)/,
  /\b(pattern|regexp?|regular expression|schema|enum|should not exist|required propert|required field|field required)\b/,
  /\b(unmarshal|deserialize|parse|parsing|syntax|malformed|cast)\b/,
];

/** Phrases about stored data, time, state, other properties, and other servers. */
const RULE = [
  /\b(already|duplicated?|taken|in use|reserved|unique|conflict(s|ing)?)\b/,
  /\b(not found|no such|not exist|n't exist|nonexistent|unknown (?!value|type|format)\w+)\b/,
  /\b(before|after|earlier|later|older|newer|past|future|expired?|today|now)\b/,
  /\b(insufficient|not enough|quota|balance|limit (is |was |has been )?(reached|exceeded))\b/,
  /\b(not|un|n't) ?(available|supported|configured|enabled|active|implemented|possible|ready|eligible|reachable)\b/,
  /\b(could|can) ?not (find|resolve|connect|reach|fetch|load|be (changed|combined|used|deleted|modified|reached))\b/,
  /\b(disabled|inactive|archived|closed|locked|deprecated|permission|denied|forbidden|owner)\b/,
  /\b(if|when|while|because|until|unless|only for|only one|together|mutually|same as|different from|depends)\b/,
];

/** Phrases about bounds, presence and form, which a schema can express. */
const CONSTRAINT = [
  /\b(too|more|less|fewer|greater|smaller|larger|longer|shorter|bigger|higher|lower) (than|long|short|big|small|large|many|few|high|low)\b/,
  /\b(min|max|minimum|maximum|at least|at most|between|range|exceeds?|positive|negative|multiple of|size|items?)\b/,
  /\b(required?|requires|missing|mandatory|blank|empty|one of|choices?|included in the list|supported values|format|match(es)?)\b/,
  /\b(types?|strings?|integers?|numbers?|numeric|booleans?|arrays?|objects?|json|date-?time|uuid|e-?mail|uri|url|lower ?case|upper ?case|(white)?spaces?|undefined)\b/,
  /[<>]=? ?\d/,
];

/** Words without a reason: `Bad Request`, `invalid value for title`. */
const GENERIC =
  /^(a|an|the|this|that|is|are|was|be|been|in|of|for|to|by|on|at|or|and|with|has|have|had|your|you|it|its|i|we|no|not|cannot|can|could|may|must|should|please|bad|invalid|valid|illegal|incorrect|wrong|improper|unacceptable|unprocessable|entity|entities|content|requests?|validations?|validator|failed|failure|fails|errors?|exception|inputs?|values?|fields?|properties|property|parameters?|params?|arguments?|attributes?|body|data|payload|query|path|header|allowed|permitted|accepted|acceptable|rejected|refused|check|processed?|unable|handle|understand|client|server|http|api|code|status|see|details?|more|info|information|some|one|problems?|occurred|found|contains?|given|provided|supplied|ok|nope|sorry)$/;

/** Whether a reason is about something that no schema can express. `unclear`: it has no known phrase. */
export type ReasonKind = 'rule' | 'unclear' | 'constraint';

/**
 * Classifies a reason: `ends before it starts` and `name is reserved` are rules, `must be a string` is a constraint. So
 * is a text without a reason, such as `Bad Request`. Other languages are unclear.
 *
 * @param names - of the operation and of the properties of the request, which are no reason
 */
export function classifyReason(reason: string, names: readonly string[] = []): ReasonKind {
  const text = reason.toLowerCase().replaceAll('’', "'");
  const matches = (phrases: readonly RegExp[]) => phrases.some((phrase) => phrase.test(text));
  if (matches(VALIDATION)) return 'constraint';
  if (matches(RULE)) return 'rule';
  if (matches(CONSTRAINT)) return 'constraint';
  const known = new Set(names.flatMap((name) => [name.toLowerCase(), ...wordsOf(name)]).map(singular));
  const informative = wordsOf(reason).filter(
    (word) => word.length > 1 && !GENERIC.test(word) && !known.has(singular(word)),
  );
  return new Set(informative).size >= MIN_WORDS ? 'unclear' : 'constraint';
}

/** A single word, such as `no` or `again?`, is no reason. */
const MIN_WORDS = 2;

function singular(word: string): string {
  return word.replace(/s$/, '');
}

/** The lower-case words of a text; those of `camelCase` and `SNAKE_CASE` apart. */
function wordsOf(text: string): readonly string[] {
  const apart = text.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').toLowerCase();
  return apart.match(/\p{L}+/gu) ?? [];
}
