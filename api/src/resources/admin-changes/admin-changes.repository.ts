import type { AdminChange } from '@site/shared/contracts/admin-changes.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { AdminChangeRowSchema } from '../../platform/admin-changes.ts';

const PageSchema = v.object({ changes: v.array(AdminChangeRowSchema), more: v.boolean(), actors: v.array(v.string()) });

export type ChangeFilters = { kind: AdminChange['subject']['kind'] | null; by: string | null };

export const listAdminChanges = (
  data: Data,
  { kind, by }: ChangeFilters,
  { id, isBackwards }: { id: number | null; isBackwards: boolean },
  size: number,
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('list_admin_changes', { p_kind: kind, p_actor: by, p_id: id, p_is_backwards: isBackwards, p_size: size }, PageSchema);
