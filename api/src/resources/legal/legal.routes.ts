import { LEGAL_DOCUMENTS } from '@site/shared/contracts/content.ts';
import type { Hono } from 'hono';
import { AppError } from '../../base/app-error.ts';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter, queryOf } from '../../platform/http.ts';
import { withDraft } from '../content/content.service.ts';
import { getLegalDocument } from './legal.service.ts';

export function legalRoutes({ answers }: Pick<Deps, 'answers'>): Hono<ApiEnv> {
  const texts = answers.keep({ maxEntries: 100 });
  return newRouter().get('/api/legal/:document', async (c) => {
    const document = LEGAL_DOCUMENTS.find((known) => known === c.req.param('document'));
    if (!document) throw new AppError('not_found');
    const query = queryOf(c, 'GET /api/legal/:document');
    if (query.preview) return c.json(await getLegalDocument(await withDraft(c.get('deps'), query.preview), document, query));
    const key = `${document} ${query.locale} ${query.version ?? ''}`;
    return answerFrom(c, await texts.get(key, () => getLegalDocument(c.get('deps'), document, query)), ['texts']);
  });
}
