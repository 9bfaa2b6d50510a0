import { type MyNotices, NOTICE_KINDS, NOTICE_WAYS } from '@site/shared/contracts/admin-notices.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { Skeleton, toast, useTexts } from '@site/shared/site/site.ts';
import { ActionFailure } from '../../signed-in/action-failure.tsx';
import layout from '../../signed-in/layout.module.css';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { Panel } from '../../signed-in/panel.tsx';
import css from './notices.module.css';
import { useChangeNotices, useNotices } from './notices-query.ts';
import { texts } from './texts.ts';

/** Chooses the notices that the signed-in person gets by email. */
export function NoticesPanel() {
  const t = useTexts(texts);
  const query = useNotices();
  return (
    <Panel name="notices" title={t.title}>
      {query.data ? (
        <Choices mine={query.data} />
      ) : query.isPending ? (
        <Skeleton lines={4} />
      ) : (
        <LoadFailure title={t.failed} query={query} />
      )}
    </Panel>
  );
}

function Choices({ mine: { notices, email, contactEmail } }: { mine: MyNotices }) {
  const t = useTexts(texts);
  const change = useChangeNotices();
  return (
    <>
      <p className={layout.softLong}>{t.hint(email)}</p>
      <div className={css.notices}>
        {NOTICE_KINDS.map((kind) => (
          <Select
            key={kind}
            label={t.kinds[kind]}
            value={change.isPending ? (change.variables[kind] ?? notices[kind]) : notices[kind]}
            onChange={(event) => {
              const way = NOTICE_WAYS.find((one) => one === event.currentTarget.value);
              if (way) change.mutate({ [kind]: way }, { onSuccess: () => toast.success(t.saved, { id: 'notices' }) });
            }}
            options={NOTICE_WAYS.map((way) => ({ value: way, label: t.ways[way] }))}
          />
        ))}
      </div>
      <ActionFailure error={change.error} />
      <p className={layout.softLong}>{t.always(contactEmail)}</p>
    </>
  );
}
