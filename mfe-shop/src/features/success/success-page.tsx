import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import {
  type ActionFunctionArgs,
  ButtonLink,
  EmptyState,
  ErrorState,
  icons,
  paths,
  Skeleton,
  siteContext,
  useSearchParams,
  useSession,
  useTexts,
} from '@site/shared/site/site.ts';
import { errorTexts } from '@site/shared/texts/error-texts.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { readGuest } from '../../checkout/guest.ts';
import { askForPurchase, isSessionId, type PurchaseQuestion } from './purchase.ts';
import { PurchaseScreen } from './purchase-screen.tsx';
import css from './success-page.module.css';
import { texts } from './texts.ts';
import { usePurchase } from './use-purchase.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const question: PurchaseQuestion = await request.json();
  return await askForPurchase(context.get(siteContext).api, question);
}

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].title, isPrivate: true }));

export function Component() {
  const [search] = useSearchParams();
  const sessionId = search.get('session_id');
  const session = useSession();
  // The purchase of one account is not shown to the next person in this browser.
  const reader = session.status === 'signed-in' ? session.uid : '';
  return (
    <div className={css.page}>
      {isSessionId(sessionId) ? <PurchaseOf key={`${sessionId} ${reader}`} sessionId={sessionId} /> : <UnknownPurchase />}
    </div>
  );
}

function PurchaseOf({ sessionId }: { sessionId: string }) {
  const session = useSession();
  const { purchase, isConfirming, isAsking, retry } = usePurchase(sessionId);
  const t = useTexts(texts);
  const state = useTexts(stateTexts);
  const errors = useTexts(errorTexts);
  const isStranger = session.status === 'signed-out' && !readGuest();
  if (isStranger || purchase?.kind === 'signed-out') return <SignInFirst sessionId={sessionId} />;
  if (!purchase) return <Confirming />;
  switch (purchase.kind) {
    case 'unknown':
      return <UnknownPurchase />;
    case 'failed':
      if (purchase.code === 'email_not_verified') {
        return (
          <EmptyState isPage icon={pageIcons.mail} title={t.unverified.title} message={errors.email_not_verified}>
            <ButtonLink to={paths.checkEmail.href()}>{t.unverified.action}</ButtonLink>
          </EmptyState>
        );
      }
      return (
        <ErrorState
          isPage
          title={state.error}
          message={errors[purchase.code]}
          retryText={state.retry}
          isRetrying={isAsking}
          onRetry={retry}
        >
          {session.status === 'signed-in' && (
            <ButtonLink to={paths.userDashboard.href('ebooks')} variant="quiet">
              {t.toLibrary}
            </ButtonLink>
          )}
        </ErrorState>
      );
    case 'order':
      if (purchase.order.state === 'open' && isConfirming) return <Confirming />;
      return (
        <PurchaseScreen
          order={purchase.order}
          email={purchase.email}
          linkKey={purchase.linkKey ?? null}
          isAsking={isAsking}
          onAsk={retry}
        />
      );
  }
}

function Confirming() {
  const t = useTexts(texts);
  return (
    <div className={css.confirming}>
      <p role="status">{t.confirming}</p>
      <noscript>{t.needsScripts}</noscript>
      <Skeleton shape="title" />
      <Skeleton lines={3} />
      <Skeleton shape="block" />
    </div>
  );
}

function SignInFirst({ sessionId }: { sessionId: string }) {
  const t = useTexts(texts).signIn;
  const returnTo = `${paths.success.href()}?${new URLSearchParams({ session_id: sessionId })}`;
  return (
    <EmptyState isPage icon={icons.user} title={t.title} message={t.message}>
      <p>{t.withoutAccount}</p>
      <ButtonLink to={paths.signIn.href(returnTo)} size="l">
        {t.action}
      </ButtonLink>
    </EmptyState>
  );
}

/** Shown for an unknown purchase and for another person's purchase, so that the page does not reveal whether it exists. */
function UnknownPurchase() {
  const t = useTexts(texts);
  return (
    <EmptyState isPage icon={icons.search} title={t.unknown.title} message={t.unknown.message}>
      <ButtonLink to={paths.userDashboard.href('ebooks')}>{t.toLibrary}</ButtonLink>
      <ButtonLink to={paths.shop.href()} variant="secondary">
        {t.toShop}
      </ButtonLink>
    </EmptyState>
  );
}
