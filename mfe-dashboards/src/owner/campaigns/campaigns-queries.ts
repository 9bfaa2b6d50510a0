import type { AdminCampaign, CampaignSegment, SenderCheck } from '@site/shared/contracts/admin-campaigns.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../signed-in/own-query.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';
import { type RecordKind, recordKey } from '../common/records.ts';

/** First part of the cache keys of all lists of newsletter issues. */
export const LISTS = 'admin-campaigns';

export const campaignRecords: RecordKind = { name: 'campaign', lists: [LISTS] };

/** Returns a function that stores a returned issue in the cache, for its page and the lists. */
function useKnownCampaign() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return (campaign: AdminCampaign): void => {
    client.setQueryData(recordKey(campaignRecords, uid, campaign.id), campaign);
    void client.invalidateQueries({ queryKey: [LISTS] });
  };
}

/** Creates a newsletter issue about a post, or returns its existing draft. */
export const useBeginCampaign = () =>
  useMutation({ mutationFn: (postId: string) => api('POST /api/admin/campaigns', { body: { postId } }), onSuccess: useKnownCampaign() });

/** Loads the issues about a post, newest first. */
export const usePostCampaigns = (postId: string) =>
  useOwnQuery([LISTS, 'post', postId], (signal) => api('GET /api/admin/campaigns', { query: { post: postId }, signal }));

/** Loads an issue's draft with all of its fields. Loads nothing without an id. */
export const useDraftCampaign = (id: string | undefined) =>
  useOwnQuery(['admin-campaign', id ?? ''], (signal) => api('GET /api/admin/campaigns/:id', { params: { id: id ?? '' }, signal }), {
    // The cached draft is always outdated, because it changes with its post.
    staleTime: 0,
    isAsked: id !== undefined,
  });

/** Loads how many readers would get the issue now. The last count stays until the next one has loaded. */
export const useAudience = (postId: string, segment: CampaignSegment, isAsked: boolean) =>
  useOwnQuery(
    ['campaign-audience', postId, segment],
    (signal) => api('POST /api/admin/campaign-audience', { body: { postId, segment }, signal }),
    { isAsked, staleTime: 10_000, placeholderData: keepPreviousData },
  );

/** Loads the last check of the sender's domain: whether mailboxes can verify our emails. */
export const useSender = (isAsked = true) =>
  useOwnQuery(['sender-domain'], (signal) => api('GET /api/admin/sender-domain', { signal }), { isAsked });

/** Repeats the check of the sender's domain. */
export const useCheckSender = () => useOwnChange<void, SenderCheck>(['sender-domain'], () => api('POST /api/admin/sender-domain', {}));

/** Sends the issue in its current state to the admin as a test. */
export const useTestOf = () =>
  useMutation({
    mutationFn: async ({ postId, locale }: { postId: string; locale: Locale }) => {
      const { id } = await api('POST /api/admin/campaigns', { body: { postId } });
      return await api('POST /api/admin/campaigns/:id/test', { params: { id }, body: { locale } });
    },
    onSuccess: useKnownCampaign(),
  });

/** Thrown if an issue could not be sent. `campaignId`: the id of its draft, or null if the draft could not be created either. */
export class CampaignNotSent extends Error {
  readonly campaignId: string | null;

  constructor(campaignId: string | null, cause: unknown) {
    super('issue not sent', { cause });
    this.campaignId = campaignId;
  }
}

/**
 * Sends the issue about a post to readers of `locale`, or to readers of every language for null. The call is idempotent: an issue that was
 * already sent is returned, and no reader gets a text twice. Throws `CampaignNotSent`.
 */
export function useMailText() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return async ({ postId, locale, at }: { postId: string; locale: Locale | null; at: Instant | null }): Promise<AdminCampaign> => {
    let campaignId: string | null = null;
    try {
      let campaign = await api('POST /api/admin/campaigns', { body: { postId } });
      const { id, heads, segment } = campaign;
      campaignId = id;
      // The answer to the previous attempt did not arrive, so that attempt may have sent the issue.
      if (campaign.state === 'scheduled') return campaign;
      if (campaign.state === 'draft' && segment.locale !== locale)
        campaign = await api('PUT /api/admin/campaigns/:id', {
          params: { id },
          body: { revision: campaign.revision, heads, segment: { ...segment, locale } },
        });
      campaign = await api('POST /api/admin/campaigns/:id/sending', { params: { id }, body: { revision: campaign.revision, at } });
      client.setQueryData(recordKey(campaignRecords, uid, id), campaign);
      return campaign;
    } catch (error) {
      throw new CampaignNotSent(campaignId, error);
    } finally {
      void client.invalidateQueries({ queryKey: [LISTS] });
    }
  };
}
