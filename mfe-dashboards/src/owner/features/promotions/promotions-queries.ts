import type {
  AdminBundle,
  AdminBundleTerms,
  AdminCoupon,
  AdminCouponTerms,
  PROMOTION_LIST_STATES,
} from '@site/shared/contracts/admin-promotions.ts';
import { paths } from '@site/shared/site/site.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import type { RecordKind } from '../../common/records.ts';

export const COUPONS = 'coupons';
const BUNDLES = 'bundles';

/** The value in the URL that means a new promotion, instead of an id. */
export const NEW = 'new';

/** Returns the URL of the form of a coupon or a bundle. */
export const editHref = (kind: 'coupon' | 'bundle', id: string) => `${paths.dashboard.href('promotions')}&${kind}=${id}`;

export const promotionRecords: RecordKind = { name: 'promotion', lists: [COUPONS, BUNDLES] };

export function useBundles(state: (typeof PROMOTION_LIST_STATES)[number]) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: [BUNDLES, uid, state],
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/bundles', { query: { state }, signal }),
  });
}

/** Loads books by part of their title; the first page only. */
export function useBooks(q: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['promotion-books', uid, q],
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/ebooks', { query: { q, state: 'published' }, signal }),
  });
}

/** Fetches a coupon; null if it was archived. The owner has few coupons, so the list is searched. */
export async function findCoupon(id: string): Promise<AdminCoupon | null> {
  let after: string | undefined;
  do {
    const page = await api('GET /api/admin/coupons', { query: { after } });
    const coupon = page.coupons.find((candidate) => candidate.id === id);
    if (coupon) return coupon;
    after = page.nextCursor ?? undefined;
  } while (after);
  return null;
}

/** Fetches a bundle, like `findCoupon`. */
export async function findBundle(id: string): Promise<AdminBundle | null> {
  const { bundles } = await api('GET /api/admin/bundles', {});
  return bundles.find((candidate) => candidate.id === id) ?? null;
}

/** Loads the promotion that the URL names when its form opens; null if it no longer exists. */
export function useFound<Found>(id: string, find: (id: string) => Promise<Found | null>) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['promotion', uid, id],
    enabled: uid !== null && id !== NEW,
    gcTime: 0,
    // The form compares typed values with this version, so the query never refetches.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => find(id),
  });
}

export const saveCoupon = (coupon: AdminCoupon | null, code: string, terms: AdminCouponTerms) =>
  coupon
    ? api('PUT /api/admin/coupons/:id', { params: { id: coupon.id }, body: { revision: coupon.revision, terms } })
    : api('POST /api/admin/coupons', { body: { code, terms } });

export const saveBundle = (bundle: AdminBundle | null, terms: AdminBundleTerms) =>
  bundle
    ? api('PUT /api/admin/bundles/:id', { params: { id: bundle.id }, body: { revision: bundle.revision, terms } })
    : api('POST /api/admin/bundles', { body: { terms } });

/** Archives a promotion. The lists are reloaded even after a refusal, because a refusal means that they are outdated. */
export function useArchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api('DELETE /api/admin/promotions/:id', { params: { id } }),
    onSettled: () => Promise.all(promotionRecords.lists.map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
}
