// The meaning of values, by property name.

import { describe, expect, test } from 'vitest';
import {
  flagKind,
  holderName,
  isMoment,
  isSeldom,
  numberKind,
  textKind,
  timeMeaning,
} from '../../../src/mock/samples/generate/property-meaning.ts';
import { propertyWords } from '../../../src/mock/samples/generate/property-words.ts';

describe('the name words of', () => {
  test.each([
    ['firstName', 'first name'],
    ['first_name', 'first name'],
    ['FIRST-NAME', 'first name'],
    ['firstname', 'first name'],
    ['HTMLUrl', 'html url'],
    ['e-mail', 'email'],
    ['addressLine2', 'address line 2'],
    ['zipCode', 'postcode'],
    ['ipAddress', 'ip'],
    ['größe', 'größe'],
    ['', ''],
  ])('%s are %s', (name, words) => {
    expect(propertyWords(name)).toBe(words);
  });
});

describe('a string', () => {
  test.each([
    ['email', '', 'email'],
    ['contactEmail', '', 'email'],
    ['email_address', '', 'email'],
    ['givenName', '', 'first name'],
    ['last_name', '', 'last name'],
    ['familyName', '', 'last name'],
    ['displayName', '', 'full name'],
    ['name', 'user', 'full name'],
    ['name', 'customers', 'full name'],
    ['name', 'company', 'company'],
    ['name', 'product', 'product'],
    ['name', 'pet', 'first name'],
    ['name', 'category', 'category'],
    ['name', 'country', 'country'],
    ['code', 'country', 'country code'],
    ['code', 'currency', 'currency'],
    ['name', 'gizmo', 'thing'],
    ['author', 'post', 'full name'],
    ['account_holder_name', '', 'full name'],
    ['bank_name', '', 'company'],
    ['account_type', '', 'sort'],
    ['username', '', 'username'],
    ['login', '', 'username'],
    ['phone_number', '', 'phone'],
    ['mobile', '', 'phone'],
    ['avatarUrl', '', 'image'],
    ['imageURL', '', 'image'],
    ['photoUrls', '', 'image'],
    ['website', '', 'url'],
    ['html_url', '', 'url'],
    ['href', '', 'url'],
    ['street', '', 'street'],
    ['address1', '', 'street'],
    ['address_line_2', '', 'flat'],
    ['city', '', 'city'],
    ['zip', '', 'postcode'],
    ['postalCode', '', 'postcode'],
    ['countryCode', '', 'country code'],
    ['country', '', 'country'],
    ['timezone', '', 'timezone'],
    ['currency', '', 'currency'],
    ['price', '', 'money'],
    ['totalAmount', '', 'money'],
    ['description', '', 'sentence'],
    ['notes', '', 'sentence'],
    ['title', 'ticket', 'title'],
    ['title', 'book', 'book'],
    ['jobTitle', '', 'job title'],
    ['color', '', 'color'],
    ['status', '', 'status'],
    ['version', '', 'version'],
    ['slug', '', 'slug'],
    ['sku', '', 'sku'],
    ['order_number', '', 'number'],
    ['customerId', '', 'id'],
    ['uuid', '', 'uuid'],
    ['access_token', '', 'token'],
    ['ipAddress', '', 'ipv4'],
    ['mimeType', '', 'mime type'],
    ['filename', '', 'file name'],
    ['sha256', '', 'hash'],
    ['iban', '', 'iban'],
    ['language', '', 'language'],
    ['locale', '', 'language code'],
    ['frobnication', '', undefined],
  ])('named %s in %j means: %s', (name, holder, kind) => {
    expect(textKind({ name, holder })).toBe(kind);
  });
});

describe('a number', () => {
  test.each([
    ['id', 'id'],
    ['petId', 'id'],
    ['age', 'age'],
    ['price', 'money'],
    ['unit_price', 'money'],
    ['total_amount', 'money'],
    ['quantity', 'count'],
    ['followersCount', 'count'],
    ['total', 'list size'],
    ['totalCount', 'list size'],
    ['page', 'first'],
    ['totalPages', 'first'],
    ['pageSize', 'page size'],
    ['latitude', 'latitude'],
    ['lng', 'longitude'],
    ['rating', 'rating'],
    ['percentage', 'percent'],
    ['percent_off', 'percent'],
    ['year', 'year'],
    ['timestamp', 'timestamp'],
    ['width', 'pixels'],
    ['duration', 'duration'],
    ['frobnication', undefined],
  ])('named %s means: %s', (name, kind) => {
    expect(numberKind({ name, holder: '' })).toBe(kind);
  });
});

test.each([
  ['pages', 'Book', 'pages'],
  ['pageCount', 'books', 'pages'],
  ['pages', 'BookList', 'first'],
])('a number named %s in %s means: %s', (name, holder, kind) => {
  expect(numberKind({ name, holder })).toBe(kind);
});

test.each([
  ['isActive', 'yes'],
  ['email_verified', 'yes'],
  ['deleted', 'no'],
  ['has_more', 'no'],
  ['round', undefined],
])('a flag named %s is usually: %s', (name, kind) => {
  expect(flagKind({ name, holder: '' })).toBe(kind);
});

test.each([
  ['createdAt', true, 'made'],
  ['updated_at', true, 'changed'],
  ['modified', true, 'changed'],
  ['lastLoginTime', true, 'changed'],
  ['publishedDate', true, 'begun'],
  ['startTime', true, 'start'],
  ['endTime', true, 'end'],
  ['ends_at', true, 'later'],
  ['valid_to', false, 'later'],
  ['completed_on', true, 'ended'],
  ['expires_at', true, 'later'],
  ['dueDate', true, 'later'],
  ['redeem_by', false, 'later'],
  ['dateOfBirth', false, 'born'],
  ['responseTime', false, 'made'],
])('%s is a time: %s, namely %s', (name, is, moment) => {
  expect([isMoment({ name, holder: '' }), timeMeaning({ name, holder: '' })]).toEqual([is, moment]);
});

test.each([
  ['deletedAt', true],
  ['error', true],
  ['error_message', true],
  ['nextCursor', true],
  ['next_page_token', true],
  ['createdAt', false],
  ['message', false],
])('%s is rarely present: %s', (name, is) => {
  expect(isSeldom({ name, holder: '' })).toBe(is);
});

test.each([
  ['data', ['PetResponse'], 'pet'],
  ['owner', ['Account'], 'owner'],
  ['', ['UserDto'], 'user'],
  ['result', [], ''],
  ['gizmo', ['Thing'], 'gizmo'],
])('the property %j of the schemas %j belongs to: %s', (property, schemas, holder) => {
  expect(holderName(property, schemas)).toBe(holder);
});
