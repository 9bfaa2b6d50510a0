import type { AudioUpload } from '@site/shared/contracts/admin-own-episodes.ts';

type Target = NonNullable<AudioUpload['to']>;

const headersOf = ({ signature }: Target) => ({ 'tus-resumable': '1.0.0', 'x-signature': signature });
const encoded = (text: string) => Buffer.from(text).toString('base64');

/** Begins an upload in parts, as the dashboard does. Returns its URL. */
export async function beginUpload(to: Target, size: number): Promise<{ status: number; url: string }> {
  const metadata = { bucketName: to.bucket, objectName: to.key, contentType: 'audio/mpeg' };
  const answer = await fetch(to.endpoint, {
    method: 'POST',
    headers: {
      ...headersOf(to),
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${encoded(value)}`)
        .join(','),
    },
  });
  await answer.text();
  return { status: answer.status, url: answer.headers.get('location') ?? '' };
}

/** Sends one part. */
export async function sendPart(to: Target, url: string, offset: number, part: Uint8Array): Promise<number> {
  const headers = { ...headersOf(to), 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  const answer = await fetch(url, { method: 'PATCH', headers, body: new Uint8Array(part) });
  await answer.text();
  return answer.status;
}

/** Returns how many bytes have arrived. */
export async function arrivedBytes(to: Target, url: string): Promise<number> {
  return Number((await fetch(url, { method: 'HEAD', headers: headersOf(to) })).headers.get('upload-offset'));
}
