import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { ROOT } from '../build/rooms.ts';

/** The releaser and the commit, from the CI's variables or else from git. */
export type Author = { readonly by: string; readonly commit: string | null };

export function currentAuthor(variables: Readonly<Record<string, string | undefined>> = process.env): Author {
  const by = variables.RELEASE_AUTHOR || variables.GITHUB_ACTOR || variables.GITLAB_USER_LOGIN || git('config', 'user.name');
  const commit = variables.RELEASE_COMMIT || variables.GITHUB_SHA || variables.CI_COMMIT_SHA || committed();
  return { by: by || userInfo().username, commit: commit || null };
}

function committed(): string | null {
  const commit = git('rev-parse', '--short=12', 'HEAD');
  return commit && `${commit}${git('status', '--porcelain') ? '+' : ''}`;
}

/** Returns null without git or outside a repository. */
function git(...command: string[]): string | null {
  try {
    return execFileSync('git', command, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
