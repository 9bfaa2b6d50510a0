import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';

type Counted = {
  locale: string;
  release: string;
  vitals: readonly { page: string; metric: string; bucket: number }[];
  errors: readonly { digest: string; kind: string; page: string; message: string; stack: string }[];
};

const ReportRowsSchema = v.object({
  vitals: v.array(v.pick(tables.page_vitals, ['page', 'metric', 'bucket', 'visits'])),
  errors: v.array(tables.page_errors),
});

/** `network` is the counter of the network that it came from: one alone is not believed any number of new defects. */
export const countPageReport = (data: Data, network: string, { locale, release, vitals, errors }: Counted): Promise<unknown> =>
  data.call(
    'count_page_report',
    { p_locale: locale, p_release: release, p_vitals: vitals, p_errors: errors, p_network: network },
    v.unknown(),
  );

export const listPageReports = (data: Data, from: string): Promise<v.InferOutput<typeof ReportRowsSchema>> =>
  data.call('list_page_reports', { p_from: from }, ReportRowsSchema);
