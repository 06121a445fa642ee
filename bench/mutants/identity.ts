// Faults of the identity API: in its handlers, in shared code, and from a misread document.

import { ANY_MEDIA_TYPE, beforeWriting, HEAD_FORBIDDEN, writing } from './answers.ts';
import { type Mutant, mutants } from './mutant.ts';

const SPEC = 'spec/identity.yaml';
const AUTHENTICATE = 'src/identity/authenticate.ts';
const PROJECTS = 'src/identity/search-projects.ts';
const IDPS = 'src/identity/list-login-policy-idps.ts';
const GRANTS = 'src/identity/add-user-grant.ts';
const APP = 'src/identity/update-app.ts';
const LIST = 'src/identity/result-page.ts';

export const IDENTITY: readonly Mutant[] = [
  ...mutants('identity', true, [
    [
      'limit-1001',
      'invalid-input-rejected',
      'A limit of 1001 is accepted; the maximum is 1000',
      [SPEC, 'maximum: 1000\n', 'maximum: 1001\n'],
    ],
    [
      'name-199',
      'valid-input-accepted',
      'An application name of 200 characters is rejected',
      [
        SPEC,
        'characters (Unicode code points).\n          type: string\n          minLength: 1\n          maxLength: 200',
        'characters (Unicode code points).\n          type: string\n          minLength: 1\n          maxLength: 199',
      ],
    ],
    [
      'name-empty',
      'invalid-input-rejected',
      'An application name may be empty',
      [
        SPEC,
        'characters (Unicode code points).\n          type: string\n          minLength: 1',
        'characters (Unicode code points).\n          type: string\n          minLength: 0',
      ],
    ],
    [
      'name-in-utf-16',
      'valid-input-accepted',
      'Characters outside the BMP count twice in names',
      [
        APP,
        'if (app.name === name)',
        "if (name.length > 200) throw new ApiError('invalid_argument', 'too long');\n    if (app.name === name)",
      ],
      [APP, "import type { Handlers } from '../index.ts';", "import { ApiError, type Handlers } from '../index.ts';"],
    ],
    [
      'state-misspelt',
      'response-body',
      'The state of active projects is misspelt',
      [PROJECTS, 'state: project.state,', "state: project.state.replace(/_ACTIVE$/, '_ACTIV'),"],
    ],
    [
      'sequence-number',
      'integer64-as-string',
      'The sequence of a project is a number instead of a string',
      [PROJECTS, 'sequence: String(project.sequence),', 'sequence: project.sequence,'],
    ],
    [
      'total-number',
      'integer64-as-string',
      'The total of a list is a number instead of a string',
      [LIST, 'totalResult: String(total),', 'totalResult: total,'],
    ],
    [
      'type-alone',
      'response-body',
      'The type of an identity provider is a single value instead of a list',
      [IDPS, 'idpType: [typeOf(idp)]', 'idpType: typeOf(idp)'],
    ],
    [
      'name-null',
      'response-body',
      'The name of an identity provider is null',
      [IDPS, "idpName: idp?.name ?? ''", 'idpName: null'],
    ],
    [
      'date-without-zone',
      'response-body',
      'The creation time of a project has no time zone',
      [
        PROJECTS,
        'creationDate: timestamp(project.creationDate)',
        'creationDate: timestamp(project.creationDate).slice(0, -1)',
      ],
    ],
    [
      'no-details',
      'response-body',
      'The response to a user grant lacks the required sequence',
      [GRANTS, "details: { sequence: '1', creationDate", 'details: { creationDate'],
    ],
    [
      'password-shown',
      'response-body',
      'A project has an undeclared property',
      [PROJECTS, 'name: project.name,', "name: project.name, secret: 'hunter2',"],
    ],
    [
      'error-without-code',
      'error-body',
      'Error responses have no code',
      ['src/identity/api.ts', 'return { code: number, message: `', 'return { code: undefined, message: `'],
    ],
    [
      'error-details-text',
      'error-body',
      'The details of error responses are a string instead of a list',
      ['src/identity/api.ts', 'details: [detail] }', 'details: JSON.stringify(detail) }'],
    ],
    [
      'error-as-page',
      'documented-media-type',
      'All error responses are HTML pages',
      beforeWriting("if (status >= 400) headers['content-type'] = 'text/html';"),
    ],
    [
      'no-token-needed',
      'authentication-required',
      'A caller without a token is treated as the owner',
      [
        AUTHENTICATE,
        'if (authorization === undefined) throw missingToken();',
        "if (authorization === undefined) return 'token-owner';",
      ],
    ],
    [
      'any-token',
      'authentication-required',
      'Any token is accepted',
      [
        AUTHENTICATE,
        'const token = personalToken(records, value, now);',
        "const token = personalToken(records, value, now) ?? personalToken(records, 'token-owner', now);",
      ],
    ],
    [
      'any-scheme',
      'authentication-required',
      'Credentials of another scheme are accepted',
      [
        AUTHENTICATE,
        'if (authorization.lastIndexOf(BEARER) !== 0) throw malformedToken();',
        "if (authorization.lastIndexOf(BEARER) !== 0) return 'token-owner';",
      ],
    ],
    [
      'emoji',
      'no-server-error',
      '500 for a name with an emoji',
      [
        APP,
        'if (app.name === name)',
        "if (/[\\ud800-\\udfff]/.test(name)) throw new Error('Incorrect string value');\n    if (app.name === name)",
      ],
    ],
    [
      'search-fails',
      'no-server-error',
      '500 for a search with a quotation mark',
      [
        'src/identity/text-query.ts',
        '  return METHODS[method](sought);',
        "  if (sought.includes('\"')) throw new Error('unterminated string');\n  return METHODS[method](sought);",
      ],
    ],
    [
      'status-201',
      'response-body',
      'The response to a user grant has the undeclared status 201',
      [
        GRANTS,
        "return { userGrantId: id, details: { sequence: '1', creationDate: date, resourceOwner } };",
        "return new HandlerResponse(201, { userGrantId: id, details: { sequence: '1', creationDate: date, resourceOwner } }, {}) as never;",
      ],
      [
        GRANTS,
        "import { timestamp } from './timestamp.ts';",
        "import { HandlerResponse } from '../server/pipeline/handler-response.ts';\nimport { timestamp } from './timestamp.ts';",
      ],
    ],
    [
      'text-plain',
      'documented-media-type',
      'Responses have the media type of text instead of JSON',
      beforeWriting("if (status < 300) headers['content-type'] = 'text/plain';"),
    ],
    [
      'bytes-behind',
      'documented-media-type',
      'A debug line follows the JSON',
      writing("text + '\\n-- 3 queries, 12 ms'"),
    ],
    ['head-forbidden', 'head-matches-get', 'HEAD is rejected where GET is not', HEAD_FORBIDDEN],
    [
      'no-allow',
      'unsupported-method',
      '405 without Allow',
      ['src/server/pipeline/find-route.ts', 'status: 405, headers: { allow: methods }, advice', 'status: 405, advice'],
    ],
    ['any-media-type', 'invalid-input-rejected', 'A body of any media type is parsed as JSON', ANY_MEDIA_TYPE],
    [
      'broken-json',
      'invalid-input-rejected',
      'Incomplete JSON becomes an empty object',
      [
        'src/server/codec/json-text.ts',
        '    value = parseJson(text);\n  } catch (error) {',
        '    value = parseJson(text);\n  } catch (error) {\n    if (error instanceof SyntaxError) return {};',
      ],
    ],
    [
      'method-unknown',
      'invalid-input-rejected',
      'Any method of comparing names is accepted',
      [
        SPEC,
        'maxLength: 200\n        method: { $ref: "#/components/schemas/TextQueryMethod" }',
        'maxLength: 200\n        method: { type: string }',
      ],
      ['src/identity/text-query.ts', 'return METHODS[method](sought);', 'return (METHODS[method] ?? equals)(sought);'],
    ],
  ]),
  ...mutants('identity', false, [
    [
      'lost-at-border',
      'pagination-complete',
      'The first project of each following page is missing',
      [LIST, 'if (found >= start && page', 'if (found >= start + (start > 0 ? 1 : 0) && page'],
    ],
    [
      'twice-at-border',
      'pagination-complete',
      'The last project of each page is on the next page, too',
      [LIST, 'const start = Number(offset);', 'const start = Math.max(0, Number(offset) - 1);'],
    ],
    [
      'total-of-page',
      'pagination-complete',
      'The total is the number of items on the page',
      [LIST, 'return { total: filter ? found : listing.size, page };', 'return { total: page.length, page };'],
    ],
    [
      'limit-ignored',
      'pagination-complete',
      'The limit is ignored',
      [LIST, 'page.length < (limit || DEFAULT_LIMIT)', 'page.length < DEFAULT_LIMIT'],
      [LIST, 'page.length === (limit || DEFAULT_LIMIT)', 'page.length === DEFAULT_LIMIT'],
    ],
    [
      'another-organization',
      'sort-applied',
      'The projects of all organizations are listed',
      [PROJECTS, 'projects.group(projectsOfOrganization, organizationId)', 'projects.group(projectsByChange)'],
    ],
  ]),
];
