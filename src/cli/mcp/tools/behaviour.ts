// Tools for clock, faults and tokens.

import type { Document } from '../../../openapi/document.ts';
import { controlTool } from '../control-tool.ts';
import type { Tool } from '../tool.ts';

/** @param document - of the control API */
export function behaviourTools(document: Document): readonly Tool[] {
  return [
    controlTool(document, {
      name: 'set_clock',
      operation: 'setClock',
      title: 'Set the clock',
      description:
        'Sets, advances, freezes or speeds up the time of the sandbox; expirations follow it. reset returns to the system time.',
      effect: 'changes',
    }),
    controlTool(document, {
      name: 'add_fault',
      operation: 'addFault',
      title: 'Add a fault',
      description:
        'Makes matching requests fail or wait, by `text`: WHERE: WHAT, such as `getPet: status=503, times=2`. WHAT: status=500, delay=250 (milliseconds), reset, hang, cut=100 (bytes), broken, code=unavailable, every=3, rate=0.1.',
      effect: 'changes',
      takes: ['text'],
    }),
    controlTool(document, {
      name: 'remove_faults',
      operation: 'removeFaults',
      title: 'Remove all faults',
      description: 'Removes the faults of the sandbox.',
      effect: 'destroys',
      isIdempotent: true,
    }),
    controlTool(document, {
      name: 'issue_token',
      operation: 'issueToken',
      title: 'Issue an access token',
      description:
        'Issues a token of a user of the mock server, for APIs with logins; send it as `authorization: Bearer TOKEN`.',
      effect: 'changes',
    }),
  ];
}
