// Patterns of published documents: how far they are enforced, and generated texts.

import { describe, expect, test } from 'vitest';
import { fitText } from '../../../src/mock/samples/generate/fit-text.ts';
import { createSeededRandom } from '../../../src/mock/samples/generate/seeded-random.ts';
import { samplePattern } from '../../../src/openapi/schema/sample-pattern.ts';
import { createPattern } from '../../../src/schema/pattern.ts';

const { raw } = String;
/** Beyond this, the limit is not reported. */
const LONG = '100,000 characters';
const BUCKET = raw`([a-z0-9]|[a-z0-9][a-z0-9\-]*[a-z0-9])`;
const LABELS = raw`([a-z0-9]{1,63}|[a-z0-9][a-z0-9\-_]{1,61}[a-z0-9])`;

describe('a pattern is enforced, and texts are generated', () => {
  test.each<readonly [pattern: string, enforcedTo: string, invalid: string]>([
    // Passwords.
    [raw`^(?=.*[A-Z])(?=.*\d).{8,}$`, LONG, 'secret12'],
    [raw`^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{8,}$`, LONG, 'secretive'],
    [raw`^(?=.*[A-Z])(?=.*\d)(?=.*[!@#$%^&*()]).+$`, LONG, 'Secret12'],
    [raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)`, LONG, 'secret12'],
    [raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).+$`, LONG, 'SECRET12'],
    [raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[a-zA-Z\d]+$`, LONG, 'Secret-12'],
    [raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,}$`, LONG, 'Secret12'],
    [raw`^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?=.*[@$#^&*!])(?=.*[a-zA-Z]).{8,}$`, LONG, 'Secret12'],
    [raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*[!@#$%^_&*(),.?":{}|<>]).{8,}$`, LONG, 'Secret12'],
    [raw`(?=.*\d)(?=.*[a-z])(?=.*[A-Z]).{3,}`, LONG, 'secret1'],
    [raw`(?=.*[a-z])(?=.*[A-Z])(?=.*[\W_]).*`, LONG, 'Secret'],
    [raw`^(?=.*\d{1,20})(?=.*[~!@#$%\^&*()-+=]{1,20})(?=.*[a-z]{1,20})(?=.*[A-Z]{1,20}).{8,20}$`, LONG, 'Secret12'],
    // Something besides white space, or besides digits.
    [raw`^(?=.*\S.*)[^\x00-\x08\x0A-\x1f\x7f]{1,255}$`, LONG, ' '],
    [raw`^(?!\s*$).{3,90}$`, LONG, '    '],
    [raw`^(?!\s*$).+`, LONG, '  '],
    [raw`^(?!\s+).+(?<!\s)$`, LONG, 'end '],
    [raw`^(?!\d+$)[a-z0-9]+$`, LONG, '123'],
    [raw`^(?![0-9\s]+$)[\p{L}\s]{1,25}$`, LONG, ' '],
    [raw`^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$`, LONG, '.'],
    // Reserved words and prefixes.
    [raw`^(?!aws:)[a-zA-Z0-9 _\.\/=+:\-@]*$`, LONG, 'aws:name'],
    [raw`^(?!aws:)[a-zA-Z+-=._:/]+$`, LONG, 'aws:name'],
    [raw`^(?!aws:)(?!memorydb:)[a-zA-Z0-9 _\.\/=+:\-@]{1,128}$`, LONG, 'memorydb:name'],
    [raw`^(?![^\n\r\t,]*\\n|\\r|\\t)[^\n\r\t,]+$`, LONG, 'a,b'],
    [raw`^(?!team$|we$|us$|engineering$)`, LONG, 'we'],
    [raw`^(?!uvm_)[a-z][a-z0-9_]*$`, LONG, 'uvm_agent'],
    [raw`^(?!@)\S{2,24}$`, LONG, '@name'],
    [raw`^(?!(?:NULL|N/?A)$).+$`, LONG, 'NULL'],
    [raw`^(?!(?:__proto__|prototype|constructor)$).+$`, LONG, 'constructor'],
    [raw`^(?!__.*__$)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}"\\./[\]]{1,200}$`, LONG, '__name__'],
    [raw`^(?![a-zA-Z][a-zA-Z\+\.\-]*\:)`, LONG, 'mailto:me'],
    [raw`^(?!\s*[\{\[]).+`, LONG, '{}'],
    // Dots, dashes and markup.
    [raw`^(?!.*\.\.)[A-Za-z0-9.-]+$`, LONG, 'a..b'],
    [raw`^(?!.*\.\.)(?!.*\.$)[a-zA-Z0-9._]+$`, LONG, 'a.'],
    [raw`^(?!__index__$)(?!.*\.\.)[A-Za-z0-9_.-]{1,64}$`, LONG, '__index__'],
    [raw`^(?!\.)(?!.*\.\.)[A-Za-z0-9_+.-]+@[A-Za-z0-9.-]+$`, LONG, '.a@b'],
    [raw`^(?!.*--)[A-Za-z0-9-:.]+$`, LONG, 'a--b'],
    [raw`^(?!.*<\/?[A-Za-z][^>]*>)[\s\S]*$`, LONG, '<b>'],
    [raw`(?!^\.\.$)(?!^\.$)(?!.*[\[\]])(?!.*[.]git$)^[A-Za-z0-9\.][A-Za-z0-9\.\-_]*$`, LONG, 'a.git'],
    [raw`^(?![\s\S]*nightly-export)(?=[\s\S]*list-orders)(?=[\s\S]*list-customers)`, LONG, 'list-orders'],
    // Names of hosts and buckets.
    [raw`^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$`, LONG, 'a-'],
    [raw`^[a-z][a-z0-9-]{0,254}(?<!-)$`, LONG, 'a-'],
    [raw`^((?![0-9]+$)(?!-)[a-zA-Z0-9\.-]{0,1024}(?<!-))\.$`, LONG, '12'],
    [raw`^(?=.{1,253}$)(?:(?!-)[a-z0-9-]{1,63}(?<!-)\.)+[a-z]{2,}$`, LONG, '-a.example'],
    [raw`^(?!.{256})(?:[a-z0-9]{1,63}\.){2,}[a-z]{2,63}$`, '13123 characters', 'a.example'],
    [raw`^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$`, LONG, '1.2.3'],
    [`(?=^.{3,63}$)(?!^(\\d+\\.)+\\d+$)(^(${BUCKET}\\.)*${BUCKET}$)`, LONG, '192.168.0.1'],
    [raw`(?!(^xn--|^sthree-|.+--ol-s3$|.+-s3alias$))^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$`, LONG, 'xn--bucket'],
    [raw`(?!^(\d{1,3}\.){3}\d{1,3}$)(^[a-z0-9]([a-z0-9-]*(\.[a-z0-9])?)*$)`, LONG, '10.0.0.1'],
    [
      `(?!^goog.*$)(?!^.*g(o|0)(o|0)gle.*$)(((?=^.{3,63}$)(^([a-z0-9]|[a-z0-9][a-z0-9\\-_]*)[a-z0-9]$))|((?=^.{3,222}$)(?!^(\\d+\\.)+\\d+$)(^(${LABELS}\\.)*${LABELS}$)))`,
      LONG,
      'goog-bucket',
    ],
    // Numbers and codes.
    [raw`^(?!([0-9])\1+$)(?!0{7})([0-9]{14}|[0-9]{9})$`, LONG, '111111111'],
    [raw`^(?!000|666)[0-8]\d{2}-(?!00)\d{2}-(?!0000)\d{4}$`, LONG, '123-00-1234'],
    [raw`^(?:(?=.*\d)[a-z\d]{6}|(?!0)\d{3})$`, LONG, '012'],
    [raw`^(?=.{36}$)[a-z]+(-[a-z]+)*$`, LONG, 'a-b'],
    // Backreferences.
    [raw`^(["']).*\1$`, LONG, `"text'`],
    [raw`^(?!.*(.)\1).{5}$`, LONG, 'aabcd'],
    [raw`^(.+)-\1$`, '1000 characters', 'a-b'],
    // Case and escapes of other languages.
    [raw`(?i)^(?!admin$)[a-z]+$`, LONG, 'ADMIN'],
    [raw`/^(?=.*[a-z])[A-Z]{3,5}$/i`, LONG, 'ab'],
    [raw`^\p{Lu}\p{Ll}+$`, LONG, 'name'],
  ])('%s', (pattern, enforcedTo, invalid) => {
    const expression = createPattern(pattern);
    const matches = (text: string) => expression.test(text);
    expect(expression.notEnforced ?? LONG).toContain(enforcedTo);
    expect([matches(invalid), matches(samplePattern(pattern) ?? invalid)]).toEqual([false, true]);
    const texts = Array.from({ length: 5 }, (_, index) =>
      fitText(
        () => invalid,
        { length: UNBOUNDED, patterns: [pattern] },
        {
          isFree: true,
          draw: createSeededRandom('texts', `${index}`),
        },
      ),
    );
    for (const text of texts) expect(matches(text ?? invalid), text).toBe(true);
  });

  const UNBOUNDED = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

  test.each([['^(?=a)b$'], ['^(?!x)x'], ['^(?=.{5}$).{6}$'], ['^(a|b)\\1c(?!c|$)$']])(
    'but not if nothing matches: %s',
    (pattern) => {
      expect(samplePattern(pattern)).toBeUndefined();
    },
  );
});
