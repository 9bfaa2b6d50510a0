import type { ClaimedGift, OpenedGift } from '@site/shared/contracts/gifts.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Button, ButtonLink, Icon, icons, Link, paths, useFetcher, useFormats, useSession, useTexts } from '@site/shared/site/site.ts';
import { errorTexts } from '@site/shared/texts/error-texts.ts';
import { useEffect, useRef, useState } from 'react';
import type { GiftAnswer, GiftQuestion } from './gift.ts';
import { clearGiftKey } from './gift-key.ts';
import css from './gift-page.module.css';
import { texts } from './texts.ts';
import { UnknownGift } from './unknown-gift.tsx';

type GiftScreenProps = { readonly id: string; readonly giftKey: string; readonly gift: OpenedGift };

/** Shows a gift and its giver, with the button that claims it. */
export function GiftScreen({ id, giftKey, gift }: GiftScreenProps) {
  const t = useTexts(texts);
  const errors = useTexts(errorTexts);
  const { day } = useFormats();
  const claiming = useFetcher<GiftAnswer>();
  const answer = claiming.data;
  const status = useRef<HTMLDivElement>(null);
  const { ebook, from, toName, message, kind } = gift;
  const isGroup = kind === 'group';
  const pressed = answer?.kind === 'outcome' ? answer.outcome : null;
  // A full group has no copy left. Then only a reader with one of its copies can save the choice. A reader who owns the book otherwise
  // cannot.
  const isFull = isGroup && gift.standing === 'none_left';
  const hasNone = isFull && pressed !== null && pressed !== 'claimed' && pressed !== 'claimed_before';
  const outcome = (hasNone ? null : pressed) ?? (gift.standing === 'open' ? null : gift.standing);

  // The pressed button disappears, so the focus moves to the result.
  useEffect(() => {
    if (answer) status.current?.focus();
  }, [answer]);

  const isClaimed = outcome === 'claimed' || outcome === 'claimed_before';
  const isOver = isClaimed || outcome === 'owned';
  useEffect(() => {
    if (isOver) clearGiftKey(id);
  }, [isOver, id]);

  if (answer?.kind === 'unknown') return <UnknownGift />;
  const claim = (showsName: boolean) => {
    const question: GiftQuestion = { intent: 'claim', id, key: giftKey, showsName };
    void claiming.submit(question, { method: 'post', action: paths.gift.href(id), encType: 'application/json' });
  };
  return (
    <article className={css.gift}>
      <header className={css.head}>
        <p className={css.from}>
          <Icon path={pageIcons.heart} />
          {from ? t.from(from) : t.fromSomebody}
        </p>
        <h1>{toName ? t.headingFor(toName) : t.heading}</h1>
      </header>
      <section className={css.book} aria-labelledby="gift-book">
        <div className={css.cover}>
          <Cover cover={ebook.cover} title={ebook.title} alt="" sizes="9rem" loading="eager" />
        </div>
        <div>
          <h2 id="gift-book" className={css.title} lang={ebook.language}>
            {ebook.title}
          </h2>
          <p className={css.author}>{t.by(ebook.author)}</p>
          {ebook.launch && <p className={css.author}>{t.comes(day(ebook.launch.at))}</p>}
          {message && <blockquote className={css.message}>{message}</blockquote>}
        </div>
      </section>
      <div ref={status} role="status" tabIndex={-1} className={css.status}>
        {outcome && (
          <p className={css.outcome} data-outcome={outcome}>
            <Icon path={isClaimed ? icons.check : pageIcons.info} />
            <span>
              {`${outcome === 'claimed' && ebook.launch ? t.claimedAhead : t.outcomes[outcome]}${isGroup && outcome === 'claimed_before' ? ` ${t.nameSaved}` : ''}`}
            </span>
          </p>
        )}
        {hasNone && <p className={css.failure}>{t.noneIsYours}</p>}
        {answer?.kind === 'failed' && <p className={css.failure}>{errors[answer.code]}</p>}
      </div>
      {isFull && outcome === 'none_left' && (
        <ShowName isSignedOut={answer?.kind === 'signed-out'} isPending={claiming.state !== 'idle'} giftId={id} onSave={claim} />
      )}
      {outcome ? (
        <AfterClaim outcome={outcome} ebookId={ebook.id} isComing={ebook.launch !== undefined} />
      ) : (
        <Claim
          id={id}
          isGroup={isGroup}
          isSignedOut={answer?.kind === 'signed-out'}
          isPending={claiming.state !== 'idle'}
          onClaim={claim}
        />
      )}
      <p className={css.report}>
        {t.notKnown} <Link to={paths.contact.href()}>{t.report}</Link>
      </p>
    </article>
  );
}

type ClaimProps = {
  readonly id: string;
  readonly isGroup: boolean;
  readonly isSignedOut: boolean;
  readonly isPending: boolean;
  readonly onClaim: (showsName: boolean) => void;
};

function Claim({ id, isGroup, isSignedOut, isPending, onClaim }: ClaimProps) {
  const t = useTexts(texts);
  const session = useSession();
  const [showsName, setShowsName] = useState(false);
  if (session.status === 'signed-out' || isSignedOut) {
    return (
      <div className={css.claim}>
        <p>{t.signInFirst}</p>
        <div className={css.ways}>
          <ButtonLink to={paths.signIn.href(paths.gift.href(id))} size="l">
            {t.signIn}
          </ButtonLink>
          <ButtonLink to={paths.signUp.href(paths.gift.href(id))} size="l" variant="secondary">
            {t.signUp}
          </ButtonLink>
        </div>
      </div>
    );
  }
  if (session.status === 'signed-in' && !session.emailVerified) {
    return (
      <div className={css.claim}>
        <p>{t.verifyFirst}</p>
        <ButtonLink to={paths.checkEmail.href(paths.gift.href(id))} size="l">
          {t.verify}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={css.claim}>
      <p>{isGroup ? t.claimMeaningGroup : t.claimMeaning}</p>
      {isGroup && <NameBox isTicked={showsName} onChange={setShowsName} />}
      <Button
        size="l"
        isPending={isPending || session.status === 'unknown'}
        pendingText={t.claiming}
        onClick={() => onClaim(isGroup && showsName)}
      >
        {t.claim}
      </Button>
    </div>
  );
}

function NameBox({ isTicked, onChange }: { isTicked: boolean; onChange: (isTicked: boolean) => void }) {
  const t = useTexts(texts);
  return (
    <label className={css.choice}>
      <input type="checkbox" checked={isTicked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>
        {t.showName} <small>{t.showNameMeaning}</small>
      </span>
    </label>
  );
}

type ShowNameProps = {
  readonly giftId: string;
  readonly isSignedOut: boolean;
  readonly isPending: boolean;
  readonly onSave: (showsName: boolean) => void;
};

/** Lets a reader with a copy change whether the giver sees the reader's name, even after the last copy was claimed. */
function ShowName({ giftId, isSignedOut, isPending, onSave }: ShowNameProps) {
  const t = useTexts(texts);
  const errors = useTexts(errorTexts);
  const session = useSession();
  const [showsName, setShowsName] = useState(false);
  if (isSignedOut) {
    return (
      <div className={css.claim}>
        <p>{errors.unauthenticated}</p>
        <ButtonLink to={paths.signIn.href(paths.gift.href(giftId))}>{t.signIn}</ButtonLink>
      </div>
    );
  }
  if (session.status !== 'signed-in' || !session.emailVerified) return null;
  return (
    <div className={css.claim}>
      <NameBox isTicked={showsName} onChange={setShowsName} />
      <Button variant="secondary" isPending={isPending} pendingText={t.saving} onClick={() => onSave(showsName)}>
        {t.saveName}
      </Button>
    </div>
  );
}

function AfterClaim({ outcome, ebookId, isComing }: { outcome: ClaimedGift['outcome']; ebookId: string; isComing: boolean }) {
  const t = useTexts(texts);
  const isTheirs = outcome === 'claimed' || outcome === 'claimed_before' || outcome === 'owned';
  return (
    <div className={css.ways}>
      {isTheirs ? (
        <>
          {!isComing && (
            <ButtonLink to={paths.reader.href(ebookId)} size="l">
              {t.read}
            </ButtonLink>
          )}
          <ButtonLink to={paths.userDashboard.href('ebooks')} size="l" variant={isComing ? 'primary' : 'secondary'}>
            {t.toLibrary}
          </ButtonLink>
        </>
      ) : (
        <>
          {outcome === 'none_left' && (
            <ButtonLink to={paths.userDashboard.href('ebooks')} size="l">
              {t.toLibrary}
            </ButtonLink>
          )}
          <ButtonLink to={paths.ebook.href(ebookId)} size="l" variant="secondary">
            {t.toBook}
          </ButtonLink>
        </>
      )}
    </div>
  );
}
