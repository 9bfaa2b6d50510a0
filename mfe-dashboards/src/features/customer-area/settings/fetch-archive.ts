import { ERROR_CODES } from '@site/shared/contracts/error-codes.ts';
import { ApiError, identity } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';

/** The archive of all that is kept about the person here. Throws `ApiError`, as `api` does for answers in JSON. */
export async function fetchArchive(locale: Locale): Promise<{ archive: Blob; filename: string }> {
  try {
    let answer = await ask(locale, false);
    if (answer.status === 401) answer = await ask(locale, true);
    if (!answer.ok) throw await refusalOf(answer);
    const [, filename = 'dados.zip'] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
    return { archive: await answer.blob(), filename };
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('service_unavailable', 0, {}, { cause: error });
  }
}

async function ask(locale: Locale, fresh: boolean): Promise<Response> {
  const token = await (await identity()).token(fresh);
  return await fetch(`/api/me/export?${new URLSearchParams({ locale })}`, {
    method: 'GET',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
}

async function refusalOf(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => null)) as { error?: { code?: unknown } } | null;
  return new ApiError(ERROR_CODES.find((code) => code === body?.error?.code) ?? 'service_unavailable', answer.status);
}
