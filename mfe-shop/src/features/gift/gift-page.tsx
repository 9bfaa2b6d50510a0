import { pageHandle } from '@site/shared/federation/page-meta.ts';
import {
  type ActionFunctionArgs,
  ErrorState,
  paths,
  Skeleton,
  siteContext,
  useFetcher,
  useParams,
  useTexts,
} from '@site/shared/site/site.ts';
import { errorTexts } from '@site/shared/texts/error-texts.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { askForGift, type GiftAnswer, type GiftQuestion } from './gift.ts';
import { readGiftKey } from './gift-key.ts';
import css from './gift-page.module.css';
import { GiftScreen } from './gift-screen.tsx';
import { texts } from './texts.ts';
import { UnknownGift } from './unknown-gift.tsx';

export async function action({ request, context }: ActionFunctionArgs) {
  const question: GiftQuestion = await request.json();
  return await askForGift(context.get(siteContext).api, question);
}

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].title, isPrivate: true }));

const onNewAddress = (tell: () => void) => {
  window.addEventListener('hashchange', tell);
  return () => window.removeEventListener('hashchange', tell);
};

export function Component() {
  const { id = '' } = useParams();
  // The server never gets the key, so nothing is known until the browser has read it.
  const key = useSyncExternalStore(
    onNewAddress,
    () => readGiftKey(id),
    () => undefined,
  );
  return (
    <div className={css.page}>
      {key === undefined ? <Opening /> : key === null ? <UnknownGift isWithoutKey /> : <Gift key={key} id={id} giftKey={key} />}
    </div>
  );
}

function Gift({ id, giftKey }: { id: string; giftKey: string }) {
  const state = useTexts(stateTexts);
  const errors = useTexts(errorTexts);
  const opening = useFetcher<GiftAnswer>();
  const ask = useEffectEvent(() => {
    const question: GiftQuestion = { intent: 'open', id, key: giftKey };
    void opening.submit(question, { method: 'post', action: paths.gift.href(id), encType: 'application/json' });
  });
  useEffect(() => ask(), []);
  const answer = opening.data;
  if (answer?.kind === 'opened') return <GiftScreen id={id} giftKey={giftKey} gift={answer.gift} />;
  if (answer?.kind === 'failed') {
    return (
      <ErrorState
        isPage
        title={state.error}
        message={errors[answer.code]}
        retryText={state.retry}
        isRetrying={opening.state !== 'idle'}
        onRetry={ask}
      />
    );
  }
  return answer ? <UnknownGift /> : <Opening />;
}

function Opening() {
  const t = useTexts(texts);
  return (
    <div className={css.opening}>
      <p role="status">{t.opening}</p>
      <noscript>{t.needsScripts}</noscript>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </div>
  );
}
