import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Button, ButtonLink, createApiClient, EmptyState, paths, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import css from './link-missing.module.css';
import { useFailureText } from './load-failure.tsx';
import { readOrderLink } from './order-link.ts';
import { texts } from './texts.ts';

const api = createApiClient({ origin: '' });

/**
 * Shown for a page of an order if this tab does not have the order's key, for example after opening the page from the browser's history.
 */
export function LinkMissing() {
  const t = useTexts(texts);
  return (
    <EmptyState icon={pageIcons.mail} title={t.linkMissing} message={t.linkMissingMessage} isPage>
      <LinkSender />
    </EmptyState>
  );
}

/** Sends the link of an order to the order's email address. The answer does not reveal whether the order exists. */
export function LinkSender() {
  const t = useTexts(texts);
  const send = useMutation({ mutationFn: () => api('POST /api/orders/:id/link', { params: { id: readOrderLink()?.orderId ?? '' } }) });
  const failure = useFailureText(send.error);
  return (
    <>
      <Button isPending={send.isPending} pendingText={t.linkSending} onClick={() => send.mutate()}>
        {t.linkSend}
      </Button>
      <ButtonLink to={paths.contact.href()} variant="secondary">
        {t.contact}
      </ButtonLink>
      <p role="status" className={css.said}>
        {send.isSuccess && t.linkSent}
      </p>
      <p role="alert" className={css.said}>
        {send.isError && failure}
      </p>
    </>
  );
}
