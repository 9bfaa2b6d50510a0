import { createData } from '../../../api/src/gateways/supabase/data.ts';
import { removeUnusedFiles } from '../../../api/src/resources/shop/ebooks/ebook-jobs.ts';
import type { ApiSite } from './api-site.ts';
import { attempt } from './attempt.ts';

type Bucket = 'ebooks' | 'store-assets';
type UploadSite = Pick<ApiSite, 'addresses' | 'internal' | 'rows' | 'call'>;

/** Returns the requests of an admin's browser that makes a book, and helpers that read the stored files. */
export function bookUploadsOf(site: UploadSite, token: string) {
  /** Uploads a file to its link, as the browser does. */
  async function send(url: string, bytes: Uint8Array): Promise<number> {
    const put = () => fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': 'application/octet-stream' } });
    // A kept-alive connection may close at this moment. A browser would open another one by itself.
    return (await put().catch(put)).status;
  }

  const begin = (kind: 'pdf' | 'cover', name: string, size: number, more: object = {}) =>
    site.call('POST', '/api/admin/uploads', { token, body: { kind, name, size: Math.max(1, size), ...more } });

  /** Returns every file of a bucket, at any depth. */
  async function filesIn(bucket: Bucket, prefix = ''): Promise<string[]> {
    const answer = await fetch(`${site.addresses.data}/storage/v1/object/list/${bucket}`, {
      method: 'POST',
      headers: {
        apikey: site.internal.dataSecretKey,
        authorization: `Bearer ${site.internal.dataSecretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ prefix, limit: 10_000 }),
    });
    const entries = (await answer.json()) as { name: string; id: string | null }[];
    const found = await Promise.all(
      entries.map(async ({ name, id }) => (id === null ? await filesIn(bucket, `${prefix}${name}/`) : [`${prefix}${name}`])),
    );
    return found.flat();
  }
  const allFiles = async () => [...(await filesIn('ebooks')), ...(await filesIn('store-assets', 'covers/'))].toSorted();

  /** Lets a day pass and removes files that no book needs. Samples are made meanwhile. Returns the files still recorded as unused. */
  async function sweep(): Promise<string[]> {
    await site.rows('PATCH', 'unused_files?kind=neq.sample&remove_after=gt.2000-01-01', { remove_after: '2000-01-01T00:00:00Z' });
    await site.rows('PATCH', 'ebook_files?replaced_at=gt.2000-01-01', { replaced_at: '2000-01-01T00:00:00Z' });
    await removeUnusedFiles(createData(site.addresses.data, site.internal.dataSecretKey), async () => undefined, attempt);
    return (await site.rows<{ key: string }>('GET', 'unused_files?kind=neq.sample&select=key')).map(({ key }) => key);
  }

  return { send, begin, filesIn, allFiles, sweep };
}
