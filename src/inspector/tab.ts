// What a tab of the inspector is.

import type { VNode } from './preact.ts';

/** A tab. What it shows is about the sandbox that `useSession` gives; it is made anew for another one. */
export interface Tab {
  /** In the address of the page. */
  readonly name: string;
  readonly label: string;
  readonly component: (props: TabProps) => VNode;
}

export interface TabProps {
  /** Where in the tab one is: what stands in the address behind its name. `useSession().go({ rest: […] })` leads elsewhere. */
  readonly rest: readonly string[];
}
