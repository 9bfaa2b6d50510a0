import type { SHARED_KEYS } from '@site/shared/federation/remote.ts';
import * as site from '@site/shared/site/site.ts';
import react from 'react';
import jsx from 'react/jsx-runtime';

/** The shell's instances of the modules that remotes must not bundle. */
const modules = { react, 'react/jsx-runtime': jsx, '@site/shared/site/site.ts': site } satisfies Record<
  (typeof SHARED_KEYS)[number],
  object
>;

/** Federation requires a version. Each shared module has only one instance on a page, so any fixed version works. */
const VERSION = '1.0.0';

/** The shared modules in the form in which federation passes them to a remote, on the server and in the browser. */
export const shareScope = Object.fromEntries(
  Object.entries(modules).map(([key, module]) => [
    key,
    { [VERSION]: { get: () => () => module, loaded: true, eager: true, from: 'shell' } },
  ]),
);
