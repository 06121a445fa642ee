// Reasons in error responses: whether a schema could express them.

import { describe, expect, test } from 'vitest';
import { classifyReason } from '../../../src/verify/responses/business-rule.ts';

describe('a schema could express', () => {
  test.each([
    // Without a reason
    ...['Bad Request', 'invalid', 'Validation failed', 'VALIDATION_ERROR', 'invalidRequest', 'title is not allowed'],
    ...['Invalid value for noteTitle', 'bad title', 'The request could not be processed.'],
    // Validators of many languages
    ...['title must NOT have more than 20 characters', 'must be string', 'must match pattern "^a"', 'must be >= 1'],
    ...["must have required property 'x'", 'must be equal to one of the allowed values', 'Unrecognized key: "foo"'],
    ...[
      'String must contain at most 20 character(s)',
      'Invalid input: expected string, received null',
      'Invalid email',
    ],
    ...[
      'Field required',
      'Input should be a valid string',
      'Input should be greater than 5',
      'Extra inputs are not permitted',
    ],
    ...['property foo should not exist', 'title should not be empty', 'must be one of the following values: a, b'],
    ...['size must be between 1 and 20', 'must not be null', 'JSON parse error: Cannot deserialize value of type X'],
    ...["Field validation for 'Text' failed on the 'max' tag", 'Title is too long (maximum is 20 characters)'],
    ...["can't be blank", 'is not a number', '"x" is not a valid choice.', 'A valid integer is required.'],
    ...['text has 1 to 20 characters', 'no emoji please', 'only letters and digits', 'The field must not exceed 20'],
    ...['"title" length must be less than or equal to 20 characters long', 'title contains non-ASCII text'],
    // Too short to be a reason
    ...['no', 'again?', 'no note', 'rejected'],
  ])('%s', (reason) => {
    expect(classifyReason(reason, ['noteTitle', 'title'])).toBe('constraint');
  });
});

describe('no schema can express', () => {
  test.each([
    ...['title has already been taken', 'a feature of this name already exists', 'name is reserved', 'must be unique'],
    ...['end must be after start', 'the due date is in the past', 'startsAt must be earlier than endsAt'],
    ...['user 17 not found', 'unknown project default', 'environment does not exist', 'No such channel'],
    ...['insufficient funds', 'the plan has not enough seats', 'quota exceeded', 'plan limit reached'],
    ...['orders that are shipped cannot be changed', 'only drafts can be published', 'the channel is archived'],
    ...['this provider is not configured', 'could not connect to the webhook', 'weights must sum up to the whole'],
    ...['enterprise licence needed', 'emails of this domain are blocked', 'Postleitzahl und Ort passen nicht zusammen'],
    ...['model gpt-x is not available', 'cannot combine page with cursor if both are set'],
  ])('%s', (reason) => {
    expect(classifyReason(reason, ['title', 'name'])).not.toBe('constraint');
  });
});
