import { bodyOf, type Call, callStockWithJson, json, relativeLink } from './wire.ts';

/** @supabase/lite sends `signedUrl`, but storage-js reads `signedURL`. */
export async function signDownload(call: Call): Promise<Response> {
  const answer = await call.stock(call.request);
  if (!answer.ok) return answer;
  const { signedUrl } = await bodyOf(answer);
  return json({ signedURL: relativeLink(signedUrl) });
}

/** @supabase/lite alone answers 404 to a request for several links, because another route matches first. */
export async function signDownloads(call: Call): Promise<Response> {
  const { paths, expiresIn } = await bodyOf(call.request);
  const keys = Array.isArray(paths) ? paths.map(String) : [];
  const links = [];
  for (const key of keys) {
    const path = `${call.path}/${key.split('/').map(encodeURIComponent).join('/')}`;
    const answer = await callStockWithJson(call, path, { expiresIn });
    links.push(
      answer.ok
        ? { path: key, error: null, signedURL: relativeLink((await bodyOf(answer)).signedUrl) }
        : { path: key, error: 'Either the object does not exist or you do not have access to it', signedURL: null },
    );
  }
  return json(links);
}

/** @supabase/lite sends `signedUrl`, but storage-js takes the token from `url`. */
export async function signUpload(call: Call): Promise<Response> {
  const answer = await call.stock(call.request);
  if (!answer.ok) return answer;
  const { signedUrl, token } = await bodyOf(answer);
  return json({ url: relativeLink(signedUrl), token });
}
