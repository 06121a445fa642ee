// All tools of the MCP server, in the order that agents see.

import { controlDocument } from './control-tool.ts';
import type { Tool } from './tool.ts';
import { behaviourTools } from './tools/behaviour.ts';
import { dataTools } from './tools/data.ts';
import { documentTools } from './tools/documents.ts';
import { operationTools } from './tools/operations.ts';
import { requestTools } from './tools/requests.ts';
import { verifyTools } from './tools/verify.ts';

export async function allTools(): Promise<readonly Tool[]> {
  const control = await controlDocument();
  return [
    ...operationTools,
    ...requestTools(control),
    ...dataTools(control),
    ...behaviourTools(control),
    ...documentTools,
    ...verifyTools,
  ];
}
