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
      'A limit of 1001 is taken, where 1000 is the most',
      [SPEC, 'maximum: 1000\n', 'maximum: 1001\n'],
    ],
    [
      'name-199',
      'valid-input-accepted',
      'A name of an application of 200 characters is too long',
      [
        SPEC,
        'characters (Unicode code points).\n          type: string\n          minLength: 1\n          maxLength: 200',
        'characters (Unicode code points).\n          type: string\n          minLength: 1\n          maxLength: 199',
      ],
    ],
    [
      'name-empty',
      'invalid-input-rejected',
      'An application may be renamed to nothing',
      [
        SPEC,
        'characters (Unicode code points).\n          type: string\n          minLength: 1',
        'characters (Unicode code points).\n          type: string\n          minLength: 0',
      ],
    ],
    [
      'name-in-utf-16',
      'valid-input-accepted',
      'Characters beyond 16 bits count twice in names',
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
      'The sequence of a project is a number, where a text belongs',
      [PROJECTS, 'sequence: String(project.sequence),', 'sequence: project.sequence,'],
    ],
    [
      'total-number',
      'integer64-as-string',
      'The total of a list is a number, where a text belongs',
      [LIST, 'totalResult: String(total),', 'totalResult: total,'],
    ],
    [
      'type-alone',
      'response-body',
      'The type of an identity provider stands alone, where a list belongs',
      [IDPS, 'idpType: [typeOf(idp)]', 'idpType: typeOf(idp)'],
    ],
    [
      'name-null',
      'response-body',
      'The name of an identity provider is null, where it must not be',
      [IDPS, "idpName: idp?.name ?? ''", 'idpName: null'],
    ],
    [
      'date-without-zone',
      'response-body',
      'The time when a project was made says no zone',
      [
        PROJECTS,
        'creationDate: timestamp(project.creationDate)',
        'creationDate: timestamp(project.creationDate).slice(0, -1)',
      ],
    ],
    [
      'no-details',
      'response-body',
      'The answer to a user grant leaves out the sequence, which must be there',
      [GRANTS, "details: { sequence: '1', creationDate", 'details: { creationDate'],
    ],
    [
      'password-shown',
      'response-body',
      'A project shows a property that is not described',
      [PROJECTS, 'name: project.name,', "name: project.name, secret: 'hunter2',"],
    ],
    [
      'error-without-code',
      'error-body',
      'Refusals have no code',
      ['src/identity/api.ts', 'return { code: number, message: `', 'return { code: undefined, message: `'],
    ],
    [
      'error-details-text',
      'error-body',
      'The details of refusals are a text, where a list belongs',
      ['src/identity/api.ts', 'details: [detail] }', 'details: JSON.stringify(detail) }'],
    ],
    [
      'error-as-page',
      'documented-media-type',
      'Refusals of the health check and of everything else are pages in HTML',
      beforeWriting("if (status >= 400) headers['content-type'] = 'text/html';"),
    ],
    [
      'no-token-needed',
      'authentication-required',
      'A caller without a token is answered as the owner',
      [
        AUTHENTICATE,
        'if (authorization === undefined) throw missingToken();',
        "if (authorization === undefined) return 'token-owner';",
      ],
    ],
    [
      'any-token',
      'authentication-required',
      'Any token is good',
      [
        AUTHENTICATE,
        'const token = personalToken(records, value, now);',
        "const token = personalToken(records, value, now) ?? personalToken(records, 'token-owner', now);",
      ],
    ],
    [
      'any-scheme',
      'authentication-required',
      'Credentials of another scheme are good',
      [
        AUTHENTICATE,
        'if (authorization.lastIndexOf(BEARER) !== 0) throw malformedToken();',
        "if (authorization.lastIndexOf(BEARER) !== 0) return 'token-owner';",
      ],
    ],
    [
      'emoji',
      'no-server-error',
      'A name with an emoji is a failure of the server',
      [
        APP,
        'if (app.name === name)',
        "if (/[\\ud800-\\udfff]/.test(name)) throw new Error('Incorrect string value');\n    if (app.name === name)",
      ],
    ],
    [
      'search-fails',
      'no-server-error',
      'A search by name with a quotation mark is a failure of the server',
      [
        'src/identity/text-query.ts',
        '  return METHODS[method](sought);',
        "  if (sought.includes('\"')) throw new Error('unterminated string');\n  return METHODS[method](sought);",
      ],
    ],
    [
      'status-201',
      'response-body',
      'A user grant is answered with 201, which is not declared',
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
      'Answers are called text, not JSON',
      beforeWriting("if (status < 300) headers['content-type'] = 'text/plain';"),
    ],
    [
      'bytes-behind',
      'documented-media-type',
      'There is a line for debugging behind the JSON',
      writing("text + '\\n-- 3 queries, 12 ms'"),
    ],
    ['head-forbidden', 'head-matches-get', 'HEAD is forbidden where GET is not', HEAD_FORBIDDEN],
    [
      'no-allow',
      'unsupported-method',
      'A method that is not allowed is refused without Allow',
      ['src/server/pipeline/find-route.ts', 'status: 405, headers: { allow: methods }, advice', 'status: 405, advice'],
    ],
    ['any-media-type', 'invalid-input-rejected', 'A body is taken for JSON whatever it is called', ANY_MEDIA_TYPE],
    [
      'broken-json',
      'invalid-input-rejected',
      'JSON that breaks off is an empty object',
      [
        'src/server/codec/json-text.ts',
        '    value = parseJson(text);\n  } catch (error) {',
        '    value = parseJson(text);\n  } catch (error) {\n    if (error instanceof SyntaxError) return {};',
      ],
    ],
    [
      'method-unknown',
      'invalid-input-rejected',
      'Any way to compare names is taken',
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
      'The first project behind a border of pages is on no page',
      [LIST, 'if (found >= start && page', 'if (found >= start + (start > 0 ? 1 : 0) && page'],
    ],
    [
      'twice-at-border',
      'pagination-complete',
      'The last project before a border of pages comes on the next one as well',
      [LIST, 'const start = Number(offset);', 'const start = Math.max(0, Number(offset) - 1);'],
    ],
    [
      'total-of-page',
      'pagination-complete',
      'The total is how many there are on the page',
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
      'The projects of all organizations are shown',
      [PROJECTS, 'projects.group(projectsOfOrganization, organizationId)', 'projects.group(projectsByChange)'],
    ],
  ]),
];
