import type { AdminPost } from '@site/shared/contracts/admin-posts.ts';
import { POST_VISIBILITIES, type PostVisibility } from '@site/shared/contracts/post-rules.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, Link, paths, toast, useFormats, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Panel } from '../../admin/panel.tsx';
import { usePreviewTab } from '../../admin/preview-tab.ts';
import { LAST_LOCAL, momentOf } from '../../admin/zoned-time.ts';
import { ByMail, type Mailing, useMailing } from '../../letters/by-mail.tsx';
import { type LetterNotSent, useMailText, usePostLetters } from '../../letters/letters-queries.ts';
import { TextLetters } from '../../letters/text-letters.tsx';
import { api } from '../../signed-in/api.ts';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import css from './post-page.module.css';
import { useChangedPost, useReadPostAgain } from './posts-queries.ts';
import { texts } from './texts.ts';

type PublicationPanelProps = {
  readonly post: AdminPost;
  /** Everything that was typed is on the server. */
  readonly isSaved: boolean;
  /** The language that is being written. */
  readonly locale: Locale;
};

type Asked = 'publish' | 'unschedule' | 'withdraw' | 'delete';

/** Where a text stands, and what can become of it. */
export function PublicationPanel({ post, isSaved, locale }: PublicationPanelProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, state, visibility, slug, revision, publishAt, firstPublishedAt, isNew, news } = post;
  const isLetterOnly = visibility === 'letter';
  const close = () => setAsked(null);
  const letters = usePostLetters(id);
  const withdraw = usePostChange(id, () => api('POST /api/admin/posts/:id/withdrawal', { params: { id }, body: { revision } }));

  function handleUnscheduled() {
    close();
    toast.success(t.scheduleCancelled);
  }

  const { isPreviewing, openPreview } = usePreviewTab(t.previewFailed);
  async function fetchPreview() {
    const answer = await api('POST /api/admin/posts/:id/preview', { params: { id } });
    return `${paths.post.href(slug ?? 'rascunho')}?${new URLSearchParams({ preview: answer.preview, lang: locale })}`;
  }

  const says = {
    draft: t.stateDraft,
    scheduled: publishAt ? (isLetterOnly ? t.stateLetterScheduled : t.stateScheduled)(moment(publishAt)) : '',
    published: firstPublishedAt ? (isLetterOnly ? t.stateLetter : t.statePublished)(moment(firstPublishedAt)) : '',
    withdrawn: t.stateWithdrawn,
  }[state];
  const isTitled = post.title !== '';
  return (
    <Panel title={t.publication}>
      <div className={css.panel}>
        <p>{says}</p>
        {state === 'scheduled' && <p className={css.hint}>{t.scheduledChanges}</p>}
        {news && <p className={css.hint}>{t.began[news]}</p>}
        {state === 'published' && isNew && <p>{t.changesWait}</p>}
        {state === 'published' && slug && (
          <p>
            <a href={paths.post.href(slug)} target="_blank" rel="noopener">
              {t.seePage}
            </a>
          </p>
        )}
        <div className={css.actions}>
          {(state !== 'published' || isNew || isLetterOnly) && (
            <Button disabled={!isSaved} onClick={() => setAsked('publish')}>
              {
                {
                  draft: t.publish,
                  scheduled: t.changeSchedule,
                  published: isNew ? t.publishChanges : t.putOnSite,
                  withdrawn: t.publishAgain,
                }[state]
              }
            </Button>
          )}
          <Button
            variant="secondary"
            disabled={!isSaved || !isTitled}
            isPending={isPreviewing}
            pendingText={t.previewing}
            onClick={() => void openPreview(fetchPreview)}
          >
            {t.preview}
          </Button>
          {state === 'scheduled' && (
            <Button
              variant="secondary"
              isPending={withdraw.isPending}
              onClick={() => {
                // A letter that hangs on it is named before.
                if (letters.data?.letters.length === 0) withdraw.mutate(undefined, { onSuccess: handleUnscheduled });
                else setAsked('unschedule');
              }}
            >
              {t.cancelSchedule}
            </Button>
          )}
          {state === 'published' && (
            <Button variant="quiet" onClick={() => setAsked('withdraw')}>
              {t.withdraw}
            </Button>
          )}
          {!firstPublishedAt && state === 'draft' && (
            <Button variant="quiet" onClick={() => setAsked('delete')}>
              {t.delete}
            </Button>
          )}
        </div>
        {!isTitled && <p className={css.hint}>{t.previewUntitled}</p>}
        {!isSaved && <p className={css.hint}>{t.notSaved}</p>}
      </div>
      {asked === 'publish' && <PublishDialog post={post} onClose={close} />}
      {asked === 'unschedule' && (
        <Confirm
          title={t.unscheduleTitle}
          message={t.unscheduleMessage}
          confirmText={t.cancelSchedule}
          action={withdraw}
          onDone={handleUnscheduled}
          onClose={close}
        >
          <TextLetters postId={id} becomes="unpublished" />
        </Confirm>
      )}
      {asked === 'withdraw' && (
        <Confirm
          title={t.withdrawTitle}
          message={t.withdrawMessage}
          confirmText={t.withdrawNow}
          action={withdraw}
          onDone={() => {
            close();
            toast.success(t.withdrawn);
          }}
          onClose={close}
        >
          <TextLetters postId={id} becomes="unpublished" />
        </Confirm>
      )}
      {asked === 'delete' && <DeleteDialog id={id} onClose={close} />}
    </Panel>
  );
}

/** A call that answers the post as it is then. */
function usePostChange<Input = void>(id: string, call: (input: Input) => Promise<AdminPost>) {
  const changed = useChangedPost();
  const readAgain = useReadPostAgain(id);
  return useMutation({
    mutationFn: call,
    onSuccess: changed,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') void readAgain();
    },
  });
}

function PublishDialog({ post, onClose }: { post: AdminPost; onClose: () => void }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { id, revision, drafts, timeZone, firstPublishedAt } = post;
  /** What was in lists and feeds stays known to search engines. */
  const isListed = firstPublishedAt !== null && post.visibility === 'site';
  const [visibility, setVisibility] = useState<PostVisibility>(post.state === 'published' && !post.isNew ? 'site' : post.visibility);
  const [isLater, setIsLater] = useState(post.state === 'scheduled');
  const [local, setLocal] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const publish = usePostChange<Instant | null>(id, (at) =>
    api('POST /api/admin/posts/:id/publication', {
      params: { id },
      body: { revision, drafts: { 'pt-BR': drafts['pt-BR'].revision, en: drafts.en.revision }, at, visibility },
    }),
  );
  const failure = useFailureText(publish.error);
  const [mailing, setMailing] = useState<Mailing>({ isOn: false, locale: null });
  const mail = useMailing(id, mailing);
  const mailText = useMailText();
  // What was published goes by email at once, or at the moment of its publication.
  const send = useMutation<unknown, LetterNotSent, Instant | null>({
    mutationFn: (at) => mailText({ postId: id, locale: mailing.locale, at }),
  });
  const mailFailure = useFailureText(send.error?.cause ?? null);
  const isMailOffered = (!firstPublishedAt || publish.isSuccess) && (mail.isOffered || mailing.isOn);
  const fields = publish.error instanceof ApiError ? publish.error.fields : {};
  const problem = fields.title ? t.problems.title_required : fields.body ? t.problems.body_required : null;
  const languages = LOCALES.filter((locale) => drafts[locale].title);

  const at = isLater ? momentOf(local, timeZone) : null;

  function finish() {
    onClose();
    toast.success(isLater ? t.scheduled : visibility === 'letter' ? t.publishedAsLetter : t.published);
  }
  const mailAndFinish = () =>
    send.mutate(at, {
      onSuccess: () => {
        onClose();
        toast.success(isLater ? t.scheduledAndMailed : t.publishedAndMailed);
      },
    });
  function confirm() {
    if (isLater && at === null) return setIsMissing(true);
    // The text is out already: only its letter is tried again.
    if (publish.isSuccess) return mailAndFinish();
    publish.mutate(at, { onSuccess: mailing.isOn ? mailAndFinish : finish });
  }
  function sentence(): string {
    const where = visibility === 'site' ? t.goesOnSite : t.goesByAddress;
    const when = isLater ? (at ? t.onMoment(moment(at)) : '') : t.rightNow;
    return t.goesOut(where, when, mail.who ?? t.counting);
  }

  return (
    <ConfirmDialog
      title={t.publishTitle}
      isOpen
      onClose={onClose}
      actions={
        <Button disabled={!mail.isReady} isPending={publish.isPending || send.isPending} pendingText={t.publishing} onClick={confirm}>
          {publish.isSuccess ? t.mailAgain : isLater ? t.scheduleNow : t.publishNow}
        </Button>
      }
    >
      <div className={css.panel}>
        {languages.length > 0 && <p>{t.whatGoesOut(languages.map((locale) => t.inLanguages[locale]).join(t.and))}</p>}
        {isListed ? (
          <p className={css.hint}>{t.listedForGood}</p>
        ) : (
          <fieldset className={css.choices}>
            <legend>{t.where}</legend>
            {POST_VISIBILITIES.map((known) => (
              <label key={known} className={css.choice}>
                <input type="radio" name="visibility" checked={visibility === known} onChange={() => setVisibility(known)} />
                {t.visibilities[known]}
              </label>
            ))}
            <p className={css.hint}>{t.visibilityHints[visibility]}</p>
          </fieldset>
        )}
        {!firstPublishedAt && (
          <fieldset className={css.choices}>
            <legend>{t.when}</legend>
            {[false, true].map((later) => (
              <label key={String(later)} className={css.choice}>
                <input type="radio" name="when" checked={isLater === later} onChange={() => setIsLater(later)} />
                {later ? t.later : t.now}
              </label>
            ))}
          </fieldset>
        )}
        {isLater && (
          <TextField
            label={t.dateAndTime}
            hint={t.zone(timeZone)}
            type="datetime-local"
            max={LAST_LOCAL}
            value={local}
            error={fields.at ? t.problems.in_past : isMissing ? t.problems.date_missing : undefined}
            onChange={(event) => {
              setLocal(event.currentTarget.value);
              setIsMissing(false);
              publish.reset();
            }}
          />
        )}
        <TextLetters postId={id} becomes={{ publishedAt: at }} isDraftNamed={isMailOffered} />
        {isMailOffered && <ByMail postId={id} mailing={mailing} onChange={setMailing} state={mail} testLocale={languages[0] ?? 'pt-BR'} />}
        {mailing.isOn && mail.total > 0 && <p role="status">{sentence()}</p>}
        <div role="alert">
          {send.isError && (
            <p className={css.failure}>
              {isLater ? t.scheduledNotMailed : t.publishedNotMailed} {mailFailure}{' '}
              {send.error.letterId && <Link to={adminPaths.letter.href(send.error.letterId)}>{t.openLetter}</Link>}
            </p>
          )}
          {publish.isError && !fields.at && (
            <p className={css.failure}>
              {t.publishFailed} {problem ?? failure}
            </p>
          )}
        </div>
      </div>
    </ConfirmDialog>
  );
}

type ConfirmProps = {
  readonly title: string;
  readonly message: string;
  readonly confirmText: string;
  readonly action: UseMutationResult<unknown, Error, void>;
  readonly onDone: () => void;
  readonly children?: ReactNode;
  readonly onClose: () => void;
};

/** Asks before something leaves. */
function Confirm({ title, message, confirmText, action, onDone, onClose, children }: ConfirmProps) {
  const t = useTexts(texts);
  const failure = useFailureText(action.error);
  return (
    <ConfirmDialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <Button variant="danger" isPending={action.isPending} onClick={() => action.mutate(undefined, { onSuccess: onDone })}>
          {confirmText}
        </Button>
      }
    >
      <p>{message}</p>
      {children}
      <div role="alert">
        {action.isError && (
          <p className={css.failure}>
            {t.actionFailed} {failure}
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}

function DeleteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const remove = useMutation({ mutationFn: async () => void (await api('DELETE /api/admin/posts/:id', { params: { id } })) });
  return (
    <Confirm
      title={t.deleteTitle}
      message={t.deleteMessage}
      confirmText={t.deleteNow}
      action={remove}
      onDone={() => {
        toast.success(t.deleted);
        void navigate(paths.dashboard.href('posts'));
      }}
      onClose={onClose}
    />
  );
}
