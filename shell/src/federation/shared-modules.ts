import type { SHARED_KEYS } from '@site/shared/federation/remote.ts';
import * as site from '@site/shared/site/site.ts';
import react from 'react';
import jsx from 'react/jsx-runtime';

/** The shell's own copies of what remotes must not bundle. */
const modules = { react, 'react/jsx-runtime': jsx, '@site/shared/site/site.ts': site } satisfies Record<
  (typeof SHARED_KEYS)[number],
  object
>;

/** They never meet another copy: there is nothing to negotiate. */
const VERSION = '1.0.0';

/** The share scope of the container protocol: what a remote is initialised with, on the server and in the browser. */
export const shareScope = Object.fromEntries(
  Object.entries(modules).map(([key, module]) => [
    key,
    { [VERSION]: { get: () => () => module, loaded: true, eager: true, from: 'shell' } },
  ]),
);
