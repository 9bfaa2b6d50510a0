import { NewEpisodeSchema } from '@site/shared/contracts/admin-own-episodes.ts';
import { EPISODE_LIMITS } from '@site/shared/contracts/episode-rules.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, Icon, icons, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import * as v from 'valibot';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { api } from '../../../signed-in/api.ts';
import { useRecords } from '../../common/records.ts';
import { episodeRecords } from './episodes-queries.ts';
import { texts } from './texts.ts';

/** Creates a draft episode from a title, and opens the draft. */
export function NewEpisode() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { changed } = useRecords(episodeRecords);
  const formId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [title, setTitle] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const create = useMutation({
    mutationFn: () => api('POST /api/admin/episodes', { body: { title } }),
    onSuccess: (episode) => {
      changed(episode);
      void navigate(adminPaths.episode.href(episode.id));
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const isTitled = v.is(NewEpisodeSchema, { title });
    setIsRefused(!isTitled);
    if (isTitled && !create.isPending) create.mutate();
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Icon path={icons.plus} />
        {t.create}
      </Button>
      <ActionDialog
        title={t.createTitle}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        action={create}
        formId={formId}
        confirmText={t.createNow}
        pendingText={t.creating}
        failed={t.createFailed}
      >
        <form id={formId} data-keep="new episode" onSubmit={submit} noValidate>
          <TextField
            name="title"
            label={t.titleField}
            hint={t.createHint}
            lang={AUTHOR_LOCALE}
            value={title}
            error={isRefused ? t.fieldProblems.required : undefined}
            maxLength={EPISODE_LIMITS.title}
            onChange={(event) => {
              setTitle(event.currentTarget.value);
              setIsRefused(false);
            }}
          />
        </form>
      </ActionDialog>
    </>
  );
}
