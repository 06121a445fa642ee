// Validates shared records, which other programs may have written.

import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import { isRecord } from '../schema/is-record.ts';
import type { ProblemOf } from '../store/log/store-log.ts';
import type { Identified } from '../store/record.ts';
import type { SharedRecords } from './shared-records.ts';

type Looks = (value: unknown) => boolean;

const isText: Looks = (value) => typeof value === 'string';
const isNumber: Looks = (value) => Number.isFinite(value);
const isCount: Looks = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isYesOrNo: Looks = (value) => typeof value === 'boolean';
const isTime: Looks = (value) => isText(value) && !Number.isNaN(Date.parse(String(value)));
const isList =
  (each: Looks): Looks =>
  (value) =>
    Array.isArray(value) && value.every(each);
const perhaps =
  (is: Looks): Looks =>
  (value) =>
    value === undefined || is(value);
const isObjectOf =
  (members: Readonly<Record<string, Looks>>): Looks =>
  (value) =>
    isRecord(value) && Object.entries(members).every(([name, is]) => is(value[name]));

const isClock = isObjectOf({ shown: isNumber, machine: isNumber, speed: isNumber, isFrozen: isYesOrNo });
const isPlan = isObjectOf({
  id: isText,
  key: isText,
  plan: isRecord,
  isPaused: isYesOrNo,
  matched: isCount,
  met: isCount,
});

const isKey: Looks = (value) => {
  try {
    createPrivateKey({ key: value as JsonWebKey, format: 'jwk' });
    return isRecord(value) && isText(value.kid);
  } catch {
    return false;
  }
};

/** The types of the members of each record. */
const MEMBERS: { readonly [Name in keyof SharedRecords]: Readonly<Record<string, Looks>> } = {
  sandboxes: { expires: isTime, tag: perhaps(isText) },
  states: {
    seed: isText,
    faults: isObjectOf({ next: isCount, plans: isList(isPlan) }),
    clock: perhaps(isClock),
    cleared: perhaps(isCount),
    recounted: perhaps(isCount),
  },
  snapshots: { sandbox: isText, name: isText, tag: isText, seed: isText },
  digests: { document: isText, fixtures: isText, by: isList(isText) },
  keys: { signing: isKey, cookies: isList(isText) },
};

/** Returns the problem of a record. */
export const sharedRecordProblem: ProblemOf = (collection, record) => {
  if (!Object.hasOwn(MEMBERS, collection)) return undefined;
  const wrong = Object.entries(MEMBERS[collection as keyof SharedRecords]).find(
    ([name, is]) => !is((record as Identified & Readonly<Record<string, unknown>>)[name]),
  );
  return wrong && `has invalid data in ${wrong[0]}`;
};
