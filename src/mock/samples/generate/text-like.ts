// Texts of the same form as an example, with other digits.

import type { Random } from './seeded-random.ts';

/** The example of an id such as `cus_9s6XKzkNRiz8i3` with other signs of the same sort; a text without digits as it is. */
export function textLike(example: string, draw: Random): string {
  return example.replaceAll(/[A-Za-z\d]*\d[A-Za-z\d]*/g, (token) => {
    // The first digit stays, so that a year or a prefix is plausible.
    if (/^\d+$/.test(token))
      return token.length === 1 ? oneOf('123456789', draw) : token[0] + redrawn(token.slice(1), draw);
    return redrawn(token, draw);
  });
}

function redrawn(token: string, draw: Random): string {
  // Letters around few digits are a word: only the digits change.
  const isMixed = token.replaceAll(/\D/g, '').length >= token.length / 6 && token.length > 4;
  const hexadecimal = /^[\da-f]+$/.test(token);
  return token.replaceAll(/[A-Za-z\d]/g, (sign) => {
    if (/\d/.test(sign)) return oneOf('0123456789', draw);
    if (!isMixed) return sign;
    if (hexadecimal) return oneOf('abcdef', draw);
    return oneOf(/[a-z]/.test(sign) ? 'abcdefghijklmnopqrstuvwxyz' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', draw);
  });
}

function oneOf(signs: string, draw: Random): string {
  return signs.charAt(draw.between(0, signs.length - 1));
}
