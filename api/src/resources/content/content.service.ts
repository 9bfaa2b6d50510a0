import { type ContentBlock, type ContentKey, contentBlocks } from '@site/shared/contracts/content.ts';
import * as v from 'valibot';
import type { Deps } from '../../platform/deps.ts';
import type { Log } from '../../platform/logger.ts';
import { rowsInForce } from './content.repository.ts';
import { defaultContent } from './default-content/default-content.ts';

export type ContentDeps = Pick<Deps, 'data' | 'env' | 'log'>;
type Blocks<Keys extends ContentKey> = { [Key in Keys]: ContentBlock<Key> };

/** What the owner published last under each key, else the default. */
export async function contentInForce<Keys extends ContentKey>({ data, env, log }: ContentDeps, ...keys: Keys[]): Promise<Blocks<Keys>> {
  const rows = await rowsInForce(data, keys);
  const blocks = keys.map((key) => {
    const row = rows.find((published) => published.key === key);
    return [key, (row && readBlock(log, key, row.body)) ?? defaultContent[key](env)] as const;
  });
  return Object.fromEntries(blocks) as Blocks<Keys>;
}

/** A stored body, or null for one that today's site cannot show: that is our fault, and the default is there to help. */
export function readBlock<Key extends ContentKey>(log: Log, key: Key, body: unknown): ContentBlock<Key> | null {
  const result = v.safeParse(contentBlocks[key], body);
  if (result.success) return result.output;
  log.error({ key, at: v.getDotPath(result.issues[0]) }, 'published content is not valid');
  return null;
}
