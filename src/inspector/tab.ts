// A tab of the inspector.

import type { VNode } from './preact.ts';

/** Shows the sandbox of `useSession`. For another sandbox it is mounted again. */
export interface Tab {
  /** In the URL fragment. */
  readonly name: string;
  readonly label: string;
  readonly component: (props: TabProps) => VNode;
}

export interface TabProps {
  /** The rest of the URL fragment. `useSession().go({ rest: […] })` changes it. */
  readonly rest: readonly string[];
}
