import type { BrandPictureName } from '@site/shared/contracts/content.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

/** The key of the file that is to come. */
export const expectBrandPicture = (data: Data, id: string, name: BrandPictureName): Promise<string> =>
  data.call('expect_brand_picture', { p_id: id, p_name: name }, v.string());
