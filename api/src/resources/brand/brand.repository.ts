import type { BrandPictureName } from '@site/shared/contracts/content.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';

/** The key of the file that is to come. */
export const expectBrandPicture = (data: Data, id: string, name: BrandPictureName): Promise<string> =>
  data.call('expect_brand_picture', { p_id: id, p_name: name }, v.string());

const WaitingSchema = v.array(v.pick(tables.unused_files, ['kind', 'key']));

/** The uploads that nothing took yet. */
export const listWaitingUploads = (data: Data, ids: readonly string[]): Promise<v.InferOutput<typeof WaitingSchema>> =>
  data.call('list_waiting_uploads', { p_ids: ids }, WaitingSchema);
