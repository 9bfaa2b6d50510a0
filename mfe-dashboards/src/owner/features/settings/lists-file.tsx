import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Button, Icon, toast, useFormats, usePreferences, useSession, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useOwnChange, useOwnQuery } from '../../../signed-in/own-query.ts';
import { sizeOf } from '../../files/size-of.ts';
import { texts } from './texts.ts';

const LISTS_FILE = ['lists-file'] as const;
const ASK_EVERY_MS = 5_000;

/** Asks for the file of all lists by email. */
export function EmailListsButton() {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const request = useOwnChange(LISTS_FILE, () => api('POST /api/admin/lists-file', { body: { locale } }));
  return (
    <>
      <Button variant="secondary" size="s" isPending={request.isPending} onClick={() => request.mutate(undefined)}>
        <Icon path={pageIcons.mail} />
        {t.leaveByEmail}
      </Button>
      <ActionFailure error={request.error} what={t.leaveByEmailFailed} />
    </>
  );
}

/** Shows the prepared file with its download, or that it is being prepared. */
export function ListsFileLine() {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const formats = useFormats();
  const session = useSession();
  const { data } = useOwnQuery(LISTS_FILE, (signal) => api('GET /api/admin/lists-file', { signal }), {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.file?.state === 'preparing' ? ASK_EVERY_MS : false),
  });
  const link = useMutation({ mutationFn: () => api('POST /api/admin/lists-file/link', {}) });
  const file = data?.file ?? null;
  return (
    <>
      <p role="status" className={layout.soft}>
        {file?.state === 'preparing' && <span>{t.leavePreparing(session.status === 'signed-in' ? session.email : '')}</span>}
        {file?.state === 'ready' && <span>{t.leaveReady(sizeOf(file.bytes, locale), formats.day(file.removedAt))}</span>}
      </p>
      {file?.state === 'ready' && (
        <div>
          <Button
            variant="secondary"
            size="s"
            isPending={link.isPending}
            onClick={() =>
              link.mutate(undefined, { onSuccess: ({ url }) => location.assign(url), onError: () => toast.error(t.leaveLinkFailed) })
            }
          >
            <Icon path={pageIcons.download} />
            {t.leaveDownload}
          </Button>
        </div>
      )}
    </>
  );
}
