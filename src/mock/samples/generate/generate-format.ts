// Texts for the `format` of a schema.

import type { References } from '../../../openapi/references.ts';
import { createMinimalSample } from '../../../openapi/schema/minimal-sample.ts';
import { findFormat } from '../../../schema/schema-formats.ts';
import { generateText } from './generate-text.ts';
import type { Profile } from './profile.ts';
import { type NamedValue, type TextKind, textKind, timeMeaning } from './property-meaning.ts';
import type { Random } from './seeded-random.ts';

type Make = (persona: Profile, draw: Random, named: NamedValue) => string;

const ofKind =
  (kind: TextKind): Make =>
  (persona, draw) =>
    generateText(kind, persona, draw);

const address: Make = (persona, draw, named) =>
  generateText(textKind(named) === 'image' ? 'image' : 'url', persona, draw);
const whole: Make = (_, draw) => `${draw.between(1, 9999)}`;
const moment: Make = (persona, _, named) => dateTime(persona.moment(timeMeaning(named)));

const FORMATS: Readonly<Record<string, Make>> = {
  'date-time': moment,
  'date-time-local': (...given) => moment(...given).slice(0, -1),
  date: (...given) => moment(...given).slice(0, 10),
  time: (...given) => moment(...given).slice(11),
  'time-local': (...given) => moment(...given).slice(11, -1),
  'http-date': (persona, _, named) => persona.moment(timeMeaning(named)).toUTCString(),
  duration: ofKind('duration'),
  'google-datetime': moment,
  'google-duration': (_, draw) => `${draw.between(1, 3600)}s`,
  email: ofKind('email'),
  'idn-email': ofKind('email'),
  hostname: ofKind('domain'),
  'idn-hostname': ofKind('domain'),
  ipv4: ofKind('ipv4'),
  ipv6: ofKind('ipv6'),
  uri: address,
  url: address,
  iri: address,
  'uri-reference': ofKind('path'),
  'iri-reference': ofKind('path'),
  uuid: ofKind('uuid'),
  int8: (_, draw) => `${draw.between(1, 100)}`,
  int32: whole,
  int64: whole,
  uint32: whole,
  uint64: whole,
  decimal: ofKind('money'),
  double: ofKind('money'),
  float: ofKind('money'),
  byte: (...given) => Buffer.from(ofKind('title')(...given)).toString('base64'),
  base64url: (...given) => Buffer.from(ofKind('title')(...given)).toString('base64url'),
  password: ofKind('password'),
  phone: ofKind('phone'),
};

/** A text of a format; undefined for unknown ones, and for those that allow any text. */
export function generateFormat(format: string, persona: Profile, draw: Random, named: NamedValue): string | undefined {
  const make = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (make) return make(persona, draw, named);
  const isText = findFormat(format)?.text !== undefined;
  return isText ? String(createMinimalSample({ type: 'string', format }, NOTHING)) : undefined;
}

/** Schemas without references. */
const NOTHING = { resolveValue: (value: unknown) => value } as References;

/** A time of full seconds, as RFC 3339 has it. */
export function dateTime(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}
