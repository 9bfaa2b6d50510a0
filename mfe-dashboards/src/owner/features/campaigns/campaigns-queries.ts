import type { AdminCampaign, EditedCampaignSchema, ListedCampaign } from '@site/shared/contracts/admin-campaigns.ts';
import { DAY_MS, type Instant } from '@site/shared/dates/dates.ts';
import { toast } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import { api } from '../../../signed-in/api.ts';
import { useOwnQuery } from '../../../signed-in/own-query.ts';
import { campaignRecords, LISTS } from '../../campaigns/campaigns-queries.ts';
import { useRecordChange } from '../../common/records.ts';

const AT_WORK_MS = 2_000;
const WAITING_MS = 30_000;
/** A scheduled issue that is sent later than this is polled rarely. In milliseconds. */
const NEAR_MS = 90_000;

/** Returns the milliseconds until the issue is reloaded; false if its state cannot change by itself. */
function refetchIn(campaign: AdminCampaign | undefined): number | false {
  if (!campaign) return false;
  const { state, sendAt } = campaign;
  if (state === 'preparing' || state === 'sending') return AT_WORK_MS;
  if (state !== 'scheduled' || sendAt === null) return false;
  return Date.parse(sendAt) - Date.now() < NEAR_MS ? AT_WORK_MS : WAITING_MS;
}

/** Loads an issue, and polls it while its state may change by itself and the page is visible. */
export const useCampaign = (id: string) =>
  useOwnQuery<AdminCampaign>(['admin-campaign', id], (signal) => api('GET /api/admin/campaigns/:id', { params: { id }, signal }), {
    staleTime: 0,
    refetchInterval: ({ state }) => refetchIn(state.data),
  });

export type CampaignEdits = Omit<v.InferOutput<typeof EditedCampaignSchema>, 'revision'>;

/** Saves the subjects and the audience of a draft. */
export const useSaveCampaign = (id: string) =>
  useRecordChange(campaignRecords, id, (body: CampaignEdits & { revision: number }) =>
    api('PUT /api/admin/campaigns/:id', { params: { id }, body }),
  );

/** Sends the issue in its current state to the admin as a test. */
export const useTestCampaign = (id: string) =>
  useRecordChange(campaignRecords, id, (locale: Locale) => api('POST /api/admin/campaigns/:id/test', { params: { id }, body: { locale } }));

/** Sends the issue at a moment, or within a minute. */
export const useSendCampaign = (id: string) =>
  useRecordChange(campaignRecords, id, (body: { revision: number; at: Instant | null }) =>
    api('POST /api/admin/campaigns/:id/sending', { params: { id }, body }),
  );

type Move = 'undo' | 'pause' | 'resume' | 'cancellation' | 'unknown' | 'settlement';

/** Returns the owner's actions on an issue that is being sent. `does` confirms an action in a toast. */
export function useMoves({ id, revision }: AdminCampaign) {
  const move = useRecordChange(campaignRecords, id, (name: Move) =>
    api(`POST /api/admin/campaigns/:id/${name}`, { params: { id }, body: { revision } }),
  );
  return {
    error: move.error,
    does: (name: Move, done: string) => () => move.mutate(name, { onSuccess: () => toast.success(done) }),
    isMoving: (name: Move) => move.isPending && move.variables === name,
  };
}

/** Deletes a draft. */
export function useDeleteCampaign(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/admin/campaigns/:id', { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [LISTS] }),
  });
}

/** Loads the issue in the form in which a reader of this language would get it. */
export const useCampaignPreview = ({ id, revision, state }: AdminCampaign, locale: Locale) =>
  useOwnQuery(
    ['campaign-preview', id, revision, state, locale],
    (signal) => api('POST /api/admin/campaigns/:id/preview', { params: { id }, body: { locale }, signal }),
    { staleTime: 0, placeholderData: keepPreviousData },
  );

/** Most books from which the owner can choose. No shop has more books. */
const MOST_BOOKS = 200;

/** Loads the published books, to choose readers by. */
export const useBooks = () =>
  useOwnQuery(['campaign-books'], async (signal) => {
    const books: { id: string; title: string }[] = [];
    let after: string | null | undefined;
    do {
      const page = await api('GET /api/admin/ebooks', { query: { state: 'published', ...(after ? { after } : {}) }, signal });
      books.push(...page.ebooks.map(({ id, title }) => ({ id, title })));
      after = page.nextCursor;
    } while (after && books.length < MOST_BOOKS);
    return books;
  });

/** How long the site stores the recipients of an issue, in milliseconds. */
const KEPT_MS = 366 * DAY_MS;

/**
 * Loads the posts whose email recipients are still stored, newest first. The owner chooses readers by these posts. The cache key does not
 * begin like those of the lists, because the lists are reloaded with each saved word.
 */
export const useSentTexts = () =>
  useOwnQuery(['campaign-texts'], async (signal) => {
    const campaigns: ListedCampaign[] = [];
    const isKept = ({ endedAt }: ListedCampaign) => endedAt === null || Date.parse(endedAt) > Date.now() - KEPT_MS;
    let after: string | null | undefined;
    do {
      const page = await api('GET /api/admin/campaigns', { query: { state: 'sent', ...(after ? { after } : {}) }, signal });
      const kept = page.campaigns.filter(isKept);
      campaigns.push(...kept);
      after = kept.length > 0 ? page.nextCursor : null;
    } while (after);
    const titles = new Map([...campaigns].reverse().map(({ postId, subject }) => [postId, subject]));
    return [...titles].reverse().map(([id, title]) => ({ id, title }));
  });
